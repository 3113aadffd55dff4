"""What board tests share: a fixed world, and how to press keys in it."""

from __future__ import annotations

import datetime as dt
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

from textual import events
from textual.pilot import Pilot

from memboard.board import BoardApp
from memboard.board.screen import BoardScreen
from memboard.board.tempo import AT_ONCE
from memboard.engine import Draft, EmbedderHandle, HashEmbedder, Memory, open_memory
from memboard.engine.settings import BoardSettings

NOON = dt.datetime(2026, 11, 30, 12, 0, tzinfo=dt.UTC)
PROJECT = "tidepool"

NOTES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Gauge 14 at Brest reports UTC+1 all year; do not shift it in summer", {}),
    ("Never edit a migration that is on main; add a new one (ADR-0007)", {"trigger": "manual"}),
    ("Prefers pnpm over npm in every JavaScript project", {"scope": "global", "pinned": True}),
    ("Ingest retries live in src/ingest/queue_runner.py; backoff caps at 90 s", {"tags": ("q",)}),
    ("Gauge 9 at Roscoff drops a reading every full moon", {"tags": ("gauge",)}),
    ("The demo API is at https://demo.tidepool.dev/api/v3", {"importance": 0.7}),
    ("Run `make seed` before the integration tests; without it they hang", {}),
    ("Staging Postgres listens on 5432; ops/tunnel.sh maps it to localhost", {"topic": "db"}),
)
"""Eight notes, oldest first; two speak of gauges, one of port 5432."""

Keys = Sequence[str]
Embedders = Callable[[], EmbedderHandle]


class World:
    """A store in a folder, with a clock that only the test moves and ids that repeat."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.moment = NOON
        self.seconds = 0.0
        self.copied: list[str] = []
        self.has_clipboard = True
        self.edited: str | None = None
        self._entropy = count(1)

    def now(self) -> dt.datetime:
        """Give the present moment."""
        return self.moment

    def monotonic(self) -> float:
        """Every look at the clock is a second later: no key is ever held by accident."""
        self.seconds += 1.0
        return self.seconds

    def entropy(self, size: int) -> bytes:
        """Give bytes that differ, and repeat in every run."""
        number = next(self._entropy) * 2_654_435_761 % 2**32
        return number.to_bytes(max(size, 4), "little")[:size]

    def open(self, actor: str = "you") -> Memory:
        """Open the store."""
        return open_memory(
            self.home,
            PROJECT,
            actor=actor,
            embedder=EmbedderHandle.of(HashEmbedder()),
            clock=self.now,
            entropy=self.entropy,
        )

    def fill(self, notes: Iterable[tuple[str, dict[str, Any]]] = NOTES) -> None:
        """Put notes in, an hour apart, the last one an hour ago; nobody's to undo."""
        listed = list(notes)
        with self.open(actor="agent") as memory:
            for at, (text, fields) in enumerate(listed):
                self.moment = NOON - dt.timedelta(hours=len(listed) - at)
                memory.add_many([Draft(text=text, **fields)])
        self.moment = NOON

    def texts(self) -> list[str]:
        """Read all texts, newest first."""
        with self.open() as memory:
            return [note.text for note in memory.recent(100).notes]

    def copy(self, text: str) -> bool:
        """Stand for the system's clipboard."""
        if self.has_clipboard:
            self.copied.append(text)
        return self.has_clipboard

    def app(self, **more: Any) -> BoardApp:
        """Make a board on this store, without pauses."""
        given: dict[str, Any] = {
            "tempo": AT_ONCE,
            "now": self.now,
            "monotonic": self.monotonic,
            "copy": self.copy,
            "edit": lambda text: self.edited and text + self.edited,
            "settings": BoardSettings(glyphs="unicode"),
        }
        return BoardApp(self.open, **{**given, **more})


class Driver:
    """A running board, and what is on it."""

    def __init__(self, app: BoardApp, pilot: Pilot[int]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def board(self) -> BoardScreen:
        """The board's screen, also under a dialog."""
        screen = self.app.screen_stack[1]
        assert isinstance(screen, BoardScreen)
        return screen

    async def settle(self) -> None:
        """Wait until nothing runs, and everything is drawn."""
        for _ in range(2_000):
            await self.pilot.pause()
            running = any(not worker.is_finished for worker in self.app.workers)
            if not running and not self.app.desk.busy:
                break
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        """Press keys, each one done with before the next; letters may be given as a word."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def type(self, text: str) -> None:
        """Type a text."""
        await self.pilot.press(*("space" if one == " " else one for one in text))
        await self.settle()

    async def paste(self, text: str) -> None:
        """Paste a text, as a terminal does."""
        self.app.post_message(events.Paste(text))
        await self.settle()

    async def order(self, command: str) -> None:
        """Do a command as the mouse would."""
        self.board.order(command)
        await self.settle()

    def screen_text(self) -> str:
        """Give what is on screen as text."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(part.text for part in strip) for strip in strips)

    @property
    def said(self) -> str:
        """What the toast says."""
        return self.board.tidings.said

    @property
    def note_text(self) -> str:
        """The text under the cursor."""
        note = self.board.pane.note
        return "" if note is None else note.text


@asynccontextmanager
async def driving(
    world: World, *, size: tuple[int, int] = (120, 36), **more: Any
) -> AsyncIterator[Driver]:
    """Run a board on a world until the block ends."""
    app = world.app(**more)
    async with app.run_test(size=size) as pilot:
        driver = Driver(app, pilot)
        await driver.settle()
        yield driver
        await driver.settle()
