"""Which letters of a text a filter or a query speaks of.

A filter takes its words as they are typed. Only where no note has them does it look for near
ones (rapidfuzz), so that a slip of the finger still finds, and a right word finds nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from memboard.board.text import plain

Ranges = tuple[tuple[int, int], ...]
"""Places in the drawn text, in order, not touching."""

NEAR_LETTERS = 3
"""Words shorter than this have no near ones."""
NEAR_RATIO = 75.0
"""How alike a near word must be, 0 to 100 (rapidfuzz's normalised indel)."""


def words_of(query: str) -> tuple[str, ...]:
    """Split what was typed into words, folded."""
    return tuple(dict.fromkeys(query.casefold().split()))


def literal_match(folded: str, words: Sequence[str]) -> bool:
    """Tell whether a folded text has all the words as typed."""
    return all(word in folded for word in words)


def near_match(folded: str, words: Sequence[str]) -> bool:
    """Tell whether a folded text has all the words, or words like them."""
    return all(word in folded or near_range(folded, word) for word in words)


def near_range(folded: str, word: str) -> tuple[int, int] | None:
    """Find where a text says nearly a word."""
    from rapidfuzz import fuzz  # 10 ms

    if len(word) < NEAR_LETTERS:
        return None
    found = fuzz.partial_ratio_alignment(word, folded, score_cutoff=NEAR_RATIO)
    if found is None or found.dest_end <= found.dest_start:
        return None
    return found.dest_start, found.dest_end


def filter_ranges(text: str, query: str) -> Ranges:
    """Find the letters of a text that a filter speaks of, as places in the drawn text."""
    folded = same_length_fold(plain(text))
    found: list[tuple[int, int]] = []
    for word in words_of(query):
        places = [found.span() for found in re.finditer(re.escape(word), folded)]
        if not places and (near := near_range(folded, word)):
            places = [near]
        found += places
    return merged(found)


def query_ranges(text: str, query: str) -> Ranges:
    """Find the words of a text that a search speaks of; a hit by meaning alone has none."""
    folded = same_length_fold(plain(text))
    found: list[tuple[int, int]] = []
    for word in re.findall(r"[\w][\w./:-]*\w|\w", query.casefold()):
        if len(word) > 1:
            pattern = rf"(?<!\w){re.escape(word)}\w{{0,3}}(?!\w)"
            found += [match.span() for match in re.finditer(pattern, folded)]
    return merged(found)


def same_length_fold(text: str) -> str:
    """Fold case without moving any letter: what would change its length stays as it is."""
    folded = text.casefold()
    if len(folded) == len(text):
        return folded
    return "".join(
        low if len(low := character.casefold()) == 1 else character for character in text
    )


def merged(ranges: list[tuple[int, int]]) -> Ranges:
    """Put ranges in order and join those that touch."""
    joined: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if joined and first <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return tuple(joined)
