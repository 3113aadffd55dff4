"""How wide text is on a terminal, and cutting, padding and wrapping it to a width."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

ZERO_WIDTH = frozenset({"Mn", "Me", "Cf"})
JOINER = "\u200d"


def width_of(text: str) -> int:
    """Count the cells a text takes."""
    return len(text) if text.isascii() else sum(cells for _, cells in measured(text))


def measured(text: str) -> Iterator[tuple[str, int]]:
    """Give each character with its cells; what a joiner ties to the one before takes none."""
    before = ""
    for character in text:
        yield character, 0 if before == JOINER else cells_of(character)
        before = character


def cells_of(character: str) -> int:
    """Give the cells of one character: 0, 1 or 2."""
    if unicodedata.category(character) in ZERO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def padded(text: str, width: int, *, right: bool = False) -> str:
    """Fill a text with spaces to a width."""
    fill = " " * (width - width_of(text))
    return fill + text if right else text + fill


def cut(text: str, width: int | None, more: str = "…") -> str:
    """Cut a line to a width: whole words, then ` …` where something follows."""
    if width is None or width_of(text) <= width:
        return text
    room = max(width - width_of(more) - 1, 1)
    head = fitting(text, room)
    if len(head) < len(text) and not text[len(head)].isspace() and " " in head:
        words = head.rsplit(" ", 1)[0].rstrip()
        head = words if width_of(words) * 2 >= room else head
    return f"{head.rstrip()} {more}"


def fitting(text: str, width: int) -> str:
    """Give the longest start of a text that fits a width."""
    taken = 0
    for at, (_, cells) in enumerate(measured(text)):
        taken += cells
        if taken > width:
            return text[:at]
    return text


def wrapped(text: str, width: int | None) -> list[str]:
    """Break a line into lines of a width, between words where there are any."""
    if width is None or width_of(text) <= width:
        return [text]
    lines: list[str] = []
    rest = text
    while width_of(rest) > width:
        head = fitting(rest, width) or rest[0]
        if rest[len(head) : len(head) + 1] != " " and " " in head.strip():
            head = head[: head.rindex(" ")]
        lines.append(head.rstrip())
        rest = rest[len(head) :].lstrip()
    return [*lines, rest] if rest else lines
