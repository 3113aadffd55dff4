"""How one note is drawn on one line."""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple

from rich.cells import cell_len

from memboard.board.ages import score, short_age
from memboard.board.cells import Piece, cut
from memboard.board.glyphs import Glyphs
from memboard.board.layout import Layout
from memboard.board.matches import Ranges
from memboard.board.paint import Span
from memboard.board.scores import list_bar
from memboard.board.text import isolated, plain
from memboard.engine import Hit, Note

TRIGGERS = {
    "manual": "man",
    "board": "brd",
    "capture:shutdown": "cap",
    "capture:before_compact": "cmp",
    "dream": "drm",
    "import": "imp",
    "markdown": "mkd",
}


class Look(NamedTuple):
    """What the rows of a list share."""

    now: dt.datetime
    layout: Layout
    glyphs: Glyphs


def note_row(note: Note, look: Look, width: int, ranges: Ranges = ()) -> list[Span]:
    """Draw age, trigger, flags and text."""
    spans = lead(note, look, trigger=look.layout.trigger)
    return [*spans, *text_spans(note.text, width - width_of(spans), look.glyphs, ranges)]


def hit_row(hit: Hit, look: Look, width: int, ranges: Ranges = ()) -> list[Span]:
    """Draw score, bar, age, flags and text."""
    spans: list[Span] = [(f"{score(hit.parts.relevance):>3} ", "strong")]
    if look.layout.bar_cells:
        spans += [*list_bar(hit.parts, look.layout.bar_cells, look.glyphs), (" ", "")]
    spans += lead(hit.note, look, trigger=False)
    return [*spans, *text_spans(hit.note.text, width - width_of(spans), look.glyphs, ranges)]


def lead(note: Note, look: Look, *, trigger: bool) -> list[Span]:
    """Draw what stands before the text; each part goes when there is no room for it."""
    spans: list[Span] = []
    if look.layout.age:
        spans.append((f"{short_age(note.created_at, look.now):>3} ", "quiet"))
    if trigger:
        spans.append((f"{TRIGGERS.get(note.trigger or '', '   ')} ", "quiet"))
    if look.layout.flags:
        spans += [*flags(note, look.glyphs), (" ", "")]
    return spans


def flags(note: Note, glyphs: Glyphs) -> list[Span]:
    """Draw the three cells of flags: global, pinned, and the worst of stale and pending.

    Blank is the common case: a project note, found by meaning, not pinned.
    """
    worst: Span = (" ", "")
    if note.embedding == "stale":
        worst = ("~", "warn strong")
    elif note.embedding in ("pending", "other"):
        worst = (glyphs.pending[:1], "warn strong")
    return [
        ("G", "quiet") if note.scope == "global" else (" ", ""),
        (glyphs.pin, "pin") if note.pinned else (" ", ""),
        worst,
    ]


def width_of(spans: list[Span]) -> int:
    """Count the cells of what stands before the text."""
    return sum(cell_len(text) for text, _ in spans)


def text_spans(text: str, width: int, glyphs: Glyphs, ranges: Ranges = ()) -> list[Span]:
    """Draw a note's text on one line, cut to words, with what matched marked.

    Args:
        text: the raw text.
        width: cells there are.
        glyphs: the signs to use.
        ranges: what matched, as places in the drawn text.
    """
    drawn = plain(text)
    if width <= 0:
        return []
    start = match_start(drawn, width, ranges)
    spans = [
        span for piece in cut(drawn, width, glyphs.more, start) for span in marked(piece, ranges)
    ]
    return [(isolated(part), role) for part, role in spans]


def match_start(drawn: str, width: int, ranges: Ranges) -> int:
    """Find where to start so that the first match is seen."""
    if not ranges:
        return 0
    first, last = ranges[0]
    if cell_len(drawn[:last]) <= width - 2:
        return 0
    start = drawn.rfind(" ", 0, max(0, first - width // 4))
    return start + 1 if start > 0 else first


def marked(piece: Piece, ranges: Ranges) -> list[Span]:
    """Split a piece of text at the matches in it."""
    if piece.start is None or not ranges:
        return [(piece.text, "")]
    spans: list[Span] = []
    at, end = piece.start, piece.start + len(piece.text)
    for first, last in ranges:
        if last <= at or first >= end:
            continue
        low, high = max(first, at), min(last, end)
        if low > at:
            spans.append((piece.text[at - piece.start : low - piece.start], ""))
        spans.append((piece.text[low - piece.start : high - piece.start], "match"))
        at = high
    if at < end:
        spans.append((piece.text[at - piece.start :], ""))
    return spans
