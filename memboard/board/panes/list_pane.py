"""What every list pane is: a title, a filter line, a virtual list, and the notes it shows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical

from memboard.board.ages import count
from memboard.board.desk import Desk
from memboard.board.matches import Ranges
from memboard.board.messages import CursorMoved, ViewFailed
from memboard.board.page import Page, Subject
from memboard.board.paint import Span
from memboard.board.provenance import describe
from memboard.board.roster import Roster
from memboard.board.rows import Look
from memboard.board.widgets.field import Field
from memboard.board.widgets.lines import Lines
from memboard.board.widgets.rule import Rule
from memboard.engine import Hit, Memory, Note

DrawRow = Callable[[int, Look, int], list[Span]]


class ListPane(Vertical):
    """A list of notes. Subclasses read them from the store and draw their rows."""

    name_shown: ClassVar[str] = ""
    detail_title: ClassVar[str] = "Provenance"
    row_noun: ClassVar[str] = "note"
    adds: ClassVar[bool] = False
    tall: ClassVar[int] = 1
    """Lines of a row."""
    roster_kind: ClassVar[type[Roster[object]]] = Roster
    holds_notes: ClassVar[bool] = True
    """Whether rows are notes."""

    def __init__(self, pane: str, desk: Desk) -> None:
        super().__init__(id=pane, classes="pane")
        self.pane = pane
        self.desk = desk
        self.roster = self.roster_kind(adds=self.adds, tall=self.tall)
        self.filter_text = ""
        self.idle = asyncio.Event()
        self.idle.set()
        self._asked = 0
        self.rule = Rule(self.name_shown, id=f"{pane}-rule")
        self.lines = Lines(self.roster, self._draw, self._draw_second, id=f"{pane}-lines")
        self.filter = Field("filter", id=f"{pane}-filter")

    def compose(self) -> ComposeResult:
        """Title, filter, rows."""
        yield self.rule
        yield self.filter
        yield self.lines

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Tell that rows are being looked for; keys that go to rows wait for them."""
        self._asked += 1
        self.idle.clear()
        try:
            yield
        finally:
            self._asked -= 1
            if not self._asked:
                self.idle.set()

    def on_mount(self) -> None:
        """Hide the filter until it is asked for."""
        self.filter.display = False
        self.lines.empty = self.empty_text()

    # --- what subclasses say

    async def reload(self) -> None:
        """Read the rows again after a change by anybody."""
        raise NotImplementedError

    async def opened(self) -> None:
        """Read what is only read once the pane is shown."""

    async def refreshed(self) -> None:
        """Read again after a change by anybody, also while another pane is shown."""

    async def load(self, rows: range) -> None:
        """Read the notes of rows that came into view."""

    def note_of(self, key: object) -> Note | None:
        """Give a row's note, if it is here."""
        raise NotImplementedError

    def hit_of(self, key: object) -> Hit | None:
        """Give a row's hit, where the pane is a search."""
        del key
        return None

    def ids(self, memory: Memory, keys: Sequence[object]) -> list[str]:
        """Read the ids of some rows, on the desk, also of those whose notes are not here."""
        raise NotImplementedError

    def row(self, at: int, look: Look, width: int) -> list[Span]:
        """Draw a row."""
        raise NotImplementedError

    def second_row(self, at: int, look: Look, width: int) -> list[Span]:
        """Draw the second line of a row that has two."""
        del at, look, width
        return []

    def written(self, subject: Subject | None, page: Page) -> list[list[Span]]:
        """Write the detail of the row under the cursor."""
        return [] if subject is None else describe(subject, page)

    def waiting(self) -> int:
        """Count what the tab asks attention for."""
        return 0

    def stands_out(self, at: int) -> bool:
        """Tell whether the next-match key stops at a row, where none is marked."""
        del at
        return True

    def put_back_label(self) -> str:
        """Name what putting back does here."""
        return "Put back"

    def order_words(self) -> str:
        """Say in what order the rows are."""
        return ""

    def empty_text(self) -> str:
        """Say what is missing, and what to do."""
        return ""

    def ranges_of(self, note: Note) -> Ranges:
        """Give what is marked in a row."""
        del note
        return ()

    async def sift(self) -> None:
        """Apply another filter."""
        with self.asking():
            await self.filter_changed()

    async def filter_changed(self) -> None:
        """Show only what the filter leaves."""
        await self.reload()

    # --- what they share

    @property
    def note(self) -> Note | None:
        """The note under the cursor."""
        return None if self.roster.key is None else self.note_of(self.roster.key)

    @property
    def hit(self) -> Hit | None:
        """The hit under the cursor."""
        return None if self.roster.key is None else self.hit_of(self.roster.key)

    def _draw(self, at: int, width: int) -> list[Span]:
        return self._drawn(self.row, at, width)

    def _draw_second(self, at: int, width: int) -> list[Span]:
        return self._drawn(self.second_row, at, width)

    def _drawn(self, draw: DrawRow, at: int, width: int) -> list[Span]:
        look = getattr(self.screen, "look", None)
        if not isinstance(look, Look):
            return []
        try:
            return draw(at, look, width)
        except Exception as error:
            self.post_message(ViewFailed(error))
            return [(f"This row failed: {type(error).__name__}.", "danger")]

    def refilled(self) -> None:
        """Draw new rows, and tell that another note may lie under the cursor."""
        self.lines.empty = self.empty_text()
        self.lines.refill()
        self.lines.post_message(CursorMoved())

    def total(self) -> int:
        """Count the rows there are."""
        return len(self.roster.keys)

    def title_right(self) -> str:
        """Say position, marks and order for the title."""
        roster = self.roster
        parts: list[str] = []
        if roster.keys:
            place = f"{count(max(0, roster.at) + 1)} of " if roster.at >= 0 else ""
            parts.append(f"{place}{count(self.total())}")
        if roster.new_above:
            parts.append(f"{count(roster.new_above)} new above")
        if roster.range_from is not None:
            parts.append(f"range {len(roster.ranged())}")
        elif roster.marks:
            hidden = roster.hidden_marks()
            parts.append(
                f"{count(roster.shown_marks())} marked" + (f", {hidden} hidden" if hidden else "")
            )
        if words := self.order_words():
            parts.append(words)
        return " · ".join(parts)

    def show_title(self, *, focused: bool) -> None:
        """Draw the title again."""
        chip = f"filter {self.filter_text}" if self.filter_text else ""
        self.rule.show(right=self.title_right(), focused=focused, chip=chip)
