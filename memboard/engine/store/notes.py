"""Rows of notes: reading, writing, listing. Vectors and words are kept in step by `store.py`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from memboard.engine.limits import same_text
from memboard.engine.model import Embedding, Note, Snapshot, Value
from memboard.engine.sources import from_millis
from memboard.engine.store.database import Database, Row
from memboard.engine.store.faults import damaged, decoded

FIELDS = (
    "key, id, namespace, text, digest, topic, tags, importance, pinned, trigger, session, host,"
    " revision, created_at, updated_at, known_since"
)


class NoteRow(Value, frozen=True):
    """A row of `notes` as it lies in the file; times are milliseconds."""

    key: int
    id: str
    namespace: int
    text: str
    digest: bytes
    topic: str | None
    tags: tuple[str, ...]
    importance: float | None
    pinned: bool
    trigger: str | None
    session: str | None
    host: str | None
    revision: int
    created_at: int
    updated_at: int
    known_since: int | None = None
    """When the first of the notes that were merged into this one was written; None for others."""


def digest_of(database: Database, text: str) -> bytes:
    """Hash a text with the store's own key, so that a purged text cannot be guessed back.

    Two texts that `limits.same_text` holds for the same have the same digest.

    Raises:
        StoreDamaged: the store has lost its key.
    """
    import hmac  # 3 ms with OpenSSL, which reading does without

    key = database.value("SELECT value FROM meta WHERE key = 'hash_key'")
    if not isinstance(key, bytes) or not key:
        raise damaged(LookupError("its hash key is lost"))
    return hmac.digest(key, same_text(text).encode("utf-8"), "sha256")


def row_of(found: Row) -> NoteRow:
    """Make a NoteRow of a result row with the columns of FIELDS."""
    (key, note_id, namespace, text, digest, topic, tags, importance, pinned, *rest) = found
    trigger, session, host, revision, created_at, updated_at, known_since = rest
    return NoteRow(
        key=key,
        id=note_id,
        namespace=namespace,
        text=text,
        digest=digest,
        topic=topic,
        tags=decoded(tags, tuple[str, ...]),
        importance=importance,
        pinned=bool(pinned),
        trigger=trigger,
        session=session,
        host=host,
        revision=revision,
        created_at=created_at,
        updated_at=updated_at,
        known_since=known_since,
    )


def bindings_of(row: NoteRow) -> tuple[Any, ...]:
    """Give a row's values in the order of FIELDS."""
    tags = msgspec.json.encode(row.tags).decode("utf-8")
    values = [getattr(row, name) for name in NoteRow.__struct_fields__]
    values[NoteRow.__struct_fields__.index("tags")] = tags
    values[NoteRow.__struct_fields__.index("pinned")] = int(row.pinned)
    return tuple(values)


def by_id(database: Database, note_id: str) -> NoteRow | None:
    """Read a note's row by its whole id."""
    found = database.row(f"SELECT {FIELDS} FROM notes WHERE id = ?", (note_id,))  # noqa: S608 - constant
    return row_of(found) if found else None


def by_digest(database: Database, namespace: int, digest: bytes) -> NoteRow | None:
    """Read the note of a namespace that says exactly this."""
    found = database.row(
        f"SELECT {FIELDS} FROM notes WHERE namespace = ? AND digest = ?",  # noqa: S608 - constant
        (namespace, digest),
    )
    return row_of(found) if found else None


def count_of(database: Database, namespace: int) -> int:
    """Count the notes of a namespace."""
    return int(database.value("SELECT count(*) FROM notes WHERE namespace = ?", (namespace,)))


def by_keys(database: Database, keys: Sequence[int]) -> dict[int, NoteRow]:
    """Read many rows by key; keys that are gone are left out."""
    found = database.rows(
        f"SELECT {FIELDS} FROM notes WHERE key IN (SELECT value FROM json_each(?))",  # noqa: S608
        (msgspec.json.encode(list(keys)).decode(),),
    )
    return {row[0]: row_of(row) for row in found}


def embedding_states(database: Database, keys: Sequence[int]) -> dict[int, Embedding]:
    """Tell for each note whether it has a vector of its present text by the bound embedder."""
    found = database.rows(
        "SELECT n.key, CASE"
        "  WHEN e.revision = n.revision THEN 'current'"
        "  WHEN e.revision IS NOT NULL THEN 'stale'"
        "  WHEN EXISTS (SELECT 1 FROM embeddings o WHERE o.note = n.key) THEN 'other'"
        "  ELSE 'pending' END"
        " FROM notes n LEFT JOIN embeddings e ON e.note = n.key AND e.generation ="
        "  (SELECT g.id FROM generations g JOIN meta m"
        "   ON m.key = 'embedder' AND m.value = g.embedder)"
        " WHERE n.key IN (SELECT value FROM json_each(?))",
        (msgspec.json.encode(list(keys)).decode(),),
    )
    return dict(found)


def to_notes(database: Database, rows: Sequence[NoteRow]) -> tuple[Note, ...]:
    """Turn rows into the values that leave the engine."""
    states = embedding_states(database, [row.key for row in rows])
    names: dict[int, str] = dict(database.rows("SELECT id, name FROM namespaces"))
    return tuple(to_note(row, names[row.namespace], states.get(row.key, "pending")) for row in rows)


def to_note(row: NoteRow, namespace: str, embedding: Embedding) -> Note:
    """Turn one row into a Note."""
    return Note(
        id=row.id,
        text=row.text,
        scope=scope_of(row.namespace),
        namespace=namespace,
        topic=row.topic,
        tags=row.tags,
        importance=row.importance,
        pinned=row.pinned,
        trigger=row.trigger,  # type: ignore[arg-type] # written by us from the same literal
        session=row.session,
        host=row.host,
        revision=row.revision,
        created_at=from_millis(row.created_at),
        updated_at=from_millis(row.updated_at),
        embedding=embedding,
        findable="meaning" if embedding == "current" else "words",
        known_since=from_millis(since_of(row)),
    )


def since_of(row: NoteRow) -> int:
    """Tell since when it is known what a note says, in milliseconds."""
    return row.created_at if row.known_since is None else row.known_since


def scope_of(namespace: int) -> Any:
    """Name the scope of a namespace: the first one is global, all others are projects."""
    return "global" if namespace == 1 else "project"


def snapshot_of(row: NoteRow, namespace: str) -> Snapshot:
    """Take the picture of a note that the journal keeps."""
    return Snapshot(
        text=row.text,
        scope=scope_of(row.namespace),
        namespace=namespace,
        topic=row.topic,
        tags=row.tags,
        importance=row.importance,
        pinned=row.pinned,
        revision=row.revision,
        known_since=None if row.known_since is None else from_millis(row.known_since),
    )
