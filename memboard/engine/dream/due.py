"""When a project's notes are due for a cycle: hours and sessions since the last one, both."""

from __future__ import annotations

import datetime as dt

from memboard.engine.model import Value
from memboard.engine.recall import levels
from memboard.engine.settings import MemorySettings
from memboard.engine.sources import from_millis
from memboard.engine.store import cycles, namespaces
from memboard.engine.store.store import Store

HOUR_MILLISECONDS = 3_600_000


class Due(Value, frozen=True):
    """Whether the end of a session may start a cycle, and what it still waits for."""

    enabled: bool
    due: bool
    """Whether it is enabled, and both have passed."""
    automatic: bool
    """Whether the cycle would merge by itself."""
    last: dt.datetime | None
    """When a cycle last looked at this project's notes; None for never."""
    hours: float | None
    """Since then."""
    min_hours: float
    sessions: int
    """Of this project, at work since then."""
    min_sessions: int


def due(store: Store, settings: MemorySettings) -> Due:
    """Tell whether the notes of this project are due.

    Before the first cycle no hours count, only sessions.
    """
    keys = namespaces.keys_of(store.database, store.project)
    last = last_cycle(store)
    now = store.now()
    hours = None if last is None else max(0, now - last) / HOUR_MILLISECONDS
    sessions = cycles.sessions_since(store.database, keys, -1 if last is None else last)
    least_hours, least_sessions = levels.dream_hours(settings), levels.dream_sessions(settings)
    passed = (hours is None or hours >= least_hours) and sessions >= least_sessions
    enabled = levels.dreams(settings)
    return Due(
        enabled=enabled,
        due=enabled and passed,
        automatic=settings.dream.automatic,
        last=None if last is None else from_millis(last),
        hours=hours,
        min_hours=least_hours,
        sessions=sessions,
        min_sessions=least_sessions,
    )


def last_cycle(store: Store) -> int | None:
    """Tell when a cycle last looked at the notes of this project, or the global ones without."""
    namespace = store.project_namespace()
    if namespace is None and store.project is not None:
        return None
    return cycles.last_asked(store.database, namespace or namespaces.GLOBAL)
