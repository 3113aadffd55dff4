"""A title rule: heavy where the focus is, light elsewhere, with position and order at its end."""

from __future__ import annotations

from rich.cells import cell_len
from textual.strip import Strip

from memboard.board.cells import shorten
from memboard.board.paint import OneLine, Painted, Span


class Rule(OneLine):
    """One line: `━━ Recent ━━━━━ 1 of 214 · newest first ━━`."""

    def __init__(self, title: str, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self.title = title
        self.chip = ""
        self.right = ""
        self.focused_part = False

    def show(self, *, right: str, focused: bool, title: str | None = None, chip: str = "") -> None:
        """Say something else; nothing is drawn where nothing changed."""
        new = (title or self.title, chip, right, focused)
        if new != (self.title, self.chip, self.right, self.focused_part):
            self.title, self.chip, self.right, self.focused_part = new
            self.refresh()

    def spans(self, width: int) -> list[Span]:
        """Draw it."""
        line = self.glyphs.heavy if self.focused_part else self.glyphs.light
        role = "focus strong" if self.focused_part else "quiet"
        title = shorten(self.title, max(0, width - 6))
        spans: list[Span] = [(line * 2, role), (f" {title} ", f"{role} strong")]
        if self.chip:
            spans.append((f" {shorten(self.chip, max(3, width // 3))} ", "chip"))
            spans.append((" ", role))
        used = sum(cell_len(text) for text, _ in spans)
        right = self.right
        while right and used + cell_len(right) + 5 > width:
            right = right.rpartition(" · ")[0]
        right = right.replace("·", self.glyphs.dot)
        ending = f" {right} " if right else ""
        fill = width - used - cell_len(ending) - 2
        spans += [(line * max(0, fill), role), (ending, role), (line * 2, role)]
        return spans


class Divider(Painted):
    """The column between list and detail."""

    def render_line(self, y: int) -> Strip:
        """Draw one cell of it, the same on every line."""
        del y
        return self.paint([(self.glyphs.divider, "quiet")], self.size.width)
