"""A dialog with rows to choose from; typing narrows them where that is asked for."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen

from memboard.board.cells import cut
from memboard.board.glyphs import Glyphs
from memboard.board.keyboard import name_of
from memboard.board.matches import filter_ranges, words_of
from memboard.board.paint import Span
from memboard.board.roster import Group, Roster
from memboard.board.rows import marked
from memboard.board.widgets.field import Field
from memboard.board.widgets.lines import Lines
from memboard.board.widgets.rule import Rule


class Choice(NamedTuple):
    """One row: what it gives back, what it says, and under which heading it stands."""

    value: str
    left: str
    text: str
    group: str = ""
    grey: bool = False


class Chooser(ModalScreen[str | None], inherit_bindings=False):
    """Gives the value of the chosen row, or None."""

    left_width = 12
    types = True
    """Whether typing narrows the rows."""

    def __init__(self, title: str, choices: list[Choice], glyphs: Glyphs) -> None:
        super().__init__()
        self.choices = choices
        self.glyphs = glyphs
        self.roster: Roster[object] = Roster(adds=False)
        self.shown: list[Choice] = []
        self.rule = Rule(title)
        self.lines = Lines(self.roster, self._draw)
        self.lines.empty = "Nothing is called that."
        self.field = Field("filter", id="chooser-field")

    def compose(self) -> ComposeResult:
        """Title, field, rows."""
        with Vertical(classes="dialog chooser"):
            yield self.rule
            yield self.field
            yield self.lines

    def on_mount(self) -> None:
        """Show all rows; the keyboard is where it is needed."""
        self.field.sign.show("find")
        self.field.display = self.types
        self.rule.focused_part = True
        self.narrow("")
        self.set_focus(self.field.typed if self.types else self.lines)

    def narrow(self, typed: str) -> None:
        """Leave the rows that have all the words."""
        words = words_of(typed)
        self.shown = [
            one
            for one in self.choices
            if all(word in f"{one.left} {one.text}".casefold() for word in words)
        ]
        groups = []
        for at, one in enumerate(self.shown):
            if one.group and (at == 0 or self.shown[at - 1].group != one.group):
                size = sum(1 for other in self.shown if other.group == one.group)
                groups.append(Group(at, one.group, str(size)))
        self.roster.fill(list(range(len(self.shown))), groups)
        self.roster.move(0)
        self.rule.show(right=f"{len(self.shown)}", focused=True)
        self.lines.refill()

    def _draw(self, at: int, width: int) -> list[Span]:
        one = self.shown[int(str(self.roster.keys[at]))]
        lead = one.left.ljust(self.left_width)
        role = "quiet" if one.grey else ""
        ranges = filter_ranges(one.text, self.field.text)
        pieces = cut(one.text, width - cell_len(lead), self.glyphs.more)
        body = [span for piece in pieces for span in marked(piece, ranges)]
        return [
            (lead, "quiet" if one.grey else "key"),
            *[(text, how or role) for text, how in body],
        ]

    def on_field_changed(self) -> None:
        """Narrow as it is typed."""
        self.narrow(self.field.text)

    def on_row_opened(self) -> None:
        """A second click chooses."""
        self.choose()

    def on_cursor_moved(self) -> None:
        """Nothing follows the cursor here."""

    def choose(self) -> None:
        """Give the row under the cursor back."""
        if self.shown:
            self.dismiss(self.shown[max(0, self.roster.at)].value)

    def press(self, event: events.Key) -> bool:
        """Move, choose, leave; letters go to the field."""
        moves = {"down": 1, "up": -1, "pagedown": 10, "pageup": -10}
        leaves = {"escape", "f1", "ctrl+p", "ctrl+q"}
        if not self.types:
            moves |= {"j": 1, "k": -1}
            leaves |= {"q", "n", "?", "U"}
        key = name_of(event)
        if key in moves:
            self.lines.move_to(self.roster.at + moves[key])
        elif key == "enter":
            self.choose()
        elif key in leaves:
            self.dismiss(None)
        else:
            return key == "tab"
        return True

    def on_click(self, event: events.Click) -> None:
        """A click beside the dialog leaves it."""
        if event.widget is self:
            self.dismiss(None)
