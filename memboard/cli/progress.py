"""A progress line on stderr while a long job runs, and stopping the job with ctrl+c."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from memboard.cli.figures import size
from memboard.cli.output import encodable, narrate

BAR_CELLS = 20
CLEAR = "\r\x1b[K"


class Progress:
    """Draws `title  ████····  41 %  1,240 of 3,004`.

    Where stderr is no terminal nothing, or with `every` a line after so many: `title 500 of 3,004`.
    """

    def __init__(
        self, title: str, *, in_bytes: bool = False, every: int | None = None, shown: bool = True
    ) -> None:
        self._title = title
        self._in_bytes = in_bytes
        self._shown = shown and sys.stderr.isatty()
        self._every = every if shown and not self._shown else None
        self._drawn = ""
        self.done = 0
        self.total = 0

    def __call__(self, done: int, total: int) -> None:
        """Show how much is done, of how much."""
        before = self.done
        self.done, self.total = done, total
        if self._every and before // self._every < done // self._every:
            narrate(f"{self._title} {self.figures()}")
        line = self.line()
        if self._shown and line != self._drawn:
            sys.stderr.write(CLEAR + encodable(line, sys.stderr))
            sys.stderr.flush()
            self._drawn = line

    def line(self) -> str:
        """Write the line as it stands."""
        share = self.done / self.total if self.total else 1.0
        full = int(share * BAR_CELLS)
        bar = "█" * full + "·" * (BAR_CELLS - full)
        return f"{self._title}  {bar}  {int(share * 100):3} %  {self.figures()}"

    def figures(self) -> str:
        """Write how much is done, of how much: notes, or bytes."""
        if self._in_bytes:
            return f"{size(self.done)} of {size(self.total)}"
        return f"{self.done:,} of {self.total:,}"

    def clear(self) -> None:
        """Take the line away."""
        if self._drawn:
            sys.stderr.write(CLEAR)
            sys.stderr.flush()
            self._drawn = ""


@contextmanager
def long_job(
    title: str, *, in_bytes: bool = False, every: int | None = None, shown: bool = True
) -> Iterator[tuple[Progress, Callable[[], bool]]]:
    """Run a job with a progress line; ctrl+c lets it finish its step, a second one ends it.

    Gives what to tell the progress to, and what to ask whether to stop.
    """
    progress = Progress(title, in_bytes=in_bytes, every=every, shown=shown)
    stopping: list[int] = []

    def stop(number: int, _: FrameType | None) -> None:
        stopping.append(number)
        signal.signal(signal.SIGINT, before)

    before = signal.getsignal(signal.SIGINT)
    listening = threading.current_thread() is threading.main_thread()
    if listening:
        signal.signal(signal.SIGINT, stop)
    try:
        yield progress, lambda: bool(stopping)
    finally:
        if listening:
            signal.signal(signal.SIGINT, before)
        progress.clear()
