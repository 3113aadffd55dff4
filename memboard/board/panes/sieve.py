"""The filter of a long list: texts are read once in pages, then sifted in memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

from memboard.board.desk import Desk
from memboard.board.matches import literal_match, near_match, words_of
from memboard.engine import Memory

PAGE = 500
"""Keys read and sifted in one step, some 5 ms."""
FIRST_LETTERS = 400
"""How much of a text is kept for sifting, so that long notes do not fill the memory."""


class Sieve:
    """Keeps the folded texts of keys it has seen; a changed text comes with `forget`."""

    def __init__(self) -> None:
        self._texts: dict[int, str] = {}

    def forget(self) -> None:
        """Read every text anew: somebody changed something."""
        self._texts.clear()

    async def sift(self, desk: Desk, keys: Sequence[int], query: str) -> AsyncIterator[list[int]]:
        """Give the keys whose notes match, growing page by page.

        Words are taken as typed; only where nothing has them, near ones are looked for.
        """
        words = words_of(query)
        for matches in (literal_match, near_match):
            kept: list[int] = []
            shown = 0
            for start in range(0, len(keys), PAGE):
                page = keys[start : start + PAGE]
                await self._read(desk, page)
                await asyncio.sleep(0)  # keys are answered between pages
                kept += [key for key in page if matches(self._texts.get(key, ""), words)]
                if len(kept) > shown and (shown == 0 or len(kept) > 2 * shown):
                    shown = len(kept)
                    yield kept
            if kept or matches is near_match:
                yield kept
                return

    async def _read(self, desk: Desk, page: Sequence[int]) -> None:
        missing = [key for key in page if key not in self._texts]
        if missing:
            self._texts.update(await desk(lambda memory: read_texts(memory, missing)))


def read_texts(memory: Memory, keys: Sequence[int]) -> dict[int, str]:
    """Read the folded texts of notes, with tags and topic, which a filter finds too."""
    notes = memory.notes(keys)
    if len(notes) != len(keys):
        pairs = [(key, note) for key in keys for note in memory.notes([key])]
    else:
        pairs = list(zip(keys, notes, strict=True))
    return {
        key: " ".join((note.text[:FIRST_LETTERS], note.topic or "", *note.tags)).casefold()
        for key, note in pairs
    }
