"""The application: theme, signs, clipboard, and one screen; everything else is the screen's."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import time
from collections.abc import Callable
from pathlib import PurePath
from typing import ClassVar

from textual import events
from textual.app import App, SuspendNotSupported, SystemCommand
from textual.binding import BindingType
from textual.worker import Worker

from memboard.board.clipboard import Copied, Copy, system_copy
from memboard.board.crashes import write_crash
from memboard.board.desk import Desk, DeskClosed
from memboard.board.endings import leave_on_signals, leave_without_terminal
from memboard.board.glyphs import choose_glyphs
from memboard.board.keyboard import paste, press
from memboard.board.messages import ViewFailed
from memboard.board.outside import edit_text
from memboard.board.screen import BoardScreen
from memboard.board.sheets import stylesheets
from memboard.board.tempo import Tempo
from memboard.board.themes import DARK_ROLES, THEMES
from memboard.engine import Memory
from memboard.engine.settings import BoardSettings

Samples = Callable[[Memory], int]
"""Fills an empty store with sample notes, and gives how many."""


def local_now() -> dt.datetime:
    """Give the present in the user's zone."""
    return dt.datetime.now().astimezone()


class BoardApp(App[int], inherit_bindings=False):
    """memboard's board on one store.

    The store is opened on the desk's thread, after the first frame is drawn.
    """

    CSS_PATH: ClassVar[list[str | PurePath]] = [*stylesheets()]
    TITLE = "memboard"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(
        self,
        opener: Callable[[], Memory],
        *,
        query: str | None = None,
        samples: Samples | None = None,
        settings: BoardSettings | None = None,
        tempo: Tempo | None = None,
        now: Callable[[], dt.datetime] = local_now,
        monotonic: Callable[[], float] = time.monotonic,
        copy: Copy = system_copy,
        edit: Callable[[str], str | None] | None = None,
    ) -> None:
        chosen = settings or BoardSettings()
        # under NO_COLOR the filter is picked here: without this, greys are still sent
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.desk = Desk(opener)
        self.query_text = query
        self.samples = samples
        self.tempo = tempo or Tempo()
        self.now = now
        self.monotonic = monotonic
        self.glyphs = choose_glyphs(chosen.glyphs)
        self.parting = ""
        self.main: BoardScreen | None = None
        self._copy = copy
        self._edit = edit
        self.animation_level = "none"  # nothing here moves but what is asked to
        for theme in THEMES.values():
            self.register_theme(theme)
        self.theme = THEMES[chosen.theme].name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give the roles to stylesheets that are read before a theme is set."""
        return dict(DARK_ROLES)

    def on_load(self) -> None:
        """Listen to the system before the terminal is changed."""
        if "headless" not in self.features:
            leave_on_signals(self.leave_soon)
            leave_without_terminal(self.leave_soon)

    def on_mount(self) -> None:
        """Show the board."""
        self.main = BoardScreen(self)
        self.push_screen(self.main)

    def get_system_commands(self, screen: object) -> list[SystemCommand]:
        """Offer none of Textual's own commands; the board has its palette."""
        del screen
        return []

    async def on_event(self, event: events.Event) -> None:
        """Handle keys here, one after the other; all else as Textual does."""
        if isinstance(event, events.Key):
            await press(self, event)
        elif isinstance(event, events.Paste):
            await paste(self, event)
        else:
            await super().on_event(event)

    def next_theme(self) -> None:
        """Take the other theme."""
        names = [theme.name for theme in THEMES.values()]
        self.theme = names[(names.index(self.theme) + 1) % len(names)]

    def copy_text(self, text: str) -> Copied:
        """Put a raw text on the clipboard; says which one took it."""
        if self._copy(text):
            return "clipboard"
        self.copy_to_clipboard(text)
        return "terminal"

    def edit_outside(self, text: str) -> str | None:
        """Let the user change a text in their own editor; None leaves it as it was."""
        if self._edit is not None:
            return self._edit(text)
        try:
            with self.suspend():
                return edit_text(text)
        except SuspendNotSupported:
            return None

    def on_view_failed(self, event: ViewFailed) -> None:
        """Write down what could not be drawn."""
        self.write_down(event.error)

    def write_down(self, error: Exception) -> None:
        """Write an error into the home's log, without waiting for it."""
        when = f"{self.now():%Y-%m-%d %H:%M:%S}"

        async def written() -> None:
            with contextlib.suppress(DeskClosed):
                await self.desk(lambda memory: write_crash(memory.home.folder, error, when))

        _: Worker[None] = self.run_worker(written, group="crashes", exit_on_error=False)

    async def leave(self, code: int = 0) -> None:
        """Keep what is being written, close the desk, then the application."""
        if self.main is not None:
            with contextlib.suppress(DeskClosed):
                await self.main.editor.keep()
        await self.desk.close()
        self.exit(code)

    def leave_soon(self, code: int) -> None:
        """Leave because the system says so."""
        _: Worker[None] = self.run_worker(self.leave(code), group="leaving", exit_on_error=False)

    async def on_unmount(self) -> None:
        """Close the desk however the application ends."""
        await self.desk.close()
