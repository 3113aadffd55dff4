"""docs/rpc.md says what is so: its example runs, and its tables are complete."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from memboard.engine.errors import MemboardError
from memboard.rpc.errors import CODES
from memboard.rpc.methods import TABLE, Method

PAGE = (Path(__file__).parents[2] / "docs" / "rpc.md").read_text(encoding="utf-8")


def test_the_worked_example_prints_what_the_page_says(tmp_path: Path) -> None:
    """A stranger can paste it."""
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (expected,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    commands = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        [sys.executable, "-c", example],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={
            **os.environ,
            "PATH": commands,
            "MEMBOARD_HOME": str(tmp_path / "home"),
            "MEMBOARD_EMBEDDER": "hash",
        },
        check=False,
    )
    assert (done.stderr, done.stdout) == ("", expected)


@pytest.mark.parametrize("method", TABLE, ids=lambda method: method.name)
def test_the_page_lists_every_parameter_of_every_method(method: Method[Any, Any]) -> None:
    """A parameter that is not needed is marked."""
    (listed,) = re.findall(rf"^\| `{re.escape(method.name)}` \|(.*?)\|", PAGE, re.MULTILINE)
    for field in msgspec.structs.fields(method.params):
        mark = "" if field.required else r"\?"
        assert re.search(rf"\b{field.name}\b{mark}", listed), field.name


@pytest.mark.parametrize(("kind", "number"), CODES.items(), ids=lambda one: str(one))
def test_the_page_lists_every_error_with_its_number(kind: type[MemboardError], number: int) -> None:
    """The number and the word belong together."""
    assert f"| {number} | `{kind.code}` |" in PAGE
