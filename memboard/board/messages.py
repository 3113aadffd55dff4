"""What widgets tell the screen: past events, each with what it needs to know."""

from __future__ import annotations

from textual.message import Message


class CursorMoved(Message):
    """The cursor of a list stands on another row, or the same row changed."""


class RowOpened(Message):
    """A row was clicked twice, or opened otherwise."""


class RowsWanted(Message):
    """A list shows rows whose notes are not here yet."""

    def __init__(self, source: object, rows: range) -> None:
        super().__init__()
        self.source, self.rows = source, rows


class Ordered(Message):
    """A part of the screen that stands for a command was clicked."""

    def __init__(self, command: str) -> None:
        super().__init__()
        self.command = command


class MenuWanted(Message):
    """A row was clicked with the other button."""

    def __init__(self, x: int, y: int) -> None:
        super().__init__()
        self.x, self.y = x, y


class FieldChanged(Message):
    """The text of a query or filter is another one now."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__()
        self.field, self.text = field, text


class ViewFailed(Message):
    """A part of the screen could not be drawn."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error
