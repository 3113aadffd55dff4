"""Activity: the journal, live. Who changed what, run by run, and all of it can be put back."""

from __future__ import annotations

import datetime as dt
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import cast

from memboard.board.ages import count
from memboard.board.desk import Desk
from memboard.board.entries import (
    Summary,
    entry_page,
    entry_row,
    heading_row,
    marked_page,
    of_whom,
    run_page,
    summary_of,
)
from memboard.board.journal import ENOUGH, Journal, Shelf, read_shelf
from memboard.board.ledger import Author, Run
from memboard.board.matches import Ranges, filter_ranges
from memboard.board.messages import CursorMoved
from memboard.board.page import Page, Subject
from memboard.board.paint import Span
from memboard.board.panes.list_pane import ListPane
from memboard.board.provenance import describe
from memboard.board.rows import Look
from memboard.board.runs import RunRoster
from memboard.engine import Change, MemboardError, Memory, Note

MARKED_SHOWN = 40
"""Marked entries that the detail names."""


class ActivityPane(ListPane):
    """Every change, the last one first, in runs of one author."""

    name_shown = "Activity"
    row_noun = "change"
    holds_notes = False
    roster_kind = RunRoster

    def __init__(self, desk: Desk, now: Callable[[], dt.datetime]) -> None:
        super().__init__("activity", desk)
        self.now = now
        self.journal = Journal(desk)
        self.only: Author | None = None
        self.started = False
        self._shelf = Shelf(OrderedDict(), OrderedDict())
        self._kept: set[int] | None = None
        self._generation = 0
        self._summaries: dict[tuple[int, int], Summary] = {}

    @property
    def rows(self) -> RunRoster:
        """The rows, with their headings."""
        return cast("RunRoster", self.roster)

    # --- reading

    async def opened(self) -> None:
        """Read the journal once the pane is shown."""
        if not self.started:
            await self.reload()

    async def reload(self) -> None:
        """Read the journal from its end to its beginning, showing it as it grows."""
        self.started = True
        shown = 0
        async for _ in self.journal.read():
            if len(self.journal.ledger) >= 2 * shown or self.journal.ledger.whole:
                shown = len(self.journal.ledger)
                await self._lay_out()

    async def refreshed(self) -> None:
        """Read what is new in a journal that was read."""
        if not self.started:
            return
        if not await self.journal.catch_up():
            await self.reload()
            return
        near = self._near()
        self._shelf = await self.desk(lambda memory: read_shelf(memory, near))
        if self.filter_text:
            await self.filter_changed()
        else:
            await self._lay_out()

    def _near(self) -> list[int]:
        at = max(0, self.roster.at)
        return entries_of(self.roster.keys[max(0, at - 60) : at + 60])

    async def _lay_out(self) -> None:
        """Put entries into runs, on the desk: a hundred thousand take a moment."""
        self._generation += 1
        generation, ledger = self._generation, self.journal.ledger
        only, kept = self.only, self._kept
        runs = await self.desk(lambda _: ledger.runs(only, kept))
        if generation == self._generation:
            self._summaries.clear()
            self.rows.lay_out(runs)
            if self.roster.marks:
                self.roster.keep_marks(ledger.seqs)
            self.refilled()

    async def load(self, rows: range) -> None:
        """Read the entries of rows that came into view, and their notes."""
        wanted = entries_of(self.roster.keys[rows.start : rows.stop])
        missing = [seq for seq in wanted if seq not in self._shelf.changes]
        if not missing:
            return
        shelf = self._shelf
        found = await self.desk(lambda memory: read_shelf(memory, missing))
        if shelf is not self._shelf:
            return
        shelf.keep(found)
        self.lines.refresh()
        if self.roster.key in found.changes:
            self.lines.post_message(CursorMoved())

    def on_cursor_moved(self) -> None:
        """A note that is no more is looked up once the cursor is on it."""
        change = self.change
        if change is not None and change.note_id not in self._shelf.notes and self.display:
            self._shelf.notes[change.note_id] = None
            self.run_worker(self._look_up(change.note_id), exit_on_error=False)

    async def _look_up(self, note_id: str) -> None:
        shelf = self._shelf
        try:
            shelf.notes[note_id] = (await self.desk(lambda memory: memory.why(note_id))).note
        except MemboardError:
            return
        self.lines.post_message(CursorMoved())

    # --- one author, or some letters

    async def narrow(self, author: Author | None) -> None:
        """Show only what one session, cycle or person changed; None shows all."""
        self.only = author
        if author is not None:
            self.rows.at = 0
        if not self.started:
            await self.reload()
        elif self.filter_text:
            await self.filter_changed()
        else:
            await self._lay_out()

    async def filter_changed(self) -> None:
        """Show the entries that the filter leaves, as they are found."""
        text = self.filter_text
        self._kept = None
        if text.strip():
            shown = 0
            async for kept in self.journal.sift(text):
                if text != self.filter_text:
                    return
                if len(kept) >= 2 * shown or len(kept) < ENOUGH:
                    shown = len(kept)
                    self._kept = kept
                    await self._lay_out()
            self._kept = kept
        await self._lay_out()

    @property
    def change(self) -> Change | None:
        """The entry under the cursor."""
        return self._shelf.changes.get(cast("int", self.roster.key))

    @property
    def author(self) -> Author | None:
        """Who made what is under the cursor."""
        run = self.rows.run_at()
        return None if run is None else run.author

    async def changes(self, keys: Sequence[object]) -> list[Change]:
        """Read some entries, also those that are not on screen."""
        seqs = entries_of(keys)
        found = await self.desk(lambda memory: read_shelf(memory, seqs))
        return list(found.changes.values())

    def note_of(self, key: object) -> Note | None:
        """Give the note that an entry changed."""
        change = self._shelf.changes.get(cast("int", key))
        return None if change is None else self._shelf.notes.get(change.note_id)

    def ids(self, memory: Memory, keys: Sequence[object]) -> list[str]:
        """Read which notes some entries changed."""
        found = read_shelf(memory, [cast("int", key) for key in keys]).changes.values()
        return list(dict.fromkeys(change.note_id for change in found))

    # --- drawing

    def ranges_of(self, note: Note) -> Ranges:
        """Mark what the filter matched."""
        return filter_ranges(note.text, self.filter_text) if self.filter_text else ()

    def row(self, at: int, look: Look, width: int) -> list[Span]:
        """Draw a heading, an entry, or a grey line while it is not here."""
        key = cast("int", self.roster.keys[at])
        run = self.rows.runs.get(key)
        if run is not None:
            return heading_row(self.summary(run), look, width)
        change = self._shelf.changes.get(key)
        if change is None:
            return [(look.glyphs.empty * 3, "quiet")]
        again = self.journal.ledger.done_again(key)
        return entry_row(change, look, width, self.filter_text, again=again)

    def summary(self, run: Run) -> Summary:
        """Sum a run up, once."""
        named = run.key, len(run.seqs)
        if named not in self._summaries:
            self._summaries[named] = summary_of(run, self.journal.ledger)
        return self._summaries[named]

    def written(self, subject: Subject | None, page: Page) -> list[list[Span]]:
        """Write what was changed, and below it the note's provenance."""
        roster = self.rows
        if roster.shown_marks() > 1 or len(roster.ranged()) > 1:
            known = [self._shelf.changes.get(cast("int", key)) for key in roster.targets()]
            shown = [one for one in known if one is not None][:MARKED_SHOWN]
            return marked_page(shown, roster.target_count(), page)
        if roster.run is not None:
            return run_page(self.summary(roster.run), page)
        change = self.change
        if change is None:
            return []
        again = self.journal.ledger.done_again(change.seq)
        if subject is None:
            return entry_page(change, page, again=again)
        lines = entry_page(change, page, again=again, present=subject.note.text)
        return [*lines, [], *describe(subject, page)]

    def put_back_label(self) -> str:
        """On a heading, say how many entries it puts back."""
        run = self.whole_run()
        return "Put back" if run is None else f"Put back {count(self.summary(run).standing)}"

    def whole_run(self) -> Run | None:
        """Give the run that an action goes to, where it goes to a heading."""
        rows = self.rows
        return None if rows.shown_marks() or rows.range_from is not None else rows.run

    def anything_stands(self) -> bool:
        """Tell whether there is anything to put back; of marked entries that is not looked at."""
        run, change = self.whole_run(), self.change
        if run is not None:
            return self.summary(run).standing > 0
        alone = not self.rows.shown_marks() and self.rows.range_from is None
        return not (alone and change is not None and change.undone_by is not None)

    def stands_out(self, at: int) -> bool:
        """Entries do, headings do not."""
        return self.roster.keys[at] not in self.rows.runs

    def total(self) -> int:
        """Count the entries shown."""
        return self.rows.entries()

    def title_right(self) -> str:
        """Say position, marks and that it is live; headings do not count."""
        if not self.roster.keys:
            return ""
        whole = super().title_right()
        _, dot, rest = whole.partition(" · ")
        more = "" if self.journal.ledger.whole else " and more"
        return f"{count(self.rows.entry_place())} of {count(self.total())}{more}{dot}{rest}"

    def order_words(self) -> str:
        """Say that it goes on by itself."""
        return "live"

    def show_title(self, *, focused: bool) -> None:
        """Draw the title again, with what narrows the list."""
        whose = of_whom(self.only).removeprefix(" of ").replace("yours", "you")
        letters = f"filter {self.filter_text}" if self.filter_text else ""
        chip = ", ".join(filter(None, (whose, letters)))
        self.rule.show(right=self.title_right(), focused=focused, chip=chip)

    def empty_text(self) -> str:
        """Teach, or say what hides everything."""
        if not self.journal.ledger.whole:
            return ""
        if self.filter_text:
            return "Nothing matches this filter here.\nesc clears it."
        if self.only is not None:
            return f"No changes{of_whom(self.only)}.\nesc shows everybody's."
        return "No changes yet.\nWhatever anyone changes is listed here\nand can be put back."


def entries_of(keys: Sequence[object]) -> list[int]:
    """Leave the headings out."""
    return [key for key in cast("Sequence[int]", keys) if key > 0]
