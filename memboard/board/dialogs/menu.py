"""The menu of a row: what the keys could do, under the mouse."""

from __future__ import annotations

from memboard.board.commands import commands_in
from memboard.board.dialogs.chooser import Choice, Chooser
from memboard.board.dialogs.keys import keys_of
from memboard.board.glyphs import Glyphs

WIDTH, MARGIN = 34, 2


class MenuDialog(Chooser):
    """Opens where the row was clicked."""

    types = False
    left_width = 12

    def __init__(self, context: str, glyphs: Glyphs, x: int, y: int) -> None:
        choices = [
            Choice(one.id, keys_of(one), one.label)
            for one in commands_in(context)
            if one.targets or one.id in ("add", "undo", "mark", "open")
        ]
        super().__init__("Note", choices, glyphs)
        self.at = x, y

    def on_mount(self) -> None:
        """Lie where the mouse is, as far as the screen goes."""
        super().on_mount()
        box = self.query_one(".dialog")
        box.add_class("menu")
        height = len(self.choices) + 2
        x = max(0, min(self.at[0], self.app.size.width - WIDTH - MARGIN))
        y = max(0, min(self.at[1], self.app.size.height - height - 1))
        box.styles.offset = (x, y)
        box.styles.width, box.styles.height = WIDTH, min(height, self.app.size.height)
