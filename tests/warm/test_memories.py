"""Open stores: few, none kept idle, and never one whose file was replaced."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memboard.engine import EmbedderHandle, Home, open_memory
from memboard.engine.errors import NotFound
from memboard.engine.project import find_project
from memboard.warm.memories import IDLE_SECONDS, MOST, Memories

Count = Callable[[], int]


class Watch:
    """A clock that only the test moves."""

    seconds = 0.0

    def __call__(self) -> float:
        """The moment at which it stands."""
        return self.seconds


@pytest.fixture
def watch() -> Watch:
    """The clock of the open stores."""
    return Watch()


@pytest.fixture
def memories(home: Home, embedder: EmbedderHandle, watch: Watch) -> Iterator[Memories]:
    """The open stores of the home."""
    kept = Memories(home, embedder, watch)
    yield kept
    kept.close()


def open_files(home: Home) -> int:
    """Count this process's descriptors on the store."""
    found = 0
    for name in os.listdir("/proc/self/fd"):
        try:
            found += os.readlink(f"/proc/self/fd/{name}") == str(home.store)
        except OSError:
            continue
    return found


needs_proc = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="counts open files")


def test_a_store_is_opened_once_for_a_project_and_host(memories: Memories) -> None:
    """So a second prompt does not pay for it; another host writes in its own name."""
    alpha, beta = find_project("alpha"), find_project("beta")
    assert memories.of(alpha, "codex") is memories.of(alpha, "codex")
    assert memories.of(alpha, "codex") is not memories.of(beta, "codex")
    assert memories.of(alpha, "codex") is not memories.of(alpha, "claude-code")


def test_no_project_is_no_project(memories: Memories) -> None:
    """Global notes alone, wherever this process works."""
    assert memories.of(None, "codex").project is None


@needs_proc
def test_files_do_not_pile_up(home: Home, memories: Memories, watch: Watch) -> None:
    """A few stores are open at most, and none after a minute without a question."""
    for number in range(3 * MOST):
        memories.of(find_project(f"p{number}"), "codex")
        watch.seconds += 1
    assert open_files(home) <= MOST + 1  # SQLite keeps one back for whoever opens next
    kept = find_project(f"p{3 * MOST - 1}")
    watch.seconds += IDLE_SECONDS - 2
    used = memories.of(kept, "codex")
    assert memories.drop_idle() == IDLE_SECONDS
    assert memories.of(kept, "codex") is used
    watch.seconds += IDLE_SECONDS
    assert memories.drop_idle() is None
    assert open_files(home) == 0


def test_a_replaced_store_is_opened_anew(
    home: Home, folder: Path, tmp_path: Path, embedder: EmbedderHandle, memories: Memories
) -> None:
    """What is there now answers, not what was there once."""
    project = find_project(folder=folder)
    assert memories.of(project, "codex").recent().total == 2
    other = tmp_path / "other"
    with open_memory(other, folder=folder, embedder=embedder) as memory:
        memory.add("the only note")
    for file in home.folder.glob("memory.db*"):
        file.unlink()
    shutil.copy(other / "memory.db", home.store)
    assert memories.of(project, "codex").recent().total == 1


def test_a_deleted_store_is_not_found(home: Home, memories: Memories) -> None:
    """And not made."""
    for file in home.folder.glob("memory.db*"):
        file.unlink()
    with pytest.raises(NotFound):
        memories.of(find_project("alpha"), "codex")
    assert not home.store.exists()
