"""Servers for the tests: on threads with the hash embedder, and in processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memboard.engine import EmbedderHandle, HashEmbedder, Memory, Settings, open_memory

from .client import Served, Spawned

OpenStore = Callable[[], Memory]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home that is not there yet."""
    return tmp_path / "home"


def opener(home: Path, session: str, embedder: EmbedderHandle | None = None) -> OpenStore:
    """Make what opens a store in a connection's name."""
    return lambda: open_memory(
        home,
        "demo",
        actor="agent",
        session=session,
        settings=Settings(),
        embedder=embedder or EmbedderHandle.of(HashEmbedder()),
    )


@pytest.fixture
def serve(home: Path) -> Iterator[Callable[..., Served]]:
    """Start servers that are ended with the test."""
    started: list[Served] = []

    def start(
        session: str = "rpc-testtest",
        embedder: EmbedderHandle | None = None,
        open_store: OpenStore | None = None,
    ) -> Served:
        opens = open_store or opener(home, session, embedder)
        started.append(Served(opens, session, str(home)))
        return started[-1]

    yield start
    for server in started:
        server.end()


@pytest.fixture
def client(serve: Callable[..., Served]) -> Served:
    """A client of a fresh server."""
    return serve()


@pytest.fixture
def spawn(home: Path) -> Iterator[Callable[..., Spawned]]:
    """Start server processes that are gone when the test is."""
    started: list[Spawned] = []

    def start(before: str = "", **env: str) -> Spawned:
        started.append(Spawned(str(home), before, **env))
        return started[-1]

    yield start
    for server in started:
        server.kill()
