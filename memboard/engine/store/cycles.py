"""Cycles of consolidation: one row each, which is its lock, its record and its reason.

At most one row is `running`: an index of the schema sees to it, whatever two processes do.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from memboard.engine.model import Value
from memboard.engine.sources import from_millis
from memboard.engine.store.database import Database, Row
from memboard.engine.store.faults import decoded
from memboard.engine.store.journal import Author

Kind = Literal["propose", "apply", "automatic"]
"""Asks and waits for a person; does what a person accepted; asks and does."""

Status = Literal["running", "proposed", "applied", "empty", "rejected", "failed", "interrupted"]
"""`rejected`: the answer could not be used, or the gate took it back whole. `empty`: there was
nothing to do. `failed`: an error ended it. `interrupted`: its process died or hung. None of these
four changed a note."""

COLUMNS = (
    "c.id, c.namespace, s.name, c.kind, c.status, c.actor, c.session, c.started_at, c.ended_at,"
    " c.recovery, c.reason, c.statistics"
)


class Statistics(Value, frozen=True):
    """What a cycle came to, in numbers."""

    notes_before: int = 0
    """In its namespace."""
    notes_after: int = 0
    shown: int = 0
    """Notes that the model was shown."""
    proposed: int = 0
    """Merges that were proposed."""
    conflicts: int = 0
    """Notes found to contradict each other, in pairs."""
    merged: int = 0
    """Notes that were written."""
    superseded: int = 0
    """Notes that these took the place of."""
    allowed: int = 0
    """Notes that a cycle may supersede here."""
    probes: int = 0
    """Queries that were asked again afterwards."""
    dropped: int = 0
    """Merges that were left out."""
    left_out: dict[str, int] = msgspec.field(default_factory=dict)
    """What of the model's answer was left out, by reason."""


class Cycle(Value, frozen=True):
    """One cycle, running or ended."""

    id: str
    namespace: str
    kind: Kind
    status: Status
    actor: str
    session: str | None
    started_at: dt.datetime
    ended_at: dt.datetime | None
    recovery: str | None
    """The name of its recovery point under the home's `recovery`; the last five are kept."""
    reason: str | None
    """Why it changed nothing, if so."""
    statistics: Statistics


class Process(NamedTuple):
    """Who runs a cycle."""

    machine: str
    number: int
    born: str
    """When it started, as the system tells it: numbers are used again."""


class Running(NamedTuple):
    """The cycle that holds the lock."""

    id: str
    actor: str
    started_at: int
    process: Process


def start(
    database: Database,
    cycle: str,
    namespace: int,
    kind: Kind,
    author: Author,
    by: Process,
    now: int,
) -> None:
    """Begin a cycle inside a transaction in which no other was found running."""
    database.run(
        "INSERT INTO cycles (id, namespace, kind, status, actor, session, machine, process, born,"
        " started_at) VALUES (?, ?, ?, 'running', ?, ?, ?, ?, ?, ?)",
        (cycle, namespace, kind, author.actor, author.session, *by, now),
    )


def running(database: Database) -> Running | None:
    """Read the cycle that holds the lock."""
    found = database.row(
        "SELECT id, actor, started_at, machine, process, born FROM cycles WHERE status = 'running'"
    )
    if found is None:
        return None
    id_, actor, started, *process = found
    return Running(id_, actor, started, Process(*process))


def end(
    database: Database,
    cycle: str,
    status: Status,
    now: int,
    *,
    reason: str | None = None,
    statistics: Statistics | None = None,
) -> bool:
    """End a cycle inside a transaction; False where it was not running any more."""
    ended = database.run(
        "UPDATE cycles SET status = ?, reason = ?, ended_at = ?,"
        " statistics = coalesce(?, statistics) WHERE id = ? AND status = 'running'",
        (
            status,
            reason,
            now,
            None if statistics is None else msgspec.json.encode(statistics).decode(),
            cycle,
        ),
    )
    return ended > 0


def keep_recovery(database: Database, cycle: str, name: str) -> None:
    """Note inside a transaction which recovery point was made for a cycle."""
    database.run("UPDATE cycles SET recovery = ? WHERE id = ?", (name, cycle))


def keep_before(database: Database, cycle: str, fingerprint: bytes) -> None:
    """Note inside a transaction what the notes and links were when a cycle changed them."""
    database.run("UPDATE cycles SET before = ? WHERE id = ?", (fingerprint, cycle))


def find_cycle(database: Database, cycle: str) -> Cycle | None:
    """Read a cycle by its whole id."""
    found = database.row(
        f"SELECT {COLUMNS} FROM cycles c LEFT JOIN namespaces s ON s.id = c.namespace"  # noqa: S608
        " WHERE c.id = ?",
        (cycle,),
    )
    return None if found is None else cycle_of(found)


def list_cycles(database: Database, namespaces: Sequence[int], limit: int) -> tuple[Cycle, ...]:
    """List the cycles of some namespaces, newest first."""
    found = database.rows(
        f"SELECT {COLUMNS} FROM cycles c LEFT JOIN namespaces s ON s.id = c.namespace"  # noqa: S608
        " WHERE c.namespace IN (SELECT value FROM json_each(?))"
        " ORDER BY c.started_at DESC, c.id LIMIT ?",
        (listed(namespaces), limit),
    )
    return tuple(map(cycle_of, found))


def cycle_of(found: Row) -> Cycle:
    """Make a Cycle of a result row with the columns of COLUMNS."""
    id_, _, name, kind, status, actor, session, started, ended, recovery, reason, numbers = found
    return Cycle(
        id=id_,
        namespace=name or "",
        kind=kind,
        status=status,
        actor=actor,
        session=session,
        started_at=from_millis(started),
        ended_at=None if ended is None else from_millis(ended),
        recovery=recovery,
        reason=reason,
        statistics=decoded(numbers, Statistics),
    )


def starting_with(database: Database, namespaces: Sequence[int], prefix: str) -> list[str]:
    """List the ids of some namespaces' cycles that start so, nine at most."""
    found = database.rows(
        "SELECT id FROM cycles WHERE substr(id, 1, length(?1)) = ?1"
        " AND namespace IN (SELECT value FROM json_each(?2)) ORDER BY id LIMIT 9",
        (prefix, listed(namespaces)),
    )
    return [str(row[0]) for row in found]


def last_asked(database: Database, namespace: int) -> int | None:
    """Tell when a cycle last looked for something to merge in a namespace, and got to its end."""
    found = database.value(
        "SELECT max(started_at) FROM cycles WHERE namespace = ? AND kind <> 'apply'"
        " AND status NOT IN ('running', 'failed', 'interrupted')",
        (namespace,),
    )
    return None if found is None else int(found)


def sessions_since(database: Database, keys: Sequence[str], since: int) -> int:
    """Count the sessions of a project, by its keys, that were at work since a moment."""
    return int(
        database.value(
            "SELECT count(*) FROM sessions WHERE seen_at > ?"
            " AND project IN (SELECT value FROM json_each(?))",
            (since, listed(keys)),
        )
    )


def superseded_in(database: Database, cycle: str) -> int:
    """Count the notes that a cycle has superseded so far."""
    return int(
        database.value(
            "SELECT count(*) FROM journal WHERE cycle = ? AND op = 'supersede'", (cycle,)
        )
    )


def listed(values: Sequence[int] | Sequence[str]) -> str:
    """Write values as a JSON list for SQL."""
    return msgspec.json.encode(list(values)).decode()
