"""Real children and a real server, and nothing of them left behind."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from memboard.engine.session.cheap import THREAD_NAME

from .children import Children, living
from .fake_server import FakeServer


@pytest.fixture(autouse=True)
def _outside_a_cheap_query(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test think that it answers a question itself."""
    monkeypatch.delenv("MEMBOARD_CHILD", raising=False)


@pytest.fixture(autouse=True)
def _no_thread_is_left() -> Iterator[None]:
    """Whoever asked has nothing running any more."""
    yield
    assert [one for one in threading.enumerate() if one.name == THREAD_NAME] == []


@pytest.fixture
def children(tmp_path: Path) -> Iterator[Children]:
    """Programs to ask; each group they headed is gone afterwards."""
    made = Children(tmp_path)
    yield made
    assert {group: living(group) for group in made.groups()} == {
        group: [] for group in made.groups()
    }


@pytest.fixture
def server() -> Iterator[FakeServer]:
    """A model's server on this machine."""
    with FakeServer().running() as running:
        yield running
