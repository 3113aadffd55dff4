"""What a command loads: readings and help neither numpy nor a model nor the board.

Nor the scan, whose patterns take a tenth of a second to compile.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .door import environment, shell

HEAVY = (
    "numpy",
    "onnxruntime",
    "fastembed",
    "textual",
    "rich",
    "mcp",
    "requests",
    "memboard.engine.guard.scanning",
)

PROBE = """
import sys
from memboard.cli import main
main(sys.argv[1:])
print(*(name for name in {heavy!r} if name in sys.modules), file=sys.stderr)
"""


def loaded(home: Path, *arguments: str) -> list[str]:
    """Run a command line in a fresh process and list the heavy modules it loaded."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE.format(heavy=HEAVY), *arguments],
        env=environment(home),
        capture_output=True,
        stdin=subprocess.DEVNULL,
        check=False,
        timeout=60,
    )
    return done.stderr.decode().splitlines()[-1].split()


@pytest.mark.parametrize(
    "command",
    [
        "--help",
        "recent",
        "why",
        "forget",
        "history",
        "stats",
        "undo",
        "export",
        "model list",
        "blocked",
        "blocked list",
        "failures",
    ],
)
def test_a_plain_reading_loads_nothing_heavy(home: Path, command: str) -> None:
    """On a store that has a note with a vector."""
    note_id = shell(home, "add", "one").stdout.split()[1].decode().rstrip(",")
    more = [note_id] if command in ("why", "forget") else []
    assert loaded(home, *command.split(), *more) == []


def test_every_help_loads_nothing_heavy(home: Path) -> None:
    """Reading about a command is not running it."""
    from memboard.cli.tree import command_names

    for name in command_names():
        assert loaded(home, name, "--help") == [], name


def test_the_tree_s_help_imports_no_command(home: Path) -> None:
    """Each is imported when it is called."""
    probe = (
        "import sys; from memboard.cli import main; main(['--help']);"
        "print([m for m in sys.modules if m.startswith('memboard.cli.commands.')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe], env=environment(home), capture_output=True, check=True
    )
    assert done.stdout.splitlines()[-1] == b"[]"
