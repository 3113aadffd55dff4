"""Why a note came up: the parts of its score, as bars and as arithmetic.

Two scales are told apart. Relevance does not depend on the query's other hits, and is what the
floor looks at; the match, which gives the order, compares the hits of one query.
"""

from __future__ import annotations

from memboard.board.ages import score
from memboard.board.glyphs import Glyphs
from memboard.board.page import BAR, LABEL, Line, Page, Subject, heading, labelled
from memboard.board.scores import floor_cell, list_bar, part_bar, shares
from memboard.engine import Hit


def why_it_came_up(subject: Subject, page: Page) -> list[Line]:
    """Write the parts of a hit's score, as bars and as arithmetic."""
    hit = subject.hit
    if hit is None:
        return []
    parts, glyphs = hit.parts, page.glyphs
    cells = BAR if page.width >= LABEL + BAR + 6 else max(4, page.width - LABEL - 6)
    lines = [heading("Why it came up", page)]
    if parts.vector is None:
        lines.append([("meaning".ljust(LABEL), "quiet"), ("no model, or no vector yet", "quiet")])
    else:
        bar = part_bar(parts.vector, cells, glyphs.meaning, "meaning", glyphs)
        lines.append([("meaning".ljust(LABEL), "quiet"), *bar, (f" {score(parts.vector)}", "")])
    bar = part_bar(parts.bm25, cells, glyphs.words, "words", glyphs)
    lines.append([("words".ljust(LABEL), "quiet"), *bar, (f" {score(parts.bm25)}", "")])
    lines.append([("relevance".ljust(LABEL), "quiet"), *relevance_bar(hit, cells, glyphs)])
    place = floor_cell(subject.floor, cells)
    verdict = "below" if hit.below_floor else "above"
    lines.append(
        [
            (" " * (LABEL + place), ""),
            (glyphs.floor, "warn"),
            (f" floor {score(subject.floor)}, {verdict}", "quiet"),
        ]
    )
    lines += labelled("", arithmetic(hit, glyphs), page, "quiet")
    lines += labelled("match", fitting(hit), page)
    lines += labelled("rank", ranking(hit, glyphs), page)
    return lines


def relevance_bar(hit: Hit, cells: int, glyphs: Glyphs) -> Line:
    """Draw the relevance with its two parts in one bar."""
    return [*list_bar(hit.parts, cells, glyphs), (f" {score(hit.parts.relevance)}", "strong")]


def arithmetic(hit: Hit, glyphs: Glyphs) -> str:
    """Write how the relevance comes about."""
    parts, times = hit.parts, glyphs.times
    where = "project" if hit.note.scope == "project" else "global"
    if parts.vector is None:
        return f"= words {score(parts.hybrid)} {times} {parts.weight:.1f} {where}"
    meaning, words = shares(parts)
    joined = f".7{times}{score(parts.vector)} + .3{times}{score(parts.bm25)}"
    added = f"{score(meaning)} + {score(words)}"
    return f"= ({joined}) {times} {parts.weight:.1f} {where} = {added}"


def fitting(hit: Hit) -> str:
    """Write what the match is made of: how well the note fits among those compared."""
    parts = hit.parts
    if parts.cosine is None:
        return f"{score(parts.match)}, words only"
    late = "" if parts.late is None else f", tokens {score(parts.late)}"
    return f"{score(parts.match)} of cosine {score(parts.cosine)}, words {score(parts.share)}{late}"


def ranking(hit: Hit, glyphs: Glyphs) -> str:
    """Write how the place among the hits follows from the match."""
    parts, times = hit.parts, glyphs.times
    sign = "+" if parts.importance >= 0 else "-"
    return (
        f"{score(parts.score)} = {score(parts.match)} {times} {parts.weight:.1f} {times}"
        f" {parts.recency:.2f} age {sign} {score(abs(parts.importance))} imp."
    )
