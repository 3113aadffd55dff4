"""docs/warm.md says what is so: its request is answered, and its tables are complete."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from memboard.engine import Home
from memboard.warm.serving import Serving

from .callers import asked, turn

PAGE = (Path(__file__).parents[2] / "docs" / "warm.md").read_text(encoding="utf-8")


def request() -> dict[str, Any]:
    """Read the page's request."""
    (block,) = re.findall(r"^```json\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    found: dict[str, Any] = json.loads(block)
    return found


def test_the_request_is_answered(home: Home, folder: Path, serving: Serving) -> None:
    """From the folder of a project that has such a note."""
    del serving
    answer = asked(home.folder, {**request(), "folder": str(folder)})
    assert answer is not None
    assert answer["semantic"] is True
    assert "5433" in answer["block"]


def test_every_field_has_its_line(folder: Path) -> None:
    """And the example shows those that a hook always sends."""
    fields = PAGE.partition("| field |")[2].partition("\n\n")[0]
    named = {name for row in fields.splitlines() for name in re.findall(r"^\| `(\w+)`", row)}
    named |= set(re.findall(r"^\| `\w+`, `(\w+)`", fields, re.MULTILINE))
    assert set(turn(folder)) == set(request())
    assert named == {*request(), "project", "until"} - {"op"}
