"""docs/cheap-query.md says what is so."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from memboard.engine import read_settings
from memboard.engine.session.talk import MAX_TALK
from memboard.engine.settings import CheapQuerySettings

PAGE = (Path(__file__).parents[4] / "docs" / "cheap-query.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_can_be_used(tmp_path: Path, example: str) -> None:
    """And names somebody."""
    (tmp_path / "config.toml").write_text(example)
    asked = read_settings(tmp_path / "config.toml").memory.cheap_query
    assert asked.provider in ("command", "url")


def test_there_are_examples() -> None:
    """One for each kind, at least."""
    assert len(EXAMPLES) >= 4


def test_the_page_lists_every_setting_with_its_default() -> None:
    """As they are in the code."""
    for field in msgspec.structs.fields(CheapQuerySettings):
        written = {(): "[]", "": '""'}.get(field.default, str(field.default))
        assert f"| `{field.name}` | `{written}` |" in PAGE, field.name


def test_the_page_names_the_most_that_is_sent() -> None:
    """Characters of a conversation."""
    assert f"{MAX_TALK:,}\ncharacters" in PAGE
