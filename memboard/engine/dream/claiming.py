"""Claims the right to run a cycle: one process at a time, whatever becomes of the last one.

The lock is the row of the cycle that runs, taken inside a write transaction. A cycle whose process
died, or that is thirty minutes old, is ended as interrupted by whoever comes next. It has nothing
to repair: all that a cycle changes in notes is one transaction.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from memboard.engine.dream import points
from memboard.engine.dream.holding import interruption, this_process
from memboard.engine.errors import Conflict, MemboardError
from memboard.engine.sources import from_millis, new_id
from memboard.engine.store import cycles, recovery
from memboard.engine.store.cycles import Kind, Statistics, Status
from memboard.engine.store.journal import Author
from memboard.engine.store.store import Store


def claim(store: Store, author: Author, namespace: int, kind: Kind) -> str:
    """Begin a cycle and hold the lock; gives the cycle's id.

    Raises:
        Conflict: another cycle runs.
    """
    holder = this_process()
    with store.writing("the cycle") as now:
        end_interrupted(store, now)
        other = cycles.running(store.database)
        if other is not None:
            raise Conflict(
                f"A cycle of {other.actor} runs since {from_millis(other.started_at):%H:%M} UTC.",
                hint="Wait for its end: memboard dream status shows it.",
            )
        cycle = free_cycle(store)
        cycles.start(store.database, cycle, namespace, kind, author, holder, now)
    points.reach("claimed")
    return cycle


@contextmanager
def claimed(store: Store, author: Author, namespace: int, kind: Kind) -> Iterator[str]:
    """Run a cycle: whatever happens inside, it is ended.

    What the block did not end itself was for nothing: `empty`, or `failed` with the error.
    """
    cycle = claim(store, author, namespace, kind)
    try:
        yield cycle
    except BaseException as error:
        reason = error.message if isinstance(error, MemboardError) else type(error).__name__
        try_to_end(store, cycle, "failed", reason)
        raise
    end_cycle(store, cycle, "empty")


def end_cycle(
    store: Store,
    cycle: str,
    status: Status,
    reason: str | None = None,
    statistics: Statistics | None = None,
) -> bool:
    """End a cycle and give the lock back; False where it was ended already."""
    with store.writing("the end of the cycle") as now:
        return cycles.end(store.database, cycle, status, now, reason=reason, statistics=statistics)


def try_to_end(store: Store, cycle: str, status: Status, reason: str) -> None:
    """End a cycle whose error matters more than that of ending it; what stays heals later."""
    try:
        end_cycle(store, cycle, status, reason)
    except MemboardError:
        return


def recover(store: Store) -> str | None:
    """End a cycle that was interrupted, before anybody uses its records; gives its id."""
    running = cycles.running(store.database)
    if running is None or interruption(running, store.now()) is None:
        return None
    with store.writing("the end of an interrupted cycle") as now:
        ended = end_interrupted(store, now)
    recovery.tidy(store.database.path)
    return ended


def end_interrupted(store: Store, now: int) -> str | None:
    """End inside a transaction the cycle that holds the lock, if its process died or hung."""
    running = cycles.running(store.database)
    why = None if running is None else interruption(running, now)
    if running is None or why is None:
        return None
    reason = f"{why} No note was changed."
    cycles.end(store.database, running.id, "interrupted", now, reason=reason)
    return running.id


def free_cycle(store: Store) -> str:
    """Draw an id that no cycle has."""
    while True:
        drawn = new_id(store.entropy)
        if cycles.find_cycle(store.database, drawn) is None:
            return drawn
