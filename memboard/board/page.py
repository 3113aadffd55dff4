"""The page a detail is written on: its width, and how a section and a value look."""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple

from rich.cells import cell_len

from memboard.board.cells import wrap
from memboard.board.glyphs import Glyphs
from memboard.board.matches import Ranges
from memboard.board.paint import Span
from memboard.board.text import isolated, plain
from memboard.engine import Hit, Note, Why

LABEL = 11
"""Cells of the label column."""
MOST = 1_000
"""Characters of a value that are drawn; what an older memboard took may be megabytes."""
BAR = 20
"""Cells of a bar; one is .05 of relevance."""

Line = list[Span]


class Subject(NamedTuple):
    """What is shown: the note, and what is known of it so far."""

    note: Note
    why: Why | None = None
    hit: Hit | None = None
    floor: float = 0.35
    ranges: Ranges = ()
    embedder: str = ""


class Page(NamedTuple):
    """Where it is drawn."""

    width: int
    now: dt.datetime
    glyphs: Glyphs


def heading(title: str, page: Page) -> Line:
    """Write a section's title with its rule."""
    fill = page.glyphs.light * max(0, page.width - cell_len(title) - 1)
    return [(f"{title} ", "strong"), (fill, "quiet")]


def labelled(label: str, value: str, page: Page, role: str = "") -> list[Line]:
    """Write a value that hangs under its label's column."""
    room = max(8, page.width - LABEL)
    cut = value[:MOST] + (page.glyphs.more if len(value) > MOST else "")
    pieces = wrap(plain(cut), room)
    first: Line = [(label.ljust(LABEL), "quiet"), (isolated(pieces[0].text), role)]
    rest: list[Line] = [[(" " * LABEL, ""), (isolated(one.text), role)] for one in pieces[1:]]
    return [first, *rest]
