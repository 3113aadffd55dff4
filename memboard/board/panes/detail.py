"""The detail: Provenance of the note under the cursor."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Vertical

from memboard.board.page import Page, Subject
from memboard.board.paint import Span
from memboard.board.provenance import describe, describe_many
from memboard.board.widgets.rule import Rule
from memboard.board.widgets.sheet import Sheet
from memboard.engine import Note

MARKED_SHOWN = 40
"""First lines shown of marked notes."""


class Detail(Vertical):
    """A title and a page about one note, or about all marked ones."""

    def __init__(self, page: Callable[[int], Page]) -> None:
        super().__init__(id="detail")
        self._page = page
        self.subject: Subject | None = None
        self.marked: tuple[list[Note], int] | None = None
        self.rule = Rule("Provenance", id="detail-rule")
        self.sheet = Sheet(self._written, id="detail-sheet")

    def compose(self) -> ComposeResult:
        """Title and page."""
        yield self.rule
        yield self.sheet

    def show(self, subject: Subject | None) -> None:
        """Show one note; the same one keeps its place."""
        same = (
            self.subject is not None
            and subject is not None
            and self.marked is None
            and self.subject.note.id == subject.note.id
        )
        self.subject, self.marked = subject, None
        self.sheet.rewrite(from_top=not same)

    def show_marked(self, notes: list[Note], total: int) -> None:
        """Show what several marked notes share."""
        self.marked = notes[:MARKED_SHOWN], total
        self.sheet.rewrite(from_top=True)

    def show_title(self, *, focused: bool, position: str) -> None:
        """Draw the title again."""
        note_id = self.subject.note.id if self.subject and not self.marked else ""
        right = " · ".join(filter(None, (position, note_id)))
        self.rule.show(right=right, focused=focused)

    def _written(self, width: int) -> list[list[Span]]:
        page = self._page(width)
        if self.marked:
            return describe_many(*self.marked, page)
        if self.subject is None:
            return []
        return describe(self.subject, page)
