"""A score as a bar, in parts, so that the bar never disagrees with the number beside it."""

from __future__ import annotations

from memboard.board.glyphs import Glyphs
from memboard.board.paint import Span
from memboard.engine import Parts

VECTOR_SHARE, WORDS_SHARE = 0.7, 0.3
"""What meaning and words count for in the hybrid (design, §6)."""


def shares(parts: Parts) -> tuple[float, float]:
    """Split the relevance into what meaning gave and what words gave; they add up to it."""
    if parts.vector is None:
        return 0.0, parts.relevance
    by_meaning = VECTOR_SHARE * parts.vector * parts.weight
    by_words = WORDS_SHARE * parts.bm25 * parts.weight
    total = by_meaning + by_words
    if total <= 0:
        return 0.0, 0.0
    return parts.relevance * by_meaning / total, parts.relevance * by_words / total


def bar_cells(parts: Parts, cells: int) -> tuple[int, int]:
    """Give the cells of meaning and of words: the sum is rounded first, then the parts."""
    meaning, words = shares(parts)
    total = max(0, min(cells, round(parts.relevance * cells)))
    if parts.relevance <= 0:
        return 0, 0
    by_meaning = min(total, round(total * meaning / (meaning + words))) if meaning else 0
    return by_meaning, total - by_meaning


def list_bar(parts: Parts, cells: int, glyphs: Glyphs) -> list[Span]:
    """Draw the bar of a row."""
    meaning, words = bar_cells(parts, cells)
    return [
        (glyphs.meaning * meaning, "meaning"),
        (glyphs.words * words, "words"),
        (glyphs.empty * (cells - meaning - words), "quiet"),
    ]


def part_bar(value: float, cells: int, glyph: str, role: str, glyphs: Glyphs) -> list[Span]:
    """Draw the bar of one part."""
    full = max(0, min(cells, round(value * cells)))
    return [(glyph * full, role), (glyphs.empty * (cells - full), "quiet")]


def floor_cell(floor: float, cells: int) -> int:
    """Give the cell under which the floor is marked."""
    return max(0, min(cells - 1, round(floor * cells) - 1))
