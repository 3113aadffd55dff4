"""A store in a temporary home, with its time, randomness and embedder held still."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from memboard.engine import Draft, Memory, Project, open_memory

from .standins import WORDS, FixedClock, OpenHere, hash_handle

settings.register_profile("memboard", deadline=None)  # a busy machine fails no test
settings.load_profile("memboard")


@pytest.fixture(autouse=True)
def _no_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing of the machine's own settings reach a test."""
    for name in ("MEMBOARD_HOME", "MEMBOARD_PROJECT", "MEMBOARD_EMBEDDER"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def clock() -> FixedClock:
    """A clock that only the test moves."""
    return FixedClock()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The home of `memory` and `open_here`; made when one of them opens it."""
    return tmp_path / "home"


@pytest.fixture
def open_here(home: Path, clock: FixedClock) -> Iterator[OpenHere]:
    """Opens that home as often as a test wants; all share the clock and the randomness."""
    yield from opener(home, clock)


@pytest.fixture
def open_elsewhere(tmp_path: Path, clock: FixedClock) -> Iterator[OpenHere]:
    """Opens another home."""
    yield from opener(tmp_path / "elsewhere", clock)


def opener(home: Path, clock: FixedClock) -> Iterator[OpenHere]:
    """Give a function that opens a home, then close what it opened."""
    opened: list[Memory] = []
    randomness = random.Random(7)

    def open_store(project: str | Project | None = "alpha", **changed: Any) -> Memory:
        given: dict[str, Any] = {
            "embedder": hash_handle(),
            "clock": clock,
            "entropy": randomness.randbytes,
        }
        opened.append(open_memory(home, project, **(given | changed)))
        return opened[-1]

    yield open_store
    for memory in opened:
        memory.close()


@pytest.fixture
def memory(open_here: OpenHere) -> Memory:
    """The store of project `alpha`, opened by a person."""
    return open_here()


@pytest.fixture
def stored(home: Path, open_here: OpenHere) -> Path:
    """A closed store of some notes."""
    memory = open_here()
    memory.add_many(
        [Draft(text=f"rule number {number} about {WORDS[number % 12]}") for number in range(60)]
    )
    memory.close()
    return home / "memory.db"
