"""A page of lines that scrolls: the detail, help, lists in dialogs."""

from __future__ import annotations

from collections.abc import Callable

from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from memboard.board.messages import ViewFailed
from memboard.board.paint import Painted, Span
from memboard.board.widgets.bar import fit_scrollbar

Write = Callable[[int], list[list[Span]]]
"""Writes the page for a width."""


class Sheet(ScrollView, Painted, can_focus=True, inherit_bindings=False):
    """Draws what it is given; a page that fails says so here, and only here."""

    COMPONENT_CLASSES = Painted.COMPONENT_CLASSES

    def __init__(self, write: Write, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self._write = write
        self._page: list[list[Span]] = []
        self.failure = ""

    @property
    def text_width(self) -> int:
        """Cells for text: one is left free on both sides, and the scrollbar's is kept free."""
        return max(8, self.size.width - 3)

    def rewrite(self, *, from_top: bool = False) -> None:
        """Write the page anew."""
        try:
            self._page = self._write(self.text_width)
            self.failure = ""
        except Exception as error:
            self.failure = type(error).__name__
            self.post_message(ViewFailed(error))
            self._page = [
                [(f"This view failed: {self.failure}.", "danger strong")],
                [("The rest works. Logged to board.log.", "")],
            ]
        self.virtual_size = Size(self.size.width, len(self._page))
        if from_top:
            self.scroll_to(y=0, animate=False, immediate=True)
        self.refresh()

    def on_mount(self) -> None:
        """Take the scrollbar that fits the signs."""
        fit_scrollbar(self)

    def on_resize(self) -> None:
        """Wrap to another width."""
        self.rewrite()

    def render_line(self, y: int) -> Strip:
        """Draw one line."""
        at = int(self.scroll_offset.y) + y
        spans = self._page[at] if 0 <= at < len(self._page) else []
        return self.paint([(" ", ""), *spans], self.scrollable_content_region.width)

    @property
    def text(self) -> str:
        """The whole page as text, for tests and for copying."""
        return "\n".join("".join(part for part, _ in line).rstrip() for line in self._page)

    def headings(self) -> list[int]:
        """Give the lines where sections begin."""
        return [
            at for at, line in enumerate(self._page) if at == 0 or (not self._page[at - 1] and line)
        ]
