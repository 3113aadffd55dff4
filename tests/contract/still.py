"""A clock and a source of randomness that any process can share: both follow a file's step."""

from __future__ import annotations

import datetime as dt
import hashlib
import os
from pathlib import Path

from memboard.engine import EmbedderHandle, HashEmbedder, Memory, open_memory

START = dt.datetime(2026, 1, 1, 9, 0, tzinfo=dt.UTC)
STEP_VARIABLE = "CONTRACT_STEP_FILE"


class Still:
    """Time and randomness of one step: the same in every process, and at every call."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def step(self) -> int:
        """Give the step the test is at."""
        return int(self._file.read_text()) if self._file.exists() else 0

    def advance(self) -> None:
        """Go one step on."""
        self._file.write_text(str(self.step() + 1))

    def clock(self) -> dt.datetime:
        """Give the moment of the step: a minute each."""
        return START + dt.timedelta(minutes=self.step())

    def entropy(self, size: int) -> bytes:
        """Give the bytes of the step; the store's key (32 bytes) is the same in all of them."""
        seed = "key" if size == 32 else f"id {self.step()}"
        return hashlib.sha256(seed.encode()).digest()[:size]


def open_still(
    home: str | Path | None = None, project: str | None = None, actor: str = "you"
) -> Memory:
    """Open a store that stands still between steps."""
    still = Still(Path(os.environ[STEP_VARIABLE]))
    return open_memory(
        home,
        project,
        actor=actor,
        clock=still.clock,
        entropy=still.entropy,
        embedder=EmbedderHandle.of(HashEmbedder()),
    )
