"""How a failure lesson is drawn: two lines in the list, and its whole story in the detail."""

from __future__ import annotations

from collections.abc import Sequence

from memboard.board.ages import clock_time, long_age, plural, short_age
from memboard.board.cells import head_of, shorten, wrap
from memboard.board.differences import text_difference
from memboard.board.matches import filter_ranges
from memboard.board.page import Line, Page, heading, labelled
from memboard.board.paint import Span, spans_width
from memboard.board.rows import Look, text_spans
from memboard.board.text import isolated, plain
from memboard.engine.shown import Failure

TIMES, TOOL = 4, 7
"""Cells of the two columns, their spaces included."""
NO_FIX = "nothing known that works instead"


def command_row(failure: Failure, look: Look, width: int, sifted: str = "") -> list[Span]:
    """Draw age, times, tool and the command that failed."""
    spans = lead(failure, look)
    ranges = filter_ranges(failure.command, sifted) if sifted else ()
    room = width - spans_width(spans)
    return [*spans, *text_spans(failure.command, room, look.glyphs, ranges)]


def fix_row(failure: Failure, look: Look, width: int, sifted: str = "") -> list[Span]:
    """Draw what worked instead, under its command."""
    sign = f"{look.glyphs.becomes} "
    before = max(0, spans_width(lead(failure, look)) - len(sign))
    spans: list[Span] = [(" " * before, ""), (sign, "good")]
    room = width - spans_width(spans)
    if failure.fix is None:
        return [*spans, (shorten(NO_FIX, room, look.glyphs.more), "quiet")]
    ranges = filter_ranges(failure.fix, sifted) if sifted else ()
    return [*spans, *text_spans(failure.fix, room, look.glyphs, ranges)]


def lead(failure: Failure, look: Look) -> list[Span]:
    """Draw what stands before the command; each part goes when there is no room for it."""
    spans: list[Span] = []
    if look.layout.age:
        spans.append((f"{short_age(failure.last, look.now):>3}", "quiet"))
    if look.layout.flags:
        times = f"{min(failure.times, 999)}{look.glyphs.times}"
        spans.append((f"{times:>{TIMES}} ", "strong" if failure.times > 1 else "quiet"))
        tool = head_of(plain(failure.tool), TOOL - 1)
        spans.append((f"{tool}{' ' * (TOOL - spans_width([(tool, '')]))}", "quiet"))
    return spans or [("   ", "")]


def lesson_page(failure: Failure, page: Page) -> list[Line]:
    """Write the whole command, the whole fix, what they differ in, and how often it happened."""
    lines: list[Line] = [heading("Failed, then worked", page)]
    if failure.fix is None:
        pieces = wrap(plain(failure.command, lines=True), page.width)
        lines += [[(isolated(piece.text), "")] for piece in pieces]
        lines.append([(NO_FIX, "quiet")])
    else:
        lines += text_difference(failure.command, failure.fix, page.width)
    sessions = plural(failure.times, "session")
    lines += [[], heading("Happened", page), *labelled("times", f"in {sessions}", page)]
    lines += labelled("tool", failure.tool, page)
    last = f"{clock_time(failure.last, page.now)}, {long_age(failure.last, page.now)}"
    lines += labelled("last", f"{last}, session {failure.session}", page)
    lines += labelled("first", clock_time(failure.first, page.now), page)
    lines += labelled("project", failure.project or "outside a project", page)
    return [*lines, *labelled("key", failure.key[:12], page)]


def lessons_page(failures: Sequence[Failure], page: Page) -> list[Line]:
    """Write what several marked lessons are."""
    lines: list[Line] = [[(f"{len(failures):,} marked", "strong")], []]
    for one in failures:
        text = shorten(plain(one.command), page.width, page.glyphs.more)
        lines.append([(isolated(text), "")])
    return lines
