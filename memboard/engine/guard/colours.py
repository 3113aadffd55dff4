"""Colours of a terminal that show nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memboard.engine.guard.finding import Span

_COLOURS = re.compile("(?:\x1b\\[|\x9b)([0-9;:]{1,60})m")
"""A sequence that sets colours and styles."""

_GROUNDS = {"3": ("3", ""), "4": ("4", ""), "9": ("3", "bright "), "10": ("4", "bright ")}
"""How a colour's code begins: whether it is of letters (3) or behind them (4), and how bright."""


def concealed(text: str) -> Iterator[Span]:
    """Sequences that conceal what follows, or give letters the colour behind them."""
    return (m.span() for m in _COLOURS.finditer(text) if _conceals(re.split("[;:]", m[1])))


def _conceals(codes: list[str]) -> bool:
    """Whether one sequence hides what follows. A colour by number takes the codes after it."""
    colours: dict[str, str] = {}
    rest = iter(codes)
    for code in rest:
        if code in ("38", "48"):
            taken = 1 if next(rest, "") == "5" else 3
            colours[code[0]] = ";".join(next(rest, "") for _ in range(taken))
        elif code.lstrip("0") == "8":
            return True
        elif len(code) in (2, 3) and code[:-1] in _GROUNDS:
            ground, brightness = _GROUNDS[code[:-1]]
            colours[ground] = brightness + code[-1]
    return "3" in colours and colours["3"] == colours.get("4")
