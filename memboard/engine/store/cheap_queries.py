"""How many cheap queries were asked on each day, in UTC."""

from __future__ import annotations

from memboard.engine.store.database import Database

KEPT_DAYS = 90
"""Days whose numbers are kept."""


def count_ask(database: Database, day: str, cap: int) -> bool:
    """Count a question inside a transaction, before it is asked; False where the day has no more.

    Args:
        database: the open store.
        day: an ISO date.
        cap: questions a day.
    """
    database.run("INSERT OR IGNORE INTO cheap_queries VALUES (?, 0, 0)", (day,))
    database.run(
        "DELETE FROM cheap_queries WHERE day NOT IN"
        " (SELECT day FROM cheap_queries ORDER BY day DESC LIMIT ?)",
        (KEPT_DAYS,),
    )
    counted = database.run(
        "UPDATE cheap_queries SET asked = asked + 1 WHERE day = ? AND asked < ?", (day, cap)
    )
    return counted > 0


def count_failure(database: Database, day: str) -> None:
    """Count inside a transaction that a question of a day had no answer."""
    database.run("UPDATE cheap_queries SET failed = failed + 1 WHERE day = ?", (day,))


def asked_on(database: Database, day: str) -> tuple[int, int]:
    """Give how many questions a day had, and how many of those had no answer."""
    found = database.row("SELECT asked, failed FROM cheap_queries WHERE day = ?", (day,))
    return (int(found[0]), int(found[1])) if found else (0, 0)
