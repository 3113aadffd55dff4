"""Old and new text, told apart by words: `-` and `+` lines with the changed words underlined."""

from __future__ import annotations

import difflib
import re

from memboard.board.cells import wrap
from memboard.board.paint import Span
from memboard.board.rows import marked
from memboard.board.text import isolated, plain


def text_difference(old: str, new: str, width: int) -> list[list[Span]]:
    """Write both texts, wrapped under their signs."""
    before, after = plain(old, lines=True), plain(new, lines=True)
    gone, come = changed_ranges(before, after)
    return [
        *signed("-", before, gone, width),
        *signed("+", after, come, width),
    ]


def changed_ranges(before: str, after: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Find the words that only one of two texts has."""
    old, new = list(re.finditer(r"\S+", before)), list(re.finditer(r"\S+", after))
    matcher = difflib.SequenceMatcher(
        None, [word.group() for word in old], [word.group() for word in new], autojunk=False
    )
    gone: list[tuple[int, int]] = []
    come: list[tuple[int, int]] = []
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag != "equal":
            gone += [word.span() for word in old[i1:i2]]
            come += [word.span() for word in new[j1:j2]]
    return gone, come


def signed(sign: str, text: str, ranges: list[tuple[int, int]], width: int) -> list[list[Span]]:
    """Write one of the texts."""
    role = "good" if sign == "+" else "danger"
    lines: list[list[Span]] = []
    for at, piece in enumerate(wrap(text, max(8, width - 2))):
        lead: Span = (f"{sign} " if at == 0 else "  ", role)
        body = [(isolated(part), how) for part, how in marked(piece, tuple(ranges))]
        lines.append([lead, *body])
    return lines


def small_difference(old: str, new: str) -> str:
    """Name what changed in a few words: `5432 → 5433`."""
    gone, come = changed_ranges(plain(old), plain(new))
    before = " ".join(plain(old)[first:last] for first, last in gone[:4])
    after = " ".join(plain(new)[first:last] for first, last in come[:4])
    return f"{before} → {after}".strip()
