"""One-line text fields: the query, the filter of a list, the prompt of a command."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input

from memboard.board.cells import shorten
from memboard.board.messages import FieldChanged
from memboard.board.paint import OneLine, Span


class Label(OneLine):
    """A short text beside a field."""

    def __init__(self, text: str = "", role: str = "quiet", *, classes: str = "") -> None:
        super().__init__(classes=classes)
        self.text, self.role = text, role

    def show(self, text: str) -> None:
        """Say something else."""
        if text != self.text:
            self.text = text
            self.styles.width = max(1, len(text) + 2) if text else 0
            self.refresh()

    def spans(self, width: int) -> list[Span]:
        """Draw it."""
        text = self.text.replace("·", self.glyphs.dot)
        return [(f" {shorten(text, width - 1)}", self.role)]


class Typed(Input):
    """The input itself; tells the screen what is typed."""

    def __init__(self, field: str) -> None:
        super().__init__(select_on_focus=False, compact=True)
        self.field = field
        self.cursor_blink = False

    def _watch_value(self, value: str) -> None:
        super()._watch_value(value)
        self.post_message(FieldChanged(self.field, value))


class Field(Horizontal):
    """A sign, an input, and what comes of it: `/ staging port▏      5 found`."""

    SIGNS = {"query": "/", "filter": "f", "prompt": ":"}  # noqa: RUF012 - never changed

    def __init__(self, field: str, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id, classes="field")
        self.field = field
        self.sign = Label(self.SIGNS[field], "key", classes="sign")
        self.typed = Typed(field)
        self.answer = Label("", "quiet", classes="answer")

    def compose(self) -> ComposeResult:
        """Sign, input, answer."""
        yield self.sign
        yield self.typed
        yield self.answer

    @property
    def text(self) -> str:
        """What is typed."""
        return self.typed.value

    def put(self, text: str) -> None:
        """Type a text, with the cursor behind it."""
        self.typed.value = text
        self.typed.cursor_position = len(text)

    def open(self, *, select: bool = False) -> None:
        """Show it and take the keyboard."""
        self.display = True
        self.screen.set_focus(self.typed, scroll_visible=False)
        if select:
            self.typed.action_select_all()
