"""A home with two notes of one project, its warm server, and callers of it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from memboard.engine import EmbedderHandle, HashEmbedder, Home, find_home, open_memory
from memboard.warm.serving import Serving, serve_warm

from .callers import Raw, Spawn, dismiss, spawned

NOTES = ("Staging Postgres listens on port 5433", "deploys go out on Tuesdays")


@pytest.fixture(autouse=True)
def _no_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing of the machine's own settings reach a test."""
    for name in ("MEMBOARD_HOME", "MEMBOARD_PROJECT", "MEMBOARD_EMBEDDER"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def embedder() -> EmbedderHandle:
    """The embedder of the tests' stores, loaded."""
    return EmbedderHandle.of(HashEmbedder())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a project."""
    place = tmp_path / "tidepool"
    place.mkdir()
    return place


@pytest.fixture
def home(tmp_path: Path, folder: Path, embedder: EmbedderHandle) -> Home:
    """A home whose store has notes of the project."""
    return filled(tmp_path / "home", folder, embedder)


def filled(place: Path, folder: Path, embedder: EmbedderHandle) -> Home:
    """Make a home with notes of a project."""
    home = find_home(place)
    with open_memory(home, folder=folder, embedder=embedder) as memory:
        for text in NOTES:
            memory.add(text)
    return home


@pytest.fixture
def log() -> list[str]:
    """What the server said."""
    return []


@pytest.fixture
def serving(home: Home, embedder: EmbedderHandle, log: list[str]) -> Iterator[Serving]:
    """A server of the home on a thread of this process."""
    with serve_warm(home, embedder, log.append) as running:
        yield running


@pytest.fixture
def call(home: Home, serving: Serving) -> Iterator[Callable[[], Raw]]:
    """Connects to that server, as often as a test wants."""
    del serving
    with ExitStack() as opened:
        yield lambda: opened.enter_context(Raw(home.folder))


@pytest.fixture
def spawn(home: Home) -> Iterator[Spawn]:
    """Start processes that serve the home, and are gone when the test is."""
    started: list[subprocess.Popen[str]] = []

    def start(then: str) -> subprocess.Popen[str]:
        started.append(spawned(home.folder, then))
        return started[-1]

    yield start
    for process in started:
        dismiss(process)
