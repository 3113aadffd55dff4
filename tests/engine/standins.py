"""What the engine's tests put in place of time, models and SQLite extensions."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Protocol

import apsw
import numpy as np

from memboard.engine import EmbedderHandle, HashEmbedder, Memory, Project, Settings
from memboard.engine.embed import FloatMatrix, FloatVector
from memboard.engine.settings import MemorySettings
from memboard.engine.testing import TokenHashEmbedder

NO_MODEL = Settings(memory=MemorySettings(embedder="no-such-model"))
"""Settings under which a new store works by words."""

WORDS = (
    "red",
    "green",
    "blue",
    "cyan",
    "teal",
    "plum",
    "port",
    "key",
    "node",
    "pool",
    "lock",
    "rate",
)
"""What random notes are made of."""


class FixedClock:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.now = dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)

    def __call__(self) -> dt.datetime:
        """The moment at which it stands."""
        return self.now

    def move(self, **by: float) -> None:
        """Move by a timedelta's keywords; negative ones go back."""
        self.now += dt.timedelta(**by)


class OpenHere(Protocol):
    """Opens the test's store, as `open_memory` does; closed when the test ends."""

    def __call__(self, project: str | Project | None = "alpha", **changed: object) -> Memory:
        """Open it for a project, with some arguments of `open_memory` changed."""


class OtherHash(HashEmbedder):
    """Another embedder of the same width: its vectors may never be compared with the first's."""

    def __init__(self, dimensions: int = 64) -> None:
        super().__init__(dimensions)
        self.id = f"other-hash:{dimensions}"

    def embed_query(self, text: str) -> FloatVector:
        """The hash embedder's vector, turned round."""
        turned: FloatVector = np.roll(super().embed_query(text), 7)
        return turned


class FailingEmbedder(HashEmbedder):
    """Works a number of times, then fails with an error of its own until told otherwise."""

    def __init__(self, dimensions: int = 64, *, works: int = 0) -> None:
        super().__init__(dimensions)
        self.works = works

    def embed_documents(self, texts: Sequence[str]) -> FloatMatrix:
        """Embed, or raise."""
        if self.works <= 0:
            raise RuntimeError("the accelerator is on fire")
        self.works -= 1
        return super().embed_documents(texts)


def hash_handle(dimensions: int = 64) -> EmbedderHandle:
    """A handle on the hash embedder, small enough to be quick."""
    return EmbedderHandle.of(HashEmbedder(dimensions))


def token_handle(dimensions: int = 64) -> EmbedderHandle:
    """A handle on the hash embedder that tells its tokens."""
    return EmbedderHandle.of(TokenHashEmbedder(dimensions))


def refuse_vec(_: apsw.Connection) -> None:
    """Fail as sqlite-vec does on a machine it was not built for."""
    raise apsw.ExtensionLoadingError("vec0.so: invalid ELF header")


def texts_of(memory: Memory) -> list[str]:
    """The texts seen here, newest first."""
    return [note.text for note in memory.recent(1_000).notes]


def troubles(memory: Memory) -> list[str]:
    """What a check finds wrong."""
    return [finding.text for finding in memory.check() if finding.level == "bad"]
