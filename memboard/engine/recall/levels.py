"""The levels: how much is recalled without being asked for."""

from __future__ import annotations

from memboard.engine.model import Level, Value


class Reach(Value, frozen=True):
    """What a level recalls."""

    notes: int
    """At most so many."""
    floor: float
    """Relevance from which a note is worth injecting."""
    pool: int
    """So many times the usual candidates."""


LEVELS: dict[Level, Reach] = {
    "low": Reach(notes=1, floor=0.50, pool=1),
    "default": Reach(notes=3, floor=0.35, pool=1),
    "high": Reach(notes=5, floor=0.35, pool=1),
    "max": Reach(notes=8, floor=0.25, pool=2),
}
"""Design §6; the level changes neither searches nor manual writes."""
