"""A home for hooks, on which no worker works unless a test lets it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from filelock import FileLock

from memboard.engine import Draft
from tests.engine.standins import WORDS

from .driving import Stage, linked


@pytest.fixture(autouse=True)
def _no_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing of the machine's own settings reach a test."""
    for name in ("MEMBOARD_HOME", "MEMBOARD_PROJECT", "MEMBOARD_EMBEDDER", "MEMBOARD_CHILD"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def empty(tmp_path: Path) -> Stage:
    """Two projects and no home."""
    stage = Stage(tmp_path)
    linked(stage.worktree, stage.tidepool)
    return stage


@pytest.fixture
def stage(empty: Stage) -> Stage:
    """Two projects and a store with a note about migrations, among others."""
    empty.add("Migrations run through make migrate, which loads .env.local.")
    for project in (empty.tidepool, empty.lanternd):
        with empty.open(project) as memory:
            memory.add_many([Draft(text=f"{word} is a colour of tea") for word in WORDS])
    return empty


@pytest.fixture
def still(stage: Stage) -> Iterator[Stage]:
    """The same, where what is queued stays queued."""
    with FileLock(stage.home / "worker.next.lock"):
        yield stage
