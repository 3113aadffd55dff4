"""The named moments of a cycle at which a process may die; a test dies at every one of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

Point = Literal[
    "claimed",
    "copied",
    "trusted",
    "begun",
    "merged",
    "superseded",
    "recorded",
    "gated",
    "committed",
    "tidied",
    "rejecting",
]
"""In the order in which an applied cycle reaches them; `rejecting` lies between a rollback and
its record."""

POINTS: tuple[Point, ...] = get_args(Point)


def go_on(point: Point) -> None:
    """Do nothing at a point, as outside of tests."""
    del point


at: Callable[[Point], None] = go_on
"""Called at each point; a test puts a function here that ends the process."""


def reach(point: Point) -> None:
    """Say that a point is reached."""
    at(point)
