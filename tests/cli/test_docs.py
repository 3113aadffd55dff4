"""docs/cli.md: every example runs and prints what the page says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from memboard.cli.tree import command_names

from .door import environment

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"
ID = r"\b[a-z2-7]{8}\b"
YOUNG = re.compile(r"\b\d\ds( ago)?\b")
"""An age that a slow machine shows where the page says `now`."""
NEW_NOTE = re.compile(rf"Added ({ID})")


def examples() -> list[tuple[str, str]]:
    """The commands of the page in order, each with what it should print."""
    blocks = re.findall(r"```console\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    found: list[tuple[str, str]] = []
    for block in blocks:
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            found.append((command, printed))
    return found


def fits(wanted: str, printed: str) -> bool:
    """Tell whether a text is as the page says, `...` standing for anything."""
    pattern = ".*".join(map(re.escape, wanted.rstrip("\n").split("...")))
    return re.fullmatch(pattern, printed.rstrip("\n"), re.DOTALL) is not None


def test_every_example_prints_what_the_page_says(home: Path, tmp_path: Path) -> None:
    """In order, in one home; the page's ids stand for those that are drawn."""
    ids: dict[str, str] = {}
    for command, wanted in examples():
        for written, drawn in ids.items():
            command, wanted = command.replace(written, drawn), wanted.replace(written, drawn)
        program = f'memboard() {{ {sys.executable} -m memboard "$@"; }}; '
        done = subprocess.run(
            ["bash", "-c", f"{program}{command} 2>&1"],
            env=environment(home, LANG="C.UTF-8"),
            cwd=tmp_path,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            check=False,
            timeout=60,
        )
        printed = YOUNG.sub("now", done.stdout.decode())
        made, named = NEW_NOTE.search(printed), NEW_NOTE.search(wanted)
        if made and named:
            ids[named[1]] = made[1]
            wanted = wanted.replace(named[1], made[1])
        assert fits(wanted, printed), f"{command}\n--- wanted\n{wanted}\n--- printed\n{printed}"


def test_the_page_names_every_command() -> None:
    """So that nobody has to find one by chance."""
    page = PAGE.read_text(encoding="utf-8")
    assert [name for name in command_names() if f"memboard {name}" not in page] == []
