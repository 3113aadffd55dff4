"""Fixtures of the board's tests."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
import pytest_textual_snapshot  # type: ignore[import-untyped]  # it ships no types

from tests.board.driving import World

SNAPSHOTS = Path(__file__).parent.parent.parent / "snapshots"


class BesideTheCode(pytest_textual_snapshot.SVGImageExtension):  # type: ignore[misc]  # untyped
    """Keeps snapshots in `snapshots/<test module>` at the top of the repository."""

    @property
    def _dirname(self) -> str:
        return str(SNAPSHOTS / Path(self.test_location.filepath).stem)

    @classmethod
    def dirname(cls, *, test_location: Any) -> str:
        """Give the folder of a test module's snapshots."""
        return str(SNAPSHOTS / Path(test_location.filepath).stem)


@pytest.fixture(autouse=True)
def _still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold still what surrounds a board: colours on, no animation, no ssh, one zone."""
    monkeypatch.setattr(pytest_textual_snapshot, "SVGImageExtension", BesideTheCode)
    for name in ("NO_COLOR", "SSH_CONNECTION", "MEMBOARD_EMBEDDER", "MEMBOARD_PROJECT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setitem(os.environ, "TEXTUAL_ANIMATIONS", "none")


@pytest.fixture
def empty_world(tmp_path: Path) -> World:
    """A store without notes."""
    return World(tmp_path / "home")


@pytest.fixture
def world(empty_world: World) -> World:
    """A store with eight notes."""
    empty_world.fill()
    return empty_world
