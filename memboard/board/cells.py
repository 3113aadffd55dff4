"""Cutting and wrapping by cells: what fits in so many columns, and where it came from.

A piece knows where in the text it starts, so that marks on letters survive the cutting.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from rich.cells import cell_len

MORE = "…"
ELIDED_FROM = 16
"""Cells from which an identifier may lose its middle."""
ELIDED_ROOM = 12
"""Cells that must be free for that."""


class Piece(NamedTuple):
    """Some of a text, and where in it that starts; None where it is ours, such as `…`."""

    text: str
    start: int | None


def clusters(text: str) -> Iterator[str]:
    """Split a text into what must stay whole: a character with the marks upon it."""
    held = ""
    for character in text:
        joins = unicodedata.category(character) in ("Mn", "Me", "Mc") or character in "\u200c\u200d"
        if held and not joins:
            yield held
            held = ""
        held += character
    if held:
        yield held


def is_identifier(word: str) -> bool:
    """Tell whether a word names something exactly, and so must not lose its end."""
    return re.search(r"\w[/_.:-]\w|\d", word) is not None


def is_wide(word: str) -> bool:
    """Tell whether a word is of a script that breaks anywhere."""
    return bool(word) and cell_len(word[0]) == 2


def tokens(text: str) -> Iterator[tuple[int, str]]:
    """Split a text where a line may end: at spaces, and around wide characters."""
    for found in re.finditer(r"[^\S\n]+|\S+|\n", text):
        word, start = found.group(), found.start()
        if cell_len(word) == len(word):
            yield start, word
            continue
        at, run = start, ""
        for cluster in clusters(word):
            if run and (is_wide(cluster) or is_wide(run)):
                yield at, run
                at, run = at + len(run), ""
            run += cluster
        yield at, run


def head_of(text: str, width: int) -> str:
    """Give as much of the start of a text as fits."""
    kept, used = [], 0
    for cluster in clusters(text):
        used += cell_len(cluster)
        if used > width:
            break
        kept.append(cluster)
    return "".join(kept)


def tail_of(text: str, width: int) -> str:
    """Give as much of the end of a text as fits."""
    kept, used = [], 0
    for cluster in reversed(list(clusters(text))):
        used += cell_len(cluster)
        if used > width:
            break
        kept.append(cluster)
    return "".join(reversed(kept))


def elided(word: str, start: int, width: int, more: str = MORE) -> list[Piece]:
    """Take out the middle of an identifier, keeping its last path segment if that fits."""
    room = width - cell_len(more)
    last = re.split(r"(?=/)", word)[-1]
    segment = last.lstrip("/")
    tail = segment if 0 < cell_len(segment) <= room - 4 else tail_of(word, room // 2)
    head = head_of(word, room - cell_len(tail))
    return [
        Piece(head, start),
        Piece(more, None),
        Piece(tail, start + len(word) - len(tail)),
    ]


def cut(text: str, width: int, more: str = MORE, start: int = 0) -> list[Piece]:
    """Cut a one-line text to a width: whole words, then ` …` where something follows.

    Identifiers and numbers never lose their end; a long identifier loses its middle instead.
    """
    if start == 0 and cell_len(text) <= width:
        return [Piece(text, 0)]
    if start:
        lead = f"{more} "
        return [Piece(lead, None), *cut_from(text, start, width - cell_len(lead), more)]
    return cut_from(text, 0, width, more)


def cut_from(text: str, start: int, width: int, more: str) -> list[Piece]:
    """Cut the rest of a text, from a place on."""
    rest = text[start:]
    if cell_len(rest) <= width:
        return [Piece(rest, start)]
    room = width - cell_len(more) - 1
    pieces: list[Piece] = []
    used, end = 0, start
    for at, word in tokens(rest):
        size = cell_len(word)
        if used + size > room:
            if word.isspace():
                break
            last = at + len(word) == len(rest)
            free = width - used if last else room - used
            if is_identifier(word) and size >= ELIDED_FROM and free >= ELIDED_ROOM:
                short = [Piece(rest[: end - start], start), *elided(word, start + at, free, more)]
                return short if last else [*short, ending(more)]
            break
        used += size
        end = start + at + len(word)
    kept = text[start:end].rstrip()
    if not kept:
        return [Piece(head_of(rest, max(0, width - cell_len(more))), start), Piece(more, None)]
    pieces.append(Piece(kept, start))
    return [*pieces, ending(more)]


def ending(more: str) -> Piece:
    """Give the sign that something follows."""
    return Piece(f" {more}", None)


def shorten(text: str, width: int, more: str = MORE) -> str:
    """Cut a one-line text to a width and give it as a string."""
    return "".join(piece.text for piece in cut(text, width, more)) if width > 0 else ""


def wrap(text: str, width: int) -> list[Piece]:
    """Break a text into lines of at most `width` cells; each piece is one line."""
    lines: list[Piece] = []
    start, end, used = 0, 0, 0
    for at, word in split_long(text, max(1, width)):
        if word == "\n":
            lines.append(Piece(text[start:end].rstrip(), start))
            start, end, used = at + 1, at + 1, 0
            continue
        size = cell_len(word)
        if used + size > width and not word.isspace():
            lines.append(Piece(text[start:end].rstrip(), start))
            start, used = at, 0
        if used == 0 and word.isspace() and lines:
            start = end = at + len(word)
            continue
        used += size
        end = at + len(word)
    lines.append(Piece(text[start:end].rstrip(), start))
    return lines


def split_long(text: str, width: int) -> Iterator[tuple[int, str]]:
    """Split a text like `tokens`, and also inside words that are longer than a line."""
    for start, word in tokens(text):
        at = start
        rest = word
        while cell_len(rest) > width and not rest.isspace():
            head = head_of(rest, width) or next(clusters(rest))
            yield at, head
            at += len(head)
            rest = rest[len(head) :]
        if rest:
            yield at, rest
