"""What a level does without being asked, and what says otherwise."""

from __future__ import annotations

import pytest

from memboard.engine.model import Level
from memboard.engine.recall.levels import captures, re_searches
from memboard.engine.settings import MemorySettings


@pytest.mark.parametrize(
    ("level", "on"), [("low", False), ("default", False), ("high", True), ("max", True)]
)
def test_a_level_says_whether_is_captured_and_searched_again(level: Level, *, on: bool) -> None:
    """Design §6."""
    settings = MemorySettings(aggressiveness=level)
    assert (captures(settings), re_searches(settings)) == (on, on)


@pytest.mark.parametrize("level", ["low", "max"])
@pytest.mark.parametrize("own", [True, False])
def test_a_setting_of_its_own_goes_before_the_level(level: Level, *, own: bool) -> None:
    """Each for itself."""
    capture = MemorySettings(aggressiveness=level, auto_capture=own)
    search = MemorySettings(aggressiveness=level, re_search=own)
    assert (captures(capture), re_searches(capture)) == (own, level == "max")
    assert (captures(search), re_searches(search)) == (level == "max", own)
