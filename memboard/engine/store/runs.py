"""The commands that agents ran lately: bounded, and read when their session ends."""

from __future__ import annotations

from typing import NamedTuple

from memboard.engine.store.database import Database

KEPT_A_SESSION = 1_000
NEAR = 12
"""Runs after a failure among which its fix is looked for."""


class Logged(NamedTuple):
    """One run, ready to be written."""

    session: str
    project: str
    """The key of the project it ran in."""
    tool: str
    key: str | None
    """The command's key; None where a file was changed."""
    command: str | None
    """None where nobody will need its text: no failure is near, and no lesson known."""
    outcome: str
    exit_code: int | None
    call_id: str | None


def log_run(database: Database, run: Logged, now: int) -> bool:
    """Write one run inside a transaction; False where this call was logged before."""
    fresh = database.run(
        "INSERT OR IGNORE INTO runs"
        " (session, project, tool, key, command, outcome, exit_code, call_id, at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*run[:3], run.key, run.command, run.outcome, run.exit_code, run.call_id, now),
    )
    database.run(
        "DELETE FROM runs WHERE session = ? AND seq <= (SELECT seq FROM runs"
        " WHERE session = ? ORDER BY seq DESC LIMIT 1 OFFSET ?)",
        (run.session, run.session, KEPT_A_SESSION),
    )
    return fresh > 0


def failed_lately(database: Database, session: str) -> bool:
    """Tell whether one of a session's last commands failed, so that the next may be its fix."""
    found = database.value(
        "SELECT 1 FROM (SELECT outcome FROM runs WHERE session = ?"
        " ORDER BY seq DESC LIMIT ?) WHERE outcome = 'failed'",
        (session, NEAR),
    )
    return found is not None


def any_to_learn(database: Database, session: str) -> bool:
    """Tell whether a session ran anything that a lesson may come of, or go by."""
    found = database.value(
        "SELECT 1 FROM runs WHERE session = ? AND command IS NOT NULL LIMIT 1", (session,)
    )
    return found is not None


def worked_on_since(database: Database, session: str, key: str) -> bool:
    """Tell whether a session's last run of a command went well, or files changed since then."""
    last = database.row(
        "SELECT seq, outcome FROM runs WHERE session = ? AND key = ? AND outcome != 'unknown'"
        " ORDER BY seq DESC LIMIT 1",
        (session, key),
    )
    if last is None:
        return False
    changed = database.value(
        "SELECT 1 FROM runs WHERE session = ? AND seq > ? AND key IS NULL LIMIT 1",
        (session, last[0]),
    )
    return last[1] == "ok" or changed is not None


def runs_of(database: Database, session: str) -> list[tuple[Logged, int]]:
    """Read what a session ran, in order, with its moments."""
    rows = database.rows(
        "SELECT session, project, tool, key, command, outcome, exit_code, call_id, at FROM runs"
        " WHERE session = ? ORDER BY seq",
        (session,),
    )
    return [(Logged(*row[:-1]), row[-1]) for row in rows]


def hint_given(database: Database, session: str, key: str) -> bool:
    """Tell whether a session was told of a command's fix."""
    found = database.value("SELECT 1 FROM hints WHERE session = ? AND key = ?", (session, key))
    return found is not None


def mark_hint(database: Database, session: str, key: str, now: int) -> bool:
    """Remember inside a transaction that a session was told; False where it was already."""
    return database.run("INSERT OR IGNORE INTO hints VALUES (?, ?, ?)", (session, key, now)) > 0
