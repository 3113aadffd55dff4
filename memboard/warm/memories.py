"""The stores that a warm process has open: few, and none longer than it is asked."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from memboard.engine import EmbedderHandle, Home, Memory, Project, open_memory
from memboard.engine.errors import NotFound

MOST = 4
IDLE_SECONDS = 60.0
PATIENCE_SECONDS = 0.25
"""How long a record waits for other processes: whoever asked does not wait long either."""

ROOT = Path(os.path.abspath(os.sep))
"""A folder that is no project."""

Mark = tuple[int, ...] | None


class View(NamedTuple):
    """Whose notes, for whom, in which state of the files: what makes an open store the same."""

    project: Project | None
    host: str
    store: Mark
    config: Mark


class Memories:
    """Open stores of one home, used from one thread."""

    def __init__(self, home: Home, embedder: EmbedderHandle, now: Callable[[], float]) -> None:
        self._home = home
        self._embedder = embedder
        self._now = now
        self._open: OrderedDict[View, tuple[Memory, float]] = OrderedDict()

    def of(self, project: Project | None, host: str) -> Memory:
        """Give a project's store; opened where it is not, or where its files were replaced.

        Raises:
            NotFound: there is no store; one that was deleted is not made again here.
            MemboardError: it cannot be opened.
        """
        config = mark(self._home.config, changes=True)
        view = View(project, host, mark(self._home.store), config)
        if view.store is None:
            raise NotFound(f"There is no store in {self._home.folder}.")
        kept = self._open.pop(view, None)
        memory = kept[0] if kept else self._opened(project, host)
        self._open[view] = (memory, self._now())
        while len(self._open) > MOST:
            self._drop(next(iter(self._open)))
        return memory

    def drop_idle(self) -> float | None:
        """Close what nobody asked for lately; gives the seconds until more is to be closed."""
        for view, (_, used) in list(self._open.items()):
            idle = self._now() - used
            if idle < IDLE_SECONDS:
                return IDLE_SECONDS - idle  # the others were used later
            self._drop(view)
        return None

    def close(self) -> None:
        """Close all."""
        for view in list(self._open):
            self._drop(view)

    def _opened(self, project: Project | None, host: str) -> Memory:
        return open_memory(
            self._home,
            project,
            folder=ROOT if project is None else None,
            actor=host,
            embedder=self._embedder,
            patience=PATIENCE_SECONDS,
        )

    def _drop(self, view: View) -> None:
        memory, _ = self._open.pop(view)
        memory.close()


def mark(path: Path, *, changes: bool = False) -> Mark:
    """Tell a file from another of the same path, and if wanted from itself before a change."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    here = (found.st_dev, found.st_ino)
    return (*here, found.st_mtime_ns, found.st_size) if changes else here
