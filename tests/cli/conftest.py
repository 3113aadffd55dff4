"""A door into the command line, and a folder for the real program."""

from __future__ import annotations

from pathlib import Path

import pytest

from .door import Door


@pytest.fixture(autouse=True)
def _still_surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing of this machine's own memboard reaches a test, nor a test it."""
    for name in ("MEMBOARD_PROJECT", "MEMBOARD_EMBEDDER", "MEMBOARD_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MEMBOARD_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("MEMBOARD_HOOK_SECONDS", "15")  # a busy machine fails no test
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))


@pytest.fixture
def door(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Door:
    """The command line in this process."""
    return Door(tmp_path / "home", capsys, monkeypatch)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home for the real program."""
    return tmp_path / "home"
