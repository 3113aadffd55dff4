"""Reading the journal in steps, so that a key never waits for all of it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple

from memboard.board.desk import Desk
from memboard.board.ledger import Ledger
from memboard.board.matches import literal_match, near_match, words_of
from memboard.engine import Change, MemboardError, Memory, Note

FIRST = 200
"""Entries read before anything is drawn, some 3 ms."""
PAGE = 500
"""Entries read in one step, some 10 ms."""
SHELVED = 1_500
"""Entries kept at hand with their texts, some 3 MB."""
FIRST_LETTERS = 200
"""How much of an entry's text the filter looks at."""
ENOUGH = 200
"""Found entries from which on the list grows in leaps."""


class Shelf(NamedTuple):
    """Entries whose texts are at hand, and the notes they changed."""

    changes: OrderedDict[int, Change]
    notes: OrderedDict[str, Note | None]
    """None where a note is kept no more, or was not found."""

    def keep(self, other: Shelf) -> None:
        """Take more; the oldest make room."""
        self.changes.update(other.changes)
        self.notes.update(other.notes)
        while len(self.changes) > SHELVED:
            self.changes.popitem(last=False)
        while len(self.notes) > SHELVED:
            self.notes.popitem(last=False)


class Journal:
    """What was read of the journal, and how the rest comes."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.ledger = Ledger()
        self._turn = asyncio.Lock()  # so that pages from both ends never cross
        self._texts: dict[int, str] = {}

    async def read(self) -> AsyncIterator[None]:
        """Read it anew, newest first, one page a turn."""
        self.ledger = ledger = Ledger()
        self._texts.clear()
        while not ledger.whole and ledger is self.ledger:
            size = PAGE if ledger else FIRST
            async with self._turn:
                page = await read_page(self.desk, ledger.oldest, size)
                ledger.append(page)
                ledger.whole = len(page) < size
            yield

    async def catch_up(self) -> bool:
        """Read what is newer; False where the past is no longer what was read."""
        ledger, new = self.ledger, list[Change]()
        async with self._turn:
            before: int | None = None
            while True:
                page = await read_page(self.desk, before, PAGE)
                fresh = [entry for entry in page if entry.seq > ledger.newest]
                new += fresh
                if len(fresh) < len(page) or len(page) < PAGE:
                    break
                before = page[-1].seq
            known = page[len(fresh)].seq if len(fresh) < len(page) else 0
            if known != ledger.newest or any(entry.op == "merge" for entry in new):
                return False
            ledger.prepend(new)
        if any(entry.op == "purge" for entry in new):
            self._texts.clear()  # it takes texts out of old entries too
        return True

    async def sift(self, query: str) -> AsyncIterator[set[int]]:
        """Give the entries that match, page by page; where none has the words, near ones."""
        words = words_of(query)
        for matches in (literal_match, near_match):
            kept: set[int] = set()
            ledger, at = self.ledger, 0
            while at < len(ledger):
                page = ledger.seqs[at : at + PAGE]
                await self._read_texts(page)
                await asyncio.sleep(0)  # keys are answered between pages
                kept |= {seq for seq in page if matches(self._texts.get(seq, ""), words)}
                at += PAGE
                yield kept
            if kept:
                return
        yield set()

    async def _read_texts(self, page: Sequence[int]) -> None:
        if all(seq in self._texts for seq in page):
            return
        found = await read_page(self.desk, page[0] + 1, len(page))
        self._texts.update({entry.seq: folded(entry) for entry in found})


async def read_page(desk: Desk, before: int | None, size: int) -> tuple[Change, ...]:
    """Read a page of the journal."""
    return await desk(lambda memory: memory.history(limit=size, before=before))


def read_shelf(memory: Memory, seqs: Sequence[int]) -> Shelf:
    """Read some entries, those that lie close together at once, and their notes that are kept."""
    changes: OrderedDict[int, Change] = OrderedDict()
    wanted, rest = set(seqs), sorted(seqs, reverse=True)
    while rest:
        close = [seq for seq in rest[:PAGE] if seq > rest[0] - 2 * min(PAGE, len(rest))]
        page = memory.history(limit=len(close), before=rest[0] + 1)
        changes.update({one.seq: one for one in page if one.seq in wanted})
        rest = [seq for seq in rest if page and seq < page[-1].seq]
    notes: OrderedDict[str, Note | None] = OrderedDict()
    for change in changes.values():
        if change.note_id not in notes:
            note = kept_note(memory, change.note_id)
            if note is not None:
                notes[change.note_id] = note
    return Shelf(changes, notes)


def kept_note(memory: Memory, note_id: str) -> Note | None:
    """Read a note, if it is kept."""
    try:
        return memory.get(note_id)
    except MemboardError:
        return None


def folded(entry: Change) -> str:
    """Give what the filter looks at."""
    texts = (one.text[:FIRST_LETTERS] for one in (entry.after, entry.before) if one is not None)
    words = (entry.actor, entry.session or "", entry.cycle or "", entry.op, entry.note_id)
    return " ".join((*texts, *words)).casefold()
