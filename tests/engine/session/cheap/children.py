"""Programs that answer questions well or badly, and a look at what is left of them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from memboard.engine.session.cheap.command import CommandQuery

HEAD = """
import os, signal, subprocess, sys
with open("groups", "a") as groups:
    print(os.getpid(), file=groups)
def fork(program, **more):  # starts another one, and waits until it runs
    out = subprocess.Popen([sys.executable, "-S", "-c", program], stderr=subprocess.PIPE, **more)
    out.stderr.readline()
    return out.pid
"""

LINGER = "import sys, time; print('here', file=sys.stderr, flush=True); time.sleep(60)"
"""Says that it is there, and stays."""

STUBBORN = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); " + LINGER


class Children:
    """Makes programs whose folder tells which groups they headed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def query(self, program: str, *arguments: str) -> CommandQuery:
        """Give a query that runs a Python program."""
        return CommandQuery((sys.executable, "-S", "-c", HEAD + program, *arguments), self.folder)

    def groups(self) -> list[int]:
        """The groups of all programs that ran."""
        written = self.folder / "groups"
        return [int(line) for line in written.read_text().split()] if written.exists() else []


def living(group: int) -> list[int]:
    """The processes of a group that are not dead yet; a zombie waits for init alone."""
    return [pid for its_group, pid, state in processes() if its_group == group and state != "Z"]


def processes() -> Iterator[tuple[int, int, str]]:
    """Every process: its group, its number and the letter of its state."""
    if not Path("/proc/self/stat").exists():
        listed = subprocess.run(
            ["ps", "-A", "-o", "pgid=,pid=,stat="], capture_output=True, text=True, check=True
        )
        for group, pid, state in map(str.split, listed.stdout.splitlines()):
            yield int(group), int(pid), state[0]
        return
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            told = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
        except OSError:
            continue  # it ended while the list was read
        yield int(told[2]), int(folder.name), told[0]
