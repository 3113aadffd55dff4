"""The only question the board asks: erase for good?"""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen

from memboard.board.ages import plural
from memboard.board.cells import shorten, wrap
from memboard.board.glyphs import Glyphs
from memboard.board.paint import Span
from memboard.board.text import plain
from memboard.board.widgets.rule import Rule
from memboard.board.widgets.sheet import Sheet
from memboard.engine import Note

WARNING = (
    "Text, vector and history are erased; the id, the time and a keyed hash stay."
    " u cannot bring it back. d forgets instead: 30 days to restore."
)
KEEP, PURGE = 0, 1


class PurgeDialog(ModalScreen[bool | None], inherit_bindings=False):
    """Gives True only for `y`, or for Purge chosen on purpose; Keep has the focus."""

    verb = "Purge"
    warning = WARNING

    def __init__(self, known: Sequence[Note], number: int, glyphs: Glyphs) -> None:
        super().__init__()
        self.known, self.number, self.glyphs = known, number, glyphs
        self.chosen = KEEP
        self.rule = Rule(f"Purge {plural(number, 'note')} for good?")
        self.sheet = Sheet(self._written)

    def compose(self) -> ComposeResult:
        """Title and page."""
        with Vertical(classes="dialog purge"):
            yield self.rule
            yield self.sheet

    def on_mount(self) -> None:
        """Stand on Keep."""
        self.rule.show(right="", focused=True)
        self.set_focus(self.sheet)

    def known_lines(self, width: int) -> list[list[Span]]:
        """Name what the answer goes to."""
        lines: list[list[Span]] = [
            [(f"{note.id}  ", "quiet"), (shorten(plain(note.text), width - 10), "")]
            for note in self.known
        ]
        if self.number > len(self.known):
            lines.append([(f"and {self.number - len(self.known):,} more", "quiet")])
        return lines

    def _written(self, width: int) -> list[list[Span]]:
        lines = self.known_lines(width)
        lines += [[]] + [[(piece.text, "")] for piece in wrap(self.warning, width)] + [[]]
        keep = "Keep it" if self.number == 1 else "Keep them"
        lines.append(
            [self._button(keep, KEEP), ("   ", ""), self._button(f"{self.verb}  y", PURGE)]
        )
        return lines

    def _button(self, text: str, which: int) -> Span:
        return (f"[ {text} ]", "chip") if self.chosen == which else (f"  {text}  ", "danger")

    def press(self, event: events.Key) -> bool:
        """Choose with arrows, tab, h and l; y purges, anything that leaves keeps."""
        if event.key in ("tab", "shift+tab", "left", "right", "h", "l"):
            self.chosen = PURGE - self.chosen
            self.sheet.rewrite()
        elif event.key == "y":
            self.dismiss(True)
        elif event.key == "enter":
            self.dismiss(self.chosen == PURGE)
        elif event.key in ("n", "escape", "q", "ctrl+q"):
            self.dismiss(False)
        return True
