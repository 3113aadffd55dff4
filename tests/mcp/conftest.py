"""Stores and connections for the tests; the whole folder is skipped without the SDK."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memboard.engine import EmbedderHandle, HashEmbedder, Memory, Settings, open_memory

pytest.importorskip("mcp", reason="the extra `mcp` is not installed")

from .hosts import SESSION, Line, spawned

OpenStore = Callable[[str], Memory]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home that is not there yet."""
    return tmp_path / "home"


@pytest.fixture
def embedder() -> EmbedderHandle:
    """The embedder of the tests' stores."""
    return EmbedderHandle.of(HashEmbedder())


@pytest.fixture
def open_store(home: Path, embedder: EmbedderHandle) -> OpenStore:
    """What opens the store for a connection."""
    return lambda actor: open_memory(
        home, "demo", actor=actor, session=SESSION, settings=Settings(), embedder=embedder
    )


@pytest.fixture
def person(home: Path, embedder: EmbedderHandle) -> Iterator[Memory]:
    """The same store, in a person's hands."""
    with open_memory(home, "demo", settings=Settings(), embedder=embedder) as memory:
        yield memory


@pytest.fixture
def spawn(home: Path) -> Iterator[Callable[..., Line]]:
    """Start server processes that are gone when the test is."""
    started: list[Line] = []

    def start(before: str = "", **env: str) -> Line:
        started.append(spawned(home, before, **env))
        return started[-1]

    yield start
    for line in started:
        line.kill()
