"""The command line as a test drives it: one call in, what it printed out."""

from __future__ import annotations

import datetime as dt
import io
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from memboard.cli import main
from memboard.engine import EmbedderHandle, HashEmbedder, Memory, open_memory

START = dt.datetime(2026, 11, 30, 19, 0, tzinfo=dt.UTC)


class Printed(NamedTuple):
    """What one call left behind."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines on stdout."""
        return self.out.splitlines()

    @property
    def document(self) -> Any:
        """The one JSON document on stdout."""
        return msgspec.json.decode(self.out)

    @property
    def error(self) -> Any:
        """The JSON error on stderr."""
        return msgspec.json.decode(self.err)["error"]


class Door:
    """Runs command lines in this process on a store whose clock, ids and embedder are held."""

    def __init__(
        self, home: Path, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch
    ) -> None:
        self.home = home
        self.now = START
        self.embedder: EmbedderHandle = EmbedderHandle.of(HashEmbedder())
        self.opened: list[tuple[str | None, str | None]] = []
        self._random = random.Random(7)
        self._capsys = capsys
        self._patch = patch

    def open(self, home: str | None = None, project: str | None = None, /) -> Memory:
        """Open the store."""
        self.opened.append((home, project))
        return open_memory(
            self.home,
            project or "tidepool",
            embedder=self.embedder,
            clock=lambda: self.now,
            entropy=self._random.randbytes,
        )

    def __call__(self, *arguments: str, stdin: bytes = b"") -> Printed:
        """Run one command line."""
        self._patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        code = main(list(arguments), opener=self.open)
        out, err = self._capsys.readouterr()
        return Printed(code, out, err)

    def add(self, text: str, *options: str) -> str:
        """Add a note and give its id."""
        note_id: str = self("add", "--json", *options, "--", text).document["note"]["id"]
        return note_id

    def texts(self) -> list[str]:
        """The texts of all notes, newest first."""
        return [note["text"] for note in self("recent", "--json").document["notes"]]


def environment(home: Path, **more: str) -> dict[str, str]:
    """The environment of a real call: its own home, the hash embedder, UTC."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    held = {
        "HOME": str(home.parent),
        "MEMBOARD_HOME": str(home),
        "MEMBOARD_PROJECT": "tidepool",
        "MEMBOARD_EMBEDDER": "hash",
        "TZ": "UTC",
        "TERM": "xterm-256color",
    }
    return {**kept, **held, **more}


def shell(
    home: Path,
    *arguments: str,
    stdin: bytes | None = None,
    variables: dict[str, str] | None = None,
    **more: str,
) -> subprocess.CompletedProcess[bytes]:
    """Run the real program; without `stdin` its standard input is empty."""
    return subprocess.run(
        [sys.executable, "-m", "memboard", *arguments],
        input=stdin or b"",
        capture_output=True,
        env=environment(home, **(variables or {}), **more),
        timeout=60,
        check=False,
    )
