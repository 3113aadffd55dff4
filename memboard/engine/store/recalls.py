"""What was shown to models lately: bounded, and never worth waiting for."""

from __future__ import annotations

from collections.abc import Sequence

from memboard.engine.answers import Recalled
from memboard.engine.limits import MAX_SESSION
from memboard.engine.model import KEPT_RECALLS, Surface, Value
from memboard.engine.sources import from_millis
from memboard.engine.store.database import Database

KEPT_MILLISECONDS = 90 * 24 * 3_600_000


class Shown(Value, frozen=True):
    """A note that a model was shown, or that was withheld from it."""

    note_id: str
    revision: int
    rank: int
    score: float
    outcome: str
    """`given`, or `blocked: <class>`."""


def record_shown(
    database: Database, shown: Sequence[Shown], surface: Surface, session: str | None, now: int
) -> None:
    """Note inside a write transaction what was shown; old entries make room."""
    for one in shown:
        database.run(
            # not of a note that was purged meanwhile
            "INSERT INTO recalls (note_id, at, session, surface, rank, score, outcome)"
            " SELECT id, ?, ?, ?, ?, ?, ? FROM notes WHERE id = ?",
            (now, session, surface, one.rank, one.score, one.outcome, one.note_id),
        )
        database.run(
            "DELETE FROM recalls WHERE note_id = ? AND seq <= (SELECT seq FROM recalls"
            " WHERE note_id = ? ORDER BY seq DESC LIMIT 1 OFFSET ?)",
            (one.note_id, one.note_id, KEPT_RECALLS),
        )
    database.run("DELETE FROM recalls WHERE at < ?", (now - KEPT_MILLISECONDS,))


def recalls_of(database: Database, note_id: str) -> tuple[Recalled, ...]:
    """Read where a note was shown lately, newest first."""
    return tuple(
        Recalled(
            at=from_millis(at),
            session=session,
            surface=surface,
            rank=rank,
            score=score,
            outcome=outcome,
        )
        for at, session, surface, rank, score, outcome in database.rows(
            "SELECT at, substr(session, 1, ?), surface, rank, score, outcome FROM recalls"
            " WHERE note_id = ? ORDER BY seq DESC",
            (MAX_SESSION, note_id),
        )
    )


def released(database: Database, note_id: str, revision: int) -> bool:
    """Tell whether a person let this revision of a note pass the scan."""
    found = database.value(
        "SELECT 1 FROM releases WHERE note_id = ? AND revision = ?", (note_id, revision)
    )
    return found is not None


def set_released(database: Database, note_id: str, revision: int, now: int, *, on: bool) -> None:
    """Let a revision pass, or withhold it again, inside a write transaction."""
    if on:
        database.run("INSERT OR IGNORE INTO releases VALUES (?, ?, ?)", (note_id, revision, now))
    else:
        database.run("DELETE FROM releases WHERE note_id = ? AND revision = ?", (note_id, revision))


def drop_records(database: Database, note_id: str) -> None:
    """Take out inside a write transaction all that is said here of a note."""
    database.run("DELETE FROM recalls WHERE note_id = ?", (note_id,))
    database.run("DELETE FROM injected WHERE note_id = ?", (note_id,))
    database.run("DELETE FROM releases WHERE note_id = ?", (note_id,))
