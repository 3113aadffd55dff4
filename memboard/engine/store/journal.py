"""The journal: the append-only record of who changed what, when, from what to what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from memboard.engine.model import Change, Op, Snapshot, Value
from memboard.engine.sources import from_millis
from memboard.engine.store.database import Database, Row
from memboard.engine.store.faults import decoded

FIELDS = "seq, change, at, actor, session, cycle, op, note_id, before, after, undoes, namespace"

UNDOERS = """
WITH RECURSIVE later (seq, undoes) AS (
    SELECT seq, undoes FROM journal WHERE undoes = ?
    UNION ALL SELECT j.seq, j.undoes FROM journal j JOIN later l ON j.undoes = l.seq
) SELECT seq, undoes FROM later ORDER BY seq DESC
"""
"""The entries that take an entry back, those that take these back, and so on; newest first."""


PERSON = "you"
"""The actor of a person; a person's changes are one's own in every door and session."""


class Author(Value, frozen=True):
    """Who makes a change."""

    actor: str
    """`you` for a person, else the agent's or the cycle's name."""
    session: str | None = None
    cycle: str | None = None


class Entry(Value, frozen=True):
    """One note's change, before it is written."""

    op: Op
    note_id: str
    namespace: int
    before: Snapshot | None
    after: Snapshot | None
    undoes: int | None = None


def write_change(
    database: Database,
    author: Author,
    at: int,
    entries: Sequence[Entry],
    change: int | None = None,
) -> tuple[int, ...]:
    """Append entries that were made together; gives their numbers.

    `change` joins them to an earlier change, so that a long import is one change to undo.
    """
    numbers: list[int] = []
    for entry in entries:
        seq = database.insert(
            "INSERT INTO journal (change, at, actor, session, cycle, op, note_id, namespace,"
            " before, after, undoes) VALUES (0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                at,
                author.actor,
                author.session,
                author.cycle,
                entry.op,
                entry.note_id,
                entry.namespace,
                encoded(entry.before),
                encoded(entry.after),
                entry.undoes,
            ),
        )
        numbers.append(seq)
        database.run("UPDATE journal SET change = ? WHERE seq = ?", (change or numbers[0], seq))
    return tuple(numbers)


def read_entries(database: Database, where: str, bindings: Iterable[object]) -> tuple[Change, ...]:
    """Read entries; `where` is one of our own clauses, never text from outside."""
    found = database.rows(f"SELECT {FIELDS} FROM journal WHERE {where}", tuple(bindings))  # noqa: S608
    return tuple(change_of(row, undone_by(database, row[0])) for row in found)


def undone_by(database: Database, seq: int) -> int | None:
    """Give the entry that took this one back, unless it was itself taken back."""
    undone: dict[int, int] = {}
    for later, undoes in database.rows(UNDOERS, (seq,)):
        if later not in undone:
            undone.setdefault(undoes, later)
    return undone.get(seq)


def root_op(database: Database, seq: int) -> Op:
    """Name what an entry did, or what was done at first where it is an undo, or an undo's undo."""
    op: Op = database.value(
        "WITH RECURSIVE earlier (op, undoes) AS ("
        " SELECT op, undoes FROM journal WHERE seq = ?"
        " UNION ALL SELECT j.op, j.undoes FROM journal j JOIN earlier e ON j.seq = e.undoes"
        ") SELECT op FROM earlier WHERE undoes IS NULL",
        (seq,),
    )
    return op


def leaves_released(database: Database, seq: int) -> bool:
    """Tell whether a release, a withholding, or an undo of one left the note released."""
    undos = int(
        database.value(
            "WITH RECURSIVE earlier (undoes) AS ("
            " SELECT undoes FROM journal WHERE seq = ?"
            " UNION ALL SELECT j.undoes FROM journal j JOIN earlier e ON j.seq = e.undoes"
            ") SELECT count(undoes) FROM earlier",
            (seq,),
        )
    )
    return (root_op(database, seq) == "release") == (undos % 2 == 0)


def change_of(row: Row, undone: int | None) -> Change:
    """Make a Change of a result row with the columns of FIELDS."""
    return Change(
        seq=row[0],
        change=row[1],
        at=from_millis(row[2]),
        actor=row[3],
        session=row[4],
        cycle=row[5],
        op=row[6],
        note_id=row[7],
        before=snapshot_in(row[8]),
        after=snapshot_in(row[9]),
        undoes=row[10],
        undone_by=undone,
    )


def encoded(snapshot: Snapshot | None) -> str | None:
    """Write a snapshot as JSON."""
    return None if snapshot is None else msgspec.json.encode(snapshot).decode("utf-8")


def snapshot_in(text: str | None) -> Snapshot | None:
    """Read a snapshot from JSON."""
    return None if text is None else decoded(text, Snapshot)


def erase_texts(database: Database, note_id: str) -> None:
    """Take a note's texts out of all its entries; who and when stay."""
    database.run("UPDATE journal SET before = NULL, after = NULL WHERE note_id = ?", (note_id,))
