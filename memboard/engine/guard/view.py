"""A rewritten text that remembers where each of its characters came from."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import re

    from memboard.engine.guard.finding import Span

Edit = tuple[int, int, str]
"""Start and end in the source, and what stands there instead."""


class View:
    """A text after edits. `origin` maps a span back to the source, through all views below.

    `lowered` is the same text in small letters, character for character. Places are kept as a list
    of pieces rather than one number per character, so that a text with few edits costs little and
    mapping is a binary search.
    """

    __slots__ = ("_below", "_pieces", "_starts", "lowered", "text")

    def __init__(self, text: str, edits: Iterable[Edit] = (), below: View | None = None) -> None:
        self._below = below
        self._pieces: list[tuple[int, int, int]] = []  # source start, source end, length here
        self._starts: list[int] = []
        self.text = self._rewrite(text, edits)
        self.lowered = _lowered(self.text)

    def _rewrite(self, text: str, edits: Iterable[Edit]) -> str:
        """Apply edits, which stand in order and do not overlap, and note the pieces."""
        out: list[str] = []
        done = 0
        for start, end, instead in edits:
            self._keep(out, text, done, start)
            if instead:
                self._note(start, end, len(instead))
                out.append(instead)
            done = end
        self._keep(out, text, done, len(text))
        return "".join(out)

    def _keep(self, out: list[str], text: str, start: int, end: int) -> None:
        """Copy a stretch unchanged."""
        if start < end:
            self._note(start, end, end - start)
            out.append(text[start:end])

    def _note(self, start: int, end: int, length: int) -> None:
        """Record a piece that begins where the last one ended."""
        here = self._starts[-1] + self._pieces[-1][2] if self._pieces else 0
        self._starts.append(here)
        self._pieces.append((start, end, length))

    def origin(self, start: int, end: int) -> Span:
        """The span of the first text that the characters `start` to `end` of this one came from."""
        if start >= end:
            return (0, 0)
        first, last = self._source(start)[0], self._source(end - 1)[1]
        return self._below.origin(first, last) if self._below else (first, last)

    def _source(self, position: int) -> Span:
        """Where one character came from: itself, or the whole stretch it replaced."""
        index = bisect_right(self._starts, position) - 1
        start, end, length = self._pieces[index]
        if end - start != length:
            return (start, end)
        offset = start + position - self._starts[index]
        return (offset, offset + 1)

    def replacing(self, pattern: re.Pattern[str], instead: Callable[[str], str]) -> View:
        """A view of this one with every match of a pattern rewritten; itself if none changes."""
        edits = [
            (match.start(), match.end(), new)
            for match in pattern.finditer(self.text)
            if (new := instead(match[0])) != match[0]
        ]
        return View(self.text, edits, self) if edits else self


def _lowered(text: str) -> str:
    """A text in small letters, each in its place."""
    small = text.lower()
    if len(small) == len(text):
        return small
    return "".join(low if len(low := letter.lower()) == 1 else letter for letter in text)
