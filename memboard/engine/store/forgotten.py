"""Forgotten notes: out of every index, kept for 30 days, then only a keyed hash of them.

A row without a digest is an add that was taken back: it can be put back, but does not keep the
same text from coming in again.
"""

from __future__ import annotations

import msgspec

from memboard.engine.model import Value
from memboard.engine.store import journal, proposals, recalls, recovery
from memboard.engine.store.database import Database
from memboard.engine.store.faults import decoded
from memboard.engine.store.notes import NoteRow
from memboard.engine.store.vectors import Vector

KEPT_MILLISECONDS = 30 * 24 * 3_600_000
"""How long a forgotten text can be restored."""


class ForgottenRow(Value, frozen=True):
    """A row of `forgotten`; `note` is None when its text is gone for good."""

    id: str
    namespace: int
    at: int
    note: NoteRow | None
    vector: Vector | None
    generation: int | None


def keep_forgotten(
    database: Database,
    row: NoteRow,
    at: int,
    *,
    suppress: bool,
    vector: Vector | None,
    generation: int | None,
) -> None:
    """Remember a note that is being taken out of the indexes."""
    database.run(
        "INSERT OR REPLACE INTO forgotten (id, namespace, digest, at, note, vector, signs,"
        " generation)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            row.id,
            row.namespace,
            row.digest if suppress else None,
            at,
            msgspec.json.encode(row).decode("utf-8"),
            vector.floats if vector else None,
            vector.signs if vector else None,
            generation if vector is not None else None,
        ),
    )


def find_forgotten(database: Database, note_id: str) -> ForgottenRow | None:
    """Read a forgotten note by its whole id."""
    found = database.row(
        "SELECT id, namespace, at, note, vector, signs, generation FROM forgotten WHERE id = ?",
        (note_id,),
    )
    if found is None:
        return None
    return ForgottenRow(
        id=found[0],
        namespace=found[1],
        at=found[2],
        note=None if found[3] is None else decoded(found[3], NoteRow),
        vector=None if found[4] is None else Vector(floats=found[4], signs=found[5]),
        generation=found[6],
    )


def forgotten_at(database: Database, namespace: int, digest: bytes) -> int | None:
    """Tell when this text was last forgotten in this namespace."""
    found = database.value(
        "SELECT max(at) FROM forgotten WHERE namespace = ? AND digest = ?", (namespace, digest)
    )
    return None if found is None else int(found)


def restorable(database: Database, namespace: int, digest: bytes) -> str | None:
    """Name the note that was forgotten last with this text, while it can be restored."""
    found = database.value(
        "SELECT id FROM forgotten WHERE namespace = ? AND digest = ? AND note IS NOT NULL"
        " ORDER BY at DESC, id LIMIT 1",
        (namespace, digest),
    )
    return None if found is None else str(found)


def was_forgotten(database: Database, namespace: int, digest: bytes) -> bool:
    """Tell whether somebody forgot this text; one that was merged into another is no such."""
    return (
        database.value(
            "SELECT 1 FROM forgotten f WHERE namespace = ? AND digest = ? AND 'supersede' IS NOT"
            " (SELECT op FROM journal j WHERE j.note_id = f.id ORDER BY seq DESC LIMIT 1)",
            (namespace, digest),
        )
        is not None
    )


def drop_forgotten(database: Database, note_id: str) -> None:
    """Stop counting a note as forgotten, because it is back."""
    database.run("DELETE FROM forgotten WHERE id = ?", (note_id,))


def allow_again(database: Database, namespace: int, digest: bytes) -> None:
    """Let a text in again, because somebody asked for it.

    The notes that were forgotten with it stay so: an empty digest matches no text, and is not the
    missing one of an add that was taken back.
    """
    database.run(
        "UPDATE forgotten SET digest = x'' WHERE namespace = ? AND digest = ?",
        (namespace, digest),
    )


def expire(database: Database, now: int) -> int:
    """Erase the texts of notes that were forgotten over 30 days ago; gives how many."""
    old = database.rows(
        "SELECT id FROM forgotten WHERE note IS NOT NULL AND at < ?", (now - KEPT_MILLISECONDS,)
    )
    for (note_id,) in old:
        erase(database, note_id)
    return len(old)


def erase(database: Database, note_id: str) -> None:
    """Erase a forgotten note's text, vector, history and recalls; id, time and keyed hash stay."""
    database.run(
        "UPDATE forgotten SET note = NULL, vector = NULL, signs = NULL WHERE id = ?", (note_id,)
    )
    journal.erase_texts(database, note_id)
    recalls.drop_records(database, note_id)
    proposals.drop_texts(database, note_id)
    recovery.drop_all(database.path)
