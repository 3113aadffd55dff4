"""Recent: every note seen here, newest first, in days."""

from __future__ import annotations

import datetime as dt
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Literal, cast

from memboard.board.desk import Desk
from memboard.board.matches import Ranges, filter_ranges
from memboard.board.paint import Span
from memboard.board.panes.days import days_of_notes, group_days
from memboard.board.panes.list_pane import ListPane
from memboard.board.panes.sieve import Sieve
from memboard.board.roster import Group
from memboard.board.rows import Look, note_row
from memboard.board.tagbook import TagBook
from memboard.engine import Memory, Note

Order = Literal["newest", "oldest", "importance"]
ORDERS: dict[Order, str] = {
    "newest": "newest first",
    "oldest": "oldest first",
    "importance": "most important first",
}
SHELF = 1_500
"""Notes kept at hand, some 2 MB."""
PREVIEW = 120
"""Notes shown before the keys of all are here."""
FIRST_ROWS = 300
"""Rows grouped by day before anything is drawn; the rest follow."""


class RecentPane(ListPane):
    """The list the board opens with."""

    name_shown = "Recent"
    adds = True

    def __init__(self, desk: Desk, now: Callable[[], dt.datetime]) -> None:
        super().__init__("recent", desk)
        self.now = now
        self.order: Order = "newest"
        self.loaded = False
        self.all_keys: list[int] = []
        self.sieve = Sieve()
        self.tagbook = TagBook()
        self._shelf: OrderedDict[int, Note] = OrderedDict()
        self._generation = 0
        self._total = 0
        self._stand_ins: dict[int, str] = {}

    # --- reading

    async def preview(self) -> None:
        """Show the newest notes at once; the keys of all of them take longer in a long store.

        Their keys are not known yet, so that they have stand-ins, negative ones.
        """
        page = await self.desk(lambda memory: memory.recent(PREVIEW))
        self._total = page.total
        shown = {-1 - at: note for at, note in enumerate(page.notes)}
        self._stand_ins = {key: note.id for key, note in shown.items()}
        self._keep(shown)
        days = days_of_notes(page.notes, self.now(), whole=page.total == len(page.notes))
        self.roster.fill(list(shown), days, follow=True)
        self.refilled()

    def total(self) -> int:
        """Count the rows there are, also while only the newest are here."""
        return len(self.roster.keys) if self.loaded else max(self._total, len(self.roster.keys))

    async def reload(self) -> None:
        """Read the keys again, the notes on screen with them; groups beyond follow."""
        self._generation += 1
        generation, order, now = self._generation, self.order, self.now()
        place = max(0, self.roster.at)
        keys, groups, shown = await self.desk(lambda m: read_rows(m, order, place, now))
        if generation != self._generation:
            return
        self.all_keys, self.loaded = keys, True
        self.roster.keep_marks(keys)
        self._shelf.clear()
        self._keep(shown)
        if self.filter_text:
            await self.filter_changed()
            return
        self.roster.fill(keys, groups, follow=order == "newest")
        self.refilled()
        await self._group_rest(generation, now)

    async def _group_rest(self, generation: int, now: dt.datetime) -> None:
        keys, order = self.all_keys, self.order
        if order == "importance" or len(keys) <= FIRST_ROWS:
            return
        groups = await self.desk(lambda memory: group_days(memory, keys, now))
        if generation == self._generation and not self.filter_text:
            self.roster.group(groups)
            self.lines.refill()

    async def load(self, rows: range) -> None:
        """Read the notes of rows that came into view; late answers are dropped."""
        keys = [cast("int", key) for key in self.roster.keys[rows.start : rows.stop]]
        missing = [key for key in keys if key >= 0 and key not in self._shelf]
        if not missing:
            return
        generation = self._generation
        found = await self.desk(lambda memory: read_notes(memory, missing))
        if generation != self._generation:
            return
        self._keep(found)
        self.refilled_rows(found)

    def refilled_rows(self, found: dict[int, Note]) -> None:
        """Draw rows whose notes came."""
        self.lines.refresh()
        if self.roster.key in found:
            self.lines.move_to(self.roster.at)

    def _keep(self, found: dict[int, Note]) -> None:
        self.tagbook.read(found.values())
        for key, note in found.items():
            self._shelf[key] = note
            self._shelf.move_to_end(key)
        while len(self._shelf) > SHELF:
            self._shelf.popitem(last=False)

    def note_of(self, key: object) -> Note | None:
        """Give a note from the shelf."""
        return self._shelf.get(cast("int", key))

    def ids(self, memory: Memory, keys: Sequence[object]) -> list[str]:
        """Read the ids of rows."""
        wanted = [cast("int", key) for key in keys]
        known = [self._stand_ins[key] for key in wanted if key < 0]
        return known + [note.id for note in memory.notes([key for key in wanted if key >= 0])]

    # --- order and filter

    async def turn(self) -> None:
        """Take the next order."""
        names = list(ORDERS)
        self.order = names[(names.index(self.order) + 1) % len(names)]
        await self.reload()

    async def filter_changed(self) -> None:
        """Show the rows that the filter leaves, as they are found."""
        self._generation += 1
        generation, text = self._generation, self.filter_text
        if not text.strip():
            await self.reload()
            return
        async for kept in self.sieve.sift(self.desk, self.all_keys, text):
            if generation != self._generation:
                return
            self.roster.fill(list(kept), ())
            self.refilled()
        if generation == self._generation:
            await self._group_kept(generation)

    async def _group_kept(self, generation: int) -> None:
        keys = [cast("int", key) for key in self.roster.keys]
        if self.order == "importance" or not keys:
            return
        now = self.now()
        groups = await self.desk(lambda memory: group_days(memory, keys, now, rows=5_000))
        if generation == self._generation:
            self.roster.group(groups)
            self.lines.refill()

    def ranges_of(self, note: Note) -> Ranges:
        """Mark what the filter matched."""
        return filter_ranges(note.text, self.filter_text) if self.filter_text else ()

    # --- drawing

    def row(self, at: int, look: Look, width: int) -> list[Span]:
        """Draw a note, or a grey line while it is not here."""
        note = self.note_of(self.roster.keys[at])
        if note is None:
            return [("  " + look.glyphs.empty * 3, "quiet")]
        return note_row(note, look, width, self.ranges_of(note))

    def order_words(self) -> str:
        """Say the order."""
        return ORDERS[self.order]

    def empty_text(self) -> str:
        """Teach, or say that the filter hides everything."""
        if not self.loaded:
            return ""
        if self.filter_text:
            return "Nothing matches this filter here.\nesc clears it, / searches everything."
        samples = getattr(self.app, "samples", None)
        offer = "\nL loads sample notes of an invented project." if samples else ""
        return (
            "No notes yet.\nAgents add them as they work, or press a.\n"
            f"memboard rpc --help connects one.{offer}"
        )


def read_rows(
    memory: Memory, order: Order, place: int, now: dt.datetime
) -> tuple[list[int], list[Group], dict[int, Note]]:
    """Read all keys, the days of the first rows, and the notes around the cursor."""
    keys = memory.keys(order)
    groups = [] if order == "importance" else group_days(memory, keys, now, rows=FIRST_ROWS)
    near = keys[max(0, place - 60) : place + 120]
    return keys, groups, read_notes(memory, near)


def read_notes(memory: Memory, keys: Sequence[int]) -> dict[int, Note]:
    """Read notes by key; those that are gone are left out."""
    found = memory.notes(keys)
    if len(found) == len(keys):
        return dict(zip(keys, found, strict=True))
    singles = ((key, memory.notes([key])) for key in keys)
    return {key: note[0] for key, note in singles if note}
