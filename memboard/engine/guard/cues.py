"""Finding at once which of many short pieces stand in a text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable


class Cues:
    """The cues of all rules, and which rules each of them calls.

    Looking for some three hundred pieces one by one costs more than all rules that they call, so
    that the ASCII ones are one pattern, a tree of their letters.
    """

    __slots__ = ("_calls", "_foreign", "_tree")

    def __init__(self, cues: Iterable[tuple[str, int]]) -> None:
        """Take pairs of a cue, in lower case, and the place of the rule that waits for it."""
        calls: dict[str, set[int]] = {}
        for cue, place in cues:
            calls.setdefault(unicodedata.normalize("NFKC", cue), set()).add(place)
        plain = [cue for cue in calls if cue.isascii()]
        self._foreign = tuple((cue, calls[cue]) for cue in calls if not cue.isascii())
        self._calls = {
            cue: set().union(*(calls[short] for short in plain if cue.startswith(short)))
            for cue in plain
        }
        self._tree = re.compile(f"(?=({_tree(plain)}))")

    def called(self, lowered: str) -> list[int]:
        """The places, in order, of the rules of which a cue stands in a text in lower case."""
        found: set[int] = set()
        for cue in set(self._tree.findall(lowered)):
            found |= self._calls[cue]
        if not lowered.isascii():
            for cue, places in self._foreign:
                if cue in lowered:
                    found |= places
        return sorted(found)


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
