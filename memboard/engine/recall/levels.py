"""The levels: how much is recalled, kept and searched again without being asked for."""

from __future__ import annotations

from memboard.engine.model import Level, Value
from memboard.engine.settings import MemorySettings


class Reach(Value, frozen=True):
    """What a level does."""

    notes: int
    """At most so many."""
    floor: float
    """Relevance from which a note is worth injecting."""
    pool: int
    """So many times the usual candidates."""
    captures: bool
    """Whether what was said is distilled where a session is compacted or ends."""
    re_searches: bool
    """Whether what a compaction left is searched with for the next turn."""
    dreams: bool = False
    """Whether the end of a session may start a cycle of consolidation."""
    dream_hours: float = 4.0
    """Hours between two of them, at least."""
    dream_sessions: int = 3
    """Sessions between two of them, at least; both must have passed."""


LEVELS: dict[Level, Reach] = {
    "low": Reach(notes=1, floor=0.50, pool=1, captures=False, re_searches=False),
    "default": Reach(notes=3, floor=0.35, pool=1, captures=False, re_searches=False),
    "high": Reach(notes=5, floor=0.35, pool=1, captures=True, re_searches=True, dreams=True),
    "max": Reach(
        notes=8,
        floor=0.25,
        pool=2,
        captures=True,
        re_searches=True,
        dreams=True,
        dream_hours=1.0,
        dream_sessions=1,
    ),
}
"""Design §6; the level changes neither searches nor manual writes."""


def captures(settings: MemorySettings) -> bool:
    """Tell whether what was said is distilled: `auto_capture` if it is set, else the level."""
    own = settings.auto_capture
    return LEVELS[settings.aggressiveness].captures if own is None else own


def re_searches(settings: MemorySettings) -> bool:
    """Tell whether a compaction is searched after: `re_search` if it is set, else the level."""
    own = settings.re_search
    return LEVELS[settings.aggressiveness].re_searches if own is None else own


def dreams(settings: MemorySettings) -> bool:
    """Tell whether a session's end may start a cycle: `dream.enabled` if set, else the level."""
    own = settings.dream.enabled
    return LEVELS[settings.aggressiveness].dreams if own is None else own


def dream_hours(settings: MemorySettings) -> float:
    """Give the hours that must lie between two cycles."""
    own = settings.dream.min_hours
    return LEVELS[settings.aggressiveness].dream_hours if own is None else own


def dream_sessions(settings: MemorySettings) -> int:
    """Give the sessions that must lie between two cycles."""
    own = settings.dream.min_sessions
    return LEVELS[settings.aggressiveness].dream_sessions if own is None else own
