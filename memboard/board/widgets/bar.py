"""A scrollbar of whole cells, for terminals that have no block characters."""

from __future__ import annotations

from typing import ClassVar

from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.widget import Widget

from memboard.board.glyphs import ASCII


class WholeCells(ScrollBarRender):
    """Draws its ends as blanks instead of eighths of a block."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "]
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "]


def fit_scrollbar(widget: Widget) -> None:
    """Give a widget the scrollbar that its board's signs ask for."""
    if getattr(widget.app, "glyphs", None) is ASCII:
        bar: ScrollBar = widget.vertical_scrollbar
        bar.renderer = WholeCells  # type: ignore[misc]  # read from the instance by Textual
