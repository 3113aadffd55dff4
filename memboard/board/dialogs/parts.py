"""Parts of the editor that are no text fields: a choice, and an importance."""

from __future__ import annotations

from textual import events

from memboard.board.paint import OneLine, Span


class Options(OneLine, can_focus=True):
    """One of a few: `scope  (•) project ( ) global`; space and arrows choose."""

    def __init__(self, label: str, options: tuple[str, ...], *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.label, self.options = label, options
        self.at = 0

    @property
    def value(self) -> str:
        """The chosen one."""
        return self.options[self.at]

    def put(self, value: str) -> None:
        """Choose one."""
        self.at = self.options.index(value)
        self.refresh()

    def spans(self, width: int) -> list[Span]:
        """Draw all of them."""
        del width
        spans: list[Span] = [(f" {self.label} ", "key" if self.has_focus else "quiet")]
        if self.options == ("no", "yes"):
            sign = self.glyphs.mark if self.at else " "
            return [*spans, (f" [{sign}]", "chip" if self.has_focus else "strong")]
        for at, option in enumerate(self.options):
            sign = self.glyphs.new if at == self.at else " "
            role = "chip" if self.has_focus and at == self.at else "strong" if at == self.at else ""
            spans += [(" ", ""), (f"({sign}) {option}", role)]
        return spans

    def press(self, event: events.Key) -> bool:
        """Take the next one."""
        steps = {"space": 1, "right": 1, "l": 1, "left": -1, "h": -1}
        if event.key not in steps:
            return False
        self.at = (self.at + steps[event.key]) % len(self.options)
        self.refresh()
        return True

    def on_click(self) -> None:
        """A click takes the next one."""
        self.focus()
        self.at = (self.at + 1) % len(self.options)
        self.refresh()

    def on_focus(self) -> None:
        """Show where the keyboard is."""
        self.refresh()

    def on_blur(self) -> None:
        """Show that it left."""
        self.refresh()


class Importance(OneLine, can_focus=True):
    """A bar from 0 to 1; arrows change it by a tenth, backspace takes it away."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self.value: float | None = None

    def put(self, value: float | None) -> None:
        """Show a value."""
        self.value = value
        self.refresh()

    def spans(self, width: int) -> list[Span]:
        """Draw the bar."""
        del width
        label: Span = (" importance  ", "key" if self.has_focus else "quiet")
        full = round((self.value or 0.0) * 10)
        bar = self.glyphs.meaning * full + self.glyphs.empty * (10 - full)
        said = " none" if self.value is None else f" {self.value:.1f}"
        return [label, (bar, "meaning"), (said, "strong" if self.has_focus else "")]

    def press(self, event: events.Key) -> bool:
        """Change it."""
        steps = {"right": 1, "l": 1, "up": 1, "left": -1, "h": -1, "down": -1}
        if event.key in steps:
            start = 5 if self.value is None else round(self.value * 10)
            self.value = max(0, min(10, start + steps[event.key])) / 10
        elif event.key.isdecimal() and len(event.key) == 1:
            self.value = int(event.key) / 10
        elif event.key in ("backspace", "delete"):
            self.value = None
        else:
            return False
        self.refresh()
        return True

    def on_focus(self) -> None:
        """Show where the keyboard is."""
        self.refresh()

    def on_blur(self) -> None:
        """Show that it left."""
        self.refresh()
