"""What cycles proposed: it waits for a person, and is remembered once it was decided.

A proposal names its notes by id and revision, so that its digest changes when a note does.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from memboard.engine.model import Value
from memboard.engine.sources import from_millis
from memboard.engine.store.database import Database, Row
from memboard.engine.store.faults import decoded

Kind = Literal["merge", "conflict"]
"""Notes that say one thing; or two that contradict each other."""

Standing = Literal["waiting", "accepted", "rejected", "outdated"]
"""`outdated`: one of its notes was changed or went before anybody decided."""

KEPT_MILLISECONDS = 365 * 24 * 3_600_000
"""How long it is remembered that a model was shown some notes together."""

COLUMNS = (
    "p.id, p.cycle, s.name, p.kind, p.members, p.digest, p.text, p.topic, p.what, p.status,"
    " p.proposed_at, p.decided_at, p.decided_by, p.decided_in, p.edited_by, p.namespace"
)


class Named(Value, frozen=True):
    """A note as a proposal names it."""

    id: str
    revision: int


class Proposal(Value, frozen=True):
    """One proposed merge or conflict."""

    id: str
    cycle: str
    """The cycle that proposed it."""
    namespace: str
    kind: Kind
    members: tuple[Named, ...]
    digest: bytes
    text: str | None
    """What is to stand for the notes; None for a conflict."""
    topic: str | None
    what: str | None
    """What a conflict is about."""
    status: Standing
    proposed_at: dt.datetime
    decided_at: dt.datetime | None
    decided_by: str | None
    decided_in: str | None
    """The cycle that carried it out."""
    edited_by: str | None
    """Who wrote the text, where it is not as it was proposed."""
    namespace_number: int
    """The store's number of the namespace."""


class Fresh(Value, frozen=True):
    """A proposal before it is written."""

    id: str
    kind: Kind
    members: tuple[Named, ...]
    digest: bytes
    text: str | None = None
    topic: str | None = None
    what: str | None = None


def put(database: Database, cycle: str, namespace: int, fresh: Iterable[Fresh], now: int) -> int:
    """Write proposals inside a transaction; gives how many are new.

    One that waits already or was rejected, of the same notes as they still stand, is left out.
    """
    return sum(
        database.run(
            "INSERT INTO proposals (id, cycle, namespace, kind, members, digest, text, topic,"
            " what, status, proposed_at)"
            " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 'waiting', ?10 WHERE NOT EXISTS"
            " (SELECT 1 FROM proposals WHERE namespace = ?3 AND digest = ?6"
            "  AND status IN ('waiting', 'rejected'))",
            (
                one.id,
                cycle,
                namespace,
                one.kind,
                msgspec.json.encode(one.members).decode(),
                one.digest,
                one.text,
                one.topic,
                one.what,
                now,
            ),
        )
        for one in fresh
    )


def find(database: Database, proposal: str) -> Proposal | None:
    """Read a proposal by its whole id."""
    found = database.row(
        f"SELECT {COLUMNS} FROM proposals p LEFT JOIN namespaces s ON s.id = p.namespace"  # noqa: S608
        " WHERE p.id = ?",
        (proposal,),
    )
    return None if found is None else proposal_of(found)


def list_proposals(
    database: Database, namespaces: Sequence[int], status: Standing | None, limit: int
) -> tuple[Proposal, ...]:
    """List the proposals of some namespaces, newest first; None lists whatever became of them."""
    found = database.rows(
        f"SELECT {COLUMNS} FROM proposals p LEFT JOIN namespaces s ON s.id = p.namespace"  # noqa: S608
        " WHERE p.namespace IN (SELECT value FROM json_each(?1)) AND (?2 IS NULL OR status = ?2)"
        " ORDER BY p.proposed_at DESC, p.id LIMIT ?3",
        (msgspec.json.encode(list(namespaces)).decode(), status, limit),
    )
    return tuple(map(proposal_of, found))


def proposal_of(found: Row) -> Proposal:
    """Make a Proposal of a result row with the columns of COLUMNS."""
    id_, cycle, name, kind, members, digest, text, topic, what, status, *rest = found
    proposed, decided, by, carried, edited, namespace = rest
    return Proposal(
        id=id_,
        cycle=cycle,
        namespace=name or "",
        kind=kind,
        members=decoded(members, tuple[Named, ...]),
        digest=digest,
        text=text,
        topic=topic,
        what=what,
        status=status,
        proposed_at=from_millis(proposed),
        decided_at=None if decided is None else from_millis(decided),
        decided_by=by,
        decided_in=carried,
        edited_by=edited,
        namespace_number=namespace,
    )


def decide(
    database: Database,
    proposal: str,
    status: Standing,
    by: str,
    now: int,
    cycle: str | None = None,
) -> bool:
    """Decide inside a transaction on a proposal that waits; False where somebody did already."""
    decided = database.run(
        "UPDATE proposals SET status = ?, decided_at = ?, decided_by = ?, decided_in = ?"
        " WHERE id = ? AND status = 'waiting'",
        (status, now, by, cycle, proposal),
    )
    return decided > 0


def decide_same(
    database: Database, namespace: int, digest: bytes, by: str, now: int, cycle: str
) -> None:
    """Accept inside a transaction the merge of just these notes, if it waits."""
    database.run(
        "UPDATE proposals SET status = 'accepted', decided_at = ?, decided_by = ?, decided_in = ?"
        " WHERE namespace = ? AND digest = ? AND kind = 'merge' AND status = 'waiting'",
        (now, by, cycle, namespace, digest),
    )


def reword(database: Database, proposal: str, text: str, by: str) -> bool:
    """Change the text of a proposed merge inside a transaction; False where none waits."""
    changed = database.run(
        "UPDATE proposals SET text = ?, edited_by = ?"
        " WHERE id = ? AND status = 'waiting' AND kind = 'merge'",
        (text, by, proposal),
    )
    return changed > 0


def outdate(database: Database, now: int) -> int:
    """Mark inside a transaction what waits and names a note as it is no longer; gives how many."""
    return database.run(
        "UPDATE proposals SET status = 'outdated', decided_at = ? WHERE status = 'waiting'"
        " AND EXISTS (SELECT 1 FROM json_each(proposals.members) m WHERE NOT EXISTS"
        "  (SELECT 1 FROM notes n WHERE n.id = m.value ->> '$.id'"
        "   AND n.revision = m.value ->> '$.revision' AND n.namespace = proposals.namespace))",
        (now,),
    )


def is_rejected(database: Database, namespace: int, digest: bytes) -> bool:
    """Tell whether somebody rejected a proposal of just these notes as they stand."""
    return (
        database.value(
            "SELECT 1 FROM proposals WHERE namespace = ? AND digest = ? AND status = 'rejected'",
            (namespace, digest),
        )
        is not None
    )


def stands_against(database: Database, namespace: int, pairs: Sequence[bytes]) -> bool:
    """Tell whether two of a merge's notes are one no more: rejected, or in conflict.

    `pairs` are the digests of every two of its notes.
    """
    return any(
        database.value(
            "SELECT 1 FROM proposals WHERE namespace = ? AND digest = ?"
            " AND (status = 'rejected' OR (kind = 'conflict' AND status = 'waiting'))",
            (namespace, pair),
        )
        is not None
        for pair in pairs
    )


def starting_with(database: Database, namespaces: Sequence[int], prefix: str) -> list[str]:
    """List the ids of some namespaces' proposals that start so, nine at most."""
    found = database.rows(
        "SELECT id FROM proposals WHERE substr(id, 1, length(?1)) = ?1"
        " AND namespace IN (SELECT value FROM json_each(?2)) ORDER BY id LIMIT 9",
        (prefix, msgspec.json.encode(list(namespaces)).decode()),
    )
    return [str(row[0]) for row in found]


def count_waiting(database: Database, namespaces: Sequence[int]) -> int:
    """Count what waits for a person in some namespaces."""
    return int(
        database.value(
            "SELECT count(*) FROM proposals WHERE status = 'waiting'"
            " AND namespace IN (SELECT value FROM json_each(?))",
            (msgspec.json.encode(list(namespaces)).decode(),),
        )
    )


def was_asked(database: Database, namespace: int, digest: bytes) -> bool:
    """Tell whether a model was shown these notes together, as they stand."""
    return (
        database.value(
            "SELECT 1 FROM asked WHERE namespace = ? AND digest = ?", (namespace, digest)
        )
        is not None
    )


def mark_asked(database: Database, namespace: int, digests: Iterable[bytes], now: int) -> None:
    """Remember inside a transaction what a model was shown together."""
    for digest in digests:
        database.run("INSERT OR REPLACE INTO asked VALUES (?, ?, ?)", (namespace, digest, now))
    database.run("DELETE FROM asked WHERE at < ?", (now - KEPT_MILLISECONDS,))


def drop_texts(database: Database, note_id: str) -> None:
    """Take out inside a transaction the proposed texts that were made from a note."""
    database.run(
        "UPDATE proposals SET text = NULL, topic = NULL,"
        " status = CASE status WHEN 'waiting' THEN 'outdated' ELSE status END"
        " WHERE EXISTS (SELECT 1 FROM json_each(proposals.members) m"
        "  WHERE m.value ->> '$.id' = ?)",
        (note_id,),
    )
