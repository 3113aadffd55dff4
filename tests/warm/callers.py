"""What asks a warm process in the tests: well, badly, and until it is ready."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from memboard.warm.asking import ask

HANG_SECONDS = 30.0
"""From here on a silent process is taken for a hung one; no test asserts on time."""
LOOK_SECONDS = 0.02
"""Between two looks at another process, which tells nobody that it is ready."""
PROMPT = "which port has the staging postgres?"


def turn(folder: Path, /, **changed: Any) -> dict[str, Any]:
    """Make a request for a recall."""
    asked = {"op": "turn", "folder": str(folder), "session": "s1", "host": "claude-code"}
    return {**asked, "prompt": PROMPT, "budget": 4_000, **changed}


def asked(home_folder: Path, request: dict[str, Any]) -> dict[str, Any] | None:
    """Ask with all the patience of a test."""
    return ask(home_folder, request, HANG_SECONDS)


def until_loaded(home_folder: Path) -> dict[str, Any]:
    """Ask again and again until some process says that its model is loaded."""
    until = time.monotonic() + HANG_SECONDS
    while time.monotonic() < until:
        answer = ask(home_folder, {"op": "ping"}, HANG_SECONDS)
        if answer and answer["model"]:
            return answer
        time.sleep(LOOK_SECONDS)
    raise AssertionError("no process loads its model")


def sockets(home_folder: Path) -> list[str]:
    """List what lies in the folder of sockets."""
    return sorted(os.listdir(home_folder / "warm"))


class Raw:
    """A connection to this process's own server that says what it likes."""

    def __init__(self, home_folder: Path) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(HANG_SECONDS)
        self.socket.connect(str(home_folder / "warm" / f"{os.getpid()}.sock"))

    def send(self, data: bytes) -> None:
        """Send some bytes."""
        self.socket.sendall(data)

    def read(self) -> Any:
        """Read the answer; None where the server hangs up without one."""
        heard = b""
        try:
            while part := self.socket.recv(65_536):
                heard += part
        except ConnectionResetError:
            assert not heard
        return json.loads(heard) if heard else None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.socket.close()


SERVE = """
import os, signal, sys
from memboard.engine import EmbedderHandle, HashEmbedder, Memory, find_home
from memboard.warm.serving import serve_warm
home = find_home(sys.argv[1])
serving = serve_warm(home, EmbedderHandle.of(HashEmbedder()), print)
"""


Spawn = Callable[[str], subprocess.Popen[str]]
"""Starts a process that serves the test's home, and does something else beside it."""


def spawned(home_folder: Path, then: str) -> subprocess.Popen[str]:
    """Start a process that serves a home, and does something else beside it."""
    return subprocess.Popen(
        [sys.executable, "-c", f"{SERVE}\n{then}", str(home_folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def next_line(process: subprocess.Popen[str]) -> str:
    """Read the next line that a process says."""
    assert process.stdout
    return process.stdout.readline().strip()


def ended(process: subprocess.Popen[str]) -> str:
    """Wait for a process; gives what it said."""
    said, _ = process.communicate(timeout=HANG_SECONDS)
    return said


def dismiss(process: subprocess.Popen[Any]) -> None:
    """Leave nothing of a process behind."""
    process.kill()
    process.wait(HANG_SECONDS)
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream:
            with suppress(OSError):
                stream.close()
