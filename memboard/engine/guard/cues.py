"""Finding at once which of many short pieces stand in a text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

FEW = 20_000
"""Characters that are looked through before a tree of all cues, which takes 20 ms, is made."""


class Cues:
    """The cues of all rules, and which rules each of them calls.

    Looking for some three hundred pieces one by one costs more than all rules that they call, so
    that the ASCII ones are one pattern, a tree of their letters.
    """

    __slots__ = ("_calls", "_foreign", "_looked", "_plain", "_tree")

    def __init__(self, cues: Iterable[tuple[str, int]]) -> None:
        """Take pairs of a cue, in lower case, and the place of the rule that waits for it."""
        calls: dict[str, set[int]] = {}
        for cue, place in cues:
            calls.setdefault(unicodedata.normalize("NFKC", cue), set()).add(place)
        self._foreign = tuple((cue, calls[cue]) for cue in calls if not cue.isascii())
        self._plain = {cue: calls[cue] for cue in calls if cue.isascii()}
        self._calls: dict[str, set[int]] = {}
        self._tree: re.Pattern[str] | None = None
        self._looked = 0

    def called(self, lowered: str) -> list[int]:
        """The places, in order, of the rules of which a cue stands in a text in lower case."""
        found: set[int] = set()
        for places in self._standing(lowered):
            found |= places
        if not lowered.isascii():
            for cue, places in self._foreign:
                if cue in lowered:
                    found |= places
        return sorted(found)

    def _standing(self, lowered: str) -> Iterable[set[int]]:
        """The places of a text's ASCII cues: one by one until the tree is worth growing."""
        if self._tree is None:
            self._looked += len(lowered)
            if self._looked <= FEW:
                return [places for cue, places in self._plain.items() if cue in lowered]
            self._tree = self._grown()
        return [self._calls[cue] for cue in set(self._tree.findall(lowered))]

    def _grown(self) -> re.Pattern[str]:
        """Grow the tree, which finds the longest cue at a place: it calls for the shorter ones."""
        plain = self._plain
        self._calls = {
            cue: set().union(*(plain[short] for short in plain if cue.startswith(short)))
            for cue in plain
        }
        return re.compile(f"(?=({_tree(plain)}))")


def _tree(pieces: Iterable[str]) -> str:
    """A pattern for the longest of some pieces that stands at a place."""
    tails: dict[str, list[str]] = {}
    for piece in pieces:
        tails.setdefault(piece[:1], []).append(piece[1:])
    may_end = tails.pop("", None) is not None
    branches = [
        re.escape(head) + (_tree(rest) if any(rest) else "") for head, rest in tails.items()
    ]
    return f"(?:{'|'.join(branches)}){'?' if may_end else ''}"
