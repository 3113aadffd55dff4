"""A text as its sentences, for reasons that count how many of them a thing is true of."""

from __future__ import annotations

import re

_END = re.compile(r"(?<=[.!?…])\s+|\n+")


def sentences(text: str) -> list[str]:
    """Take a text apart at line breaks, and at white space after a full stop. Linear."""
    return [bare for piece in _END.split(text) if (bare := piece.strip())]


def share(marks: list[bool]) -> float:
    """Give the share of what is marked; 0 of nothing."""
    return sum(marks) / len(marks) if marks else 0.0
