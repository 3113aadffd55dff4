"""What is drawn at which size. Pure, so that every size can be tested without a screen."""

from __future__ import annotations

from typing import Literal, NamedTuple

Arrangement = Literal["beside", "below", "single"]

BESIDE_WIDTH, BESIDE_HEIGHT = 110, 16
BELOW_HEIGHT = 22
NAMES_FROM = 72
AGE_FROM = 50
FLAGS_FROM = 40
BARE_WIDTH, BARE_HEIGHT = 30, 8


class Layout(NamedTuple):
    """Where list and detail go, and which parts there is room for."""

    arrangement: Arrangement
    tab_names: bool
    trigger: bool
    age: bool
    flags: bool
    bar_cells: int
    """Cells of the score bar in a list; 0 drops it."""
    bare: bool
    """Only rows and footer are drawn."""


def choose_layout(width: int, height: int) -> Layout:
    """Choose by the size of the terminal; no size is refused."""
    if width >= BESIDE_WIDTH and height >= BESIDE_HEIGHT:
        arrangement: Arrangement = "beside"
    else:
        arrangement = "below" if height >= BELOW_HEIGHT else "single"
    wide, aged = width >= NAMES_FROM, width >= AGE_FROM
    return Layout(
        arrangement=arrangement,
        tab_names=wide,
        trigger=wide,
        age=aged,
        flags=width >= FLAGS_FROM,
        bar_cells=10 if wide else 5 if aged else 0,
        bare=width < BARE_WIDTH or height < BARE_HEIGHT,
    )
