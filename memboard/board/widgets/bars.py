"""The lines around the body: tabs, banner, progress, status, footer."""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len
from textual import events

from memboard.board.cells import shorten
from memboard.board.messages import Ordered
from memboard.board.paint import OneLine, Span


class Bar(OneLine):
    """One line of spans, some of which stand for commands and can be clicked."""

    base = ""
    """Roles of the whole line."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self._buttons: list[tuple[int, int, str]] = []

    def parts(self, width: int) -> list[tuple[Span, str | None]]:
        """Give what is drawn, each with the command it stands for."""
        raise NotImplementedError

    def ground(self) -> str:
        """Give the roles of the whole line."""
        return self.base

    def spans(self, width: int) -> list[Span]:
        """Draw it, and remember where the buttons are."""
        at = 0
        spans: list[Span] = []
        self._buttons = []
        for span, command in self.parts(width):
            end = at + cell_len(span[0])
            if command:
                self._buttons.append((at, end, command))
            spans.append(span)
            at = end
        return spans

    def on_click(self, event: events.Click) -> None:
        """Give the order of the button that was clicked."""
        for start, end, command in self._buttons:
            if start <= event.x < end:
                self.post_message(Ordered(command))
                return


class Tabs(Bar):
    """The panes: `1 Recent  2 Search`."""

    def __init__(self, names: tuple[tuple[str, str], ...], *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.names = names
        self.active = names[0][0]
        self.named = True
        self.waiting: dict[str, int] = {}

    def parts(self, width: int) -> list[tuple[Span, str | None]]:
        """Draw each pane's digit and name; where it is narrow, the name of the active one only."""
        del width
        drawn: list[tuple[Span, str | None]] = []
        for at, (pane, name) in enumerate(self.names, 1):
            here = pane == self.active
            number = self.waiting.get(pane, 0)
            waits = f"({number:,})" if number else ""
            text = f" {at} {name}{waits} " if self.named or here else f" {at}{waits} "
            role = "tab" if here else "warn strong" if number else "quiet"
            drawn.append(((text, role), f"pane_{at}"))
        return drawn

    def show(self, active: str, *, named: bool, waiting: dict[str, int]) -> None:
        """Draw another pane as the active one, and what waits in each."""
        if (active, named, waiting) != (self.active, self.named, self.waiting):
            self.active, self.named, self.waiting = active, named, waiting
            self.refresh()


class Passing(Bar):
    """A line that is there only while it has something to say: banner, progress."""

    role = "warn strong"
    command: str | None = None

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self.text = ""

    def show(self, text: str) -> None:
        """Say something else; an empty text takes the line away."""
        if text != self.text:
            self.text = text
            self.display = bool(text)
            self.refresh()

    def parts(self, width: int) -> list[tuple[Span, str | None]]:
        """Draw the text."""
        return [((f" {shorten(self.text, width - 2)}", self.role), self.command)]


class Banner(Passing):
    """What works less well than it should; a click does what it says."""

    command = "embed"


class Progress(Passing):
    """How far a long job is; a click stops it."""

    role = "focus"
    command = "stop"


class Status(Bar):
    """Project, counts, embedder; a toast takes its place for a while."""

    base = "bar"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self.items: list[tuple[str, int]] = []
        self.toast: Span | None = None

    def show(self, items: list[tuple[str, int]]) -> None:
        """Say other figures: each a text with a weight; the heaviest is dropped last."""
        if items != self.items:
            self.items = items
            self.refresh()

    def say(self, toast: Span | None) -> None:
        """Let a toast take the line, or give it back."""
        if toast != self.toast:
            self.toast = toast
            self.refresh()

    def parts(self, width: int) -> list[tuple[Span, str | None]]:
        """Draw the toast, else as many items as fit whole."""
        if self.toast:
            text, role = self.toast
            return [((f" {shorten(text, width - 2)}", role), None)]
        kept = list(self.items)
        divider = f" {self.glyphs.bar} "
        while len(kept) > 1 and self._width(kept, divider) > width:
            kept.remove(min(kept, key=lambda item: item[1]))
        text = divider.join(text for text, _ in kept)
        return [((f" {shorten(text, width - 2)}", "quiet"), None)]

    def _width(self, items: list[tuple[str, int]], divider: str) -> int:
        return cell_len(divider.join(text for text, _ in items)) + 2


class Footer(Bar):
    """The keys that work now, most used first; `: More` where not all fit."""

    base = "bar"

    def __init__(
        self,
        offers: Callable[[], list[tuple[str, str, str]]],
        *,
        id: str | None = None,  # noqa: A002 - Textual's word
    ) -> None:
        super().__init__(id=id)
        self._offers = offers
        self._drawn: list[tuple[str, str, str]] = []

    def look(self) -> None:
        """Draw it again where something else works now."""
        if self._offers() != self._drawn:
            self.refresh()

    def parts(self, width: int) -> list[tuple[Span, str | None]]:
        """Draw whole items only; Help, and More where something is left out, always."""
        offers = self._drawn = self._offers()
        last = [offer for offer in offers if offer[2] == "help"]
        more = [offer for offer in offers if offer[2] == "palette"]
        rest = [offer for offer in offers if offer[2] not in ("help", "palette")]
        shown = rest
        tail = last
        if self._width([*rest, *last]) > width:
            tail = [*more, *last]
            while shown and self._width([*shown, *tail]) > width:
                shown = shown[:-1]
        drawn: list[tuple[Span, str | None]] = []
        for key, label, command in [*shown, *tail]:
            drawn += [((f" {key}", "key"), command), ((f" {label} ", ""), command)]
        return drawn

    def _width(self, offers: list[tuple[str, str, str]]) -> int:
        return sum(cell_len(key) + cell_len(label) + 3 for key, label, _ in offers)
