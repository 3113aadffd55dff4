"""docs/mcp.md says what is so: its example runs, its table is complete, its settings parse."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from memboard.mcp.answered import ANSWERED, Answered
from memboard.mcp.asked import ASKED

PAGE = (Path(__file__).parents[2] / "docs" / "mcp.md").read_text(encoding="utf-8")
COMMON = set(Answered.__struct_fields__)


def blocks(language: str) -> list[str]:
    """Give the page's code of one language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_worked_example_prints_what_the_page_says(tmp_path: Path) -> None:
    """A stranger can paste it."""
    (example,), (expected,) = blocks("python"), blocks("text")
    commands = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        [sys.executable, "-c", example],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={"PATH": commands, "HOME": str(tmp_path)},  # the SDK hands on little more
        check=False,
    )
    assert (done.stderr, done.stdout) == ("", expected)


@pytest.mark.parametrize("op", ASKED)
def test_the_table_lists_every_argument_and_every_answer(op: str) -> None:
    """An argument that is not needed is marked."""
    ((takes, answers),) = re.findall(rf"^\| `{op}` \| (.*?) \| (.*?) \|$", PAGE, re.MULTILINE)
    fields = msgspec.structs.fields(ASKED[op])
    assert takes.split(", ") == [field.name + ("" if field.required else "?") for field in fields]
    own = [name for name in ANSWERED[op].__struct_fields__ if name not in COMMON]
    assert sorted(answers.split(", ")) == sorted(own)


def settings() -> Iterator[dict[str, Any]]:
    """Give every server entry of the page's settings."""
    trees = [*map(json.loads, blocks("json")), *map(tomllib.loads, blocks("toml"))]
    for tree in trees:
        (servers,) = tree.values()
        yield servers["memboard"]


def test_every_setting_starts_this_server() -> None:
    """They parse, and run `memboard mcp`."""
    found = list(settings())
    assert len(found) == 6
    for entry in found:
        command = entry["command"]
        whole = command if isinstance(command, list) else [command, *entry["args"]]
        assert whole[:2] == ["memboard", "mcp"]
    lines = re.findall(r"mcp add [^`]*?memboard\s+--\s+memboard\s+mcp", PAGE)
    assert len(lines) == 4
