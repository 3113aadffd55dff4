"""A kill and a closed terminal: the real board on a terminal of its own."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.door import environment, shell

LEFT = b"\x1b[?1049l"
"""Leaves the alternate screen."""


STARTED: list[subprocess.Popen[bytes]] = []


@pytest.fixture(autouse=True)
def _no_board_is_left() -> Iterator[None]:
    """End what a failed test left running."""
    yield
    while STARTED:
        process = STARTED.pop()
        process.kill()
        process.wait()


class Board:
    """The board as a process on a pseudo terminal."""

    def __init__(self, home: Path) -> None:
        self.main, self.far = pty.openpty()
        termios.tcsetwinsize(self.far, (24, 80))
        self.before = termios.tcgetattr(self.far)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "memboard"],
            stdin=self.far,
            stdout=self.far,
            stderr=self.far,
            env=environment(home, LANG="C.UTF-8"),
            start_new_session=True,
        )
        self.seen = b""
        STARTED.append(self.process)

    def read_until(self, text: bytes) -> None:
        """Read until a text was written, or for half a minute."""
        until = time.monotonic() + 30
        while text not in self.seen and time.monotonic() < until:
            if select.select([self.main], [], [], 0.2)[0]:
                self.seen += os.read(self.main, 65_536)
        assert text in self.seen, self.seen[-2_000:]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_gives_the_terminal_back(home: Path, number: signal.Signals) -> None:
    """Line mode, echo and screen are as they were, and what was being written is kept."""
    shell(home, "add", "staging listens on 5433")
    board = Board(home)
    board.read_until(b"staging listens")
    board.read_until(b"0 global")
    assert termios.tcgetattr(board.far) != board.before
    os.write(board.main, b"a")
    board.read_until(b"New note")
    os.write(board.main, b"half a thought")
    board.read_until(b"14 of 2,000")
    board.process.send_signal(number)
    board.read_until(LEFT)
    assert board.process.wait(timeout=30) == 128 + number
    assert termios.tcgetattr(board.far) == board.before
    assert b"Traceback" not in board.seen
    assert b"half a thought" in (home / "draft.json").read_bytes()
    os.close(board.main)
    os.close(board.far)


@pytest.mark.parametrize("signalled", [True, False])
def test_a_terminal_that_is_gone_ends_the_board(home: Path, *, signalled: bool) -> None:
    """No process is left behind, also where no signal tells of it (nohup)."""
    shell(home, "add", "staging listens on 5433")
    board = Board(home)
    board.read_until(b"staging listens")
    os.close(board.far)
    os.close(board.main)
    if signalled:
        board.process.send_signal(signal.SIGHUP)
    # 1 where the terminal went while its farewell was being written
    assert board.process.wait(timeout=30) in (1, 129)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home for the real program."""
    return tmp_path / "home"
