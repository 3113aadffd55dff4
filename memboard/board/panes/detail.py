"""The detail: Provenance of the note under the cursor."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Vertical

from memboard.board.page import Page, Subject
from memboard.board.paint import Span
from memboard.board.provenance import describe_many
from memboard.board.text import plain
from memboard.board.widgets.rule import Rule
from memboard.board.widgets.sheet import Sheet
from memboard.engine import Note

Write = Callable[[Subject | None, Page], list[list[Span]]]
"""Writes the page of the row under the cursor."""
MARKED_SHOWN = 40
"""First lines shown of marked notes."""
NAMED = 8
"""Letters of a name in the title, which an id has."""


class Detail(Vertical):
    """A title and a page about one note, or about all marked ones."""

    def __init__(self, page: Callable[[int], Page], write: Write) -> None:
        super().__init__(id="detail")
        self._page, self._write = page, write
        self.subject: Subject | None = None
        self.key: object = None
        """What the row is called where it is no note."""
        self.marked: tuple[list[Note], int] | None = None
        self.rule = Rule("Provenance", id="detail-rule")
        self.sheet = Sheet(self._written, id="detail-sheet")

    def compose(self) -> ComposeResult:
        """Title and page."""
        yield self.rule
        yield self.sheet

    def show(self, subject: Subject | None, key: object = None) -> None:
        """Show one row; the same one keeps its place."""
        shown = key if subject is None else subject.note.id
        same = self.marked is None and self.key == shown
        self.subject, self.key, self.marked = subject, shown, None
        self.sheet.rewrite(from_top=not same)

    def show_marked(self, notes: list[Note], total: int) -> None:
        """Show what several marked notes share."""
        self.marked = notes[:MARKED_SHOWN], total
        self.sheet.rewrite(from_top=True)

    def show_title(self, *, focused: bool, position: str, title: str = "Provenance") -> None:
        """Draw the title again."""
        named = self.key if isinstance(self.key, str) and not self.marked else ""
        right = " · ".join(filter(None, (position, plain(named[:NAMED]))))
        self.rule.show(right=right, focused=focused, title=title)

    def _written(self, width: int) -> list[list[Span]]:
        page = self._page(width)
        if self.marked:
            return describe_many(*self.marked, page)
        return self._write(self.subject, page)
