"""What each session was given already: no note is given to it twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memboard.engine.store.database import Database

if TYPE_CHECKING:
    from memboard.engine.store.recalls import Shown

KEPT_MILLISECONDS = 90 * 24 * 3_600_000


def injected_in(database: Database, session: str) -> dict[str, int]:
    """Give the revisions of the notes that a session was given already, by note id.

    A negative one was withheld: the session has seen the placeholder, not the text.
    """
    return dict(
        database.rows("SELECT note_id, revision FROM injected WHERE session = ?", (session,))
    )


def mark_injected(database: Database, session: str, shown: Sequence[Shown], now: int) -> None:
    """Remember inside a write transaction what a session was given."""
    for one in shown:
        database.run(
            "INSERT OR REPLACE INTO injected SELECT ?, id, ?, ? FROM notes WHERE id = ?",
            (session, one.revision if one.outcome == "given" else -one.revision, now, one.note_id),
        )
    database.run("DELETE FROM injected WHERE at < ?", (now - KEPT_MILLISECONDS,))


def drop_injected(database: Database, session: str) -> None:
    """Forget inside a write transaction what a session was given: it no longer knows."""
    database.run("DELETE FROM injected WHERE session = ?", (session,))
