"""No size is refused, and none crashes."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from memboard.board.layout import choose_layout
from tests.board.driving import World, driving

SIZES = [(20, 5), (1, 1), (29, 7), (60, 20), (80, 24), (110, 16), (200, 60)]


@pytest.mark.parametrize("size", SIZES)
async def test_every_view_can_be_drawn_at_every_size(world: World, size: tuple[int, int]) -> None:
    """List, detail, search, filter, editor, prompt and all dialogs."""
    async with driving(world, size=size) as driver:
        await driver.press("j", "enter", "escape", "space")
        for keys in (
            ("slash", *"gauge", "enter", "enter", "escape"),
            ("1", "f", *"ga", "enter", "escape"),
            ("e", "x", "tab", "tab", "tab", "escape"),
            ("t", "a", "escape"),
            ("D", "escape"),
            ("question_mark", "x", "escape"),
            ("colon", "escape"),
            ("U", "escape"),
            ("z", "z"),
        ):
            await driver.press(*keys)
        lines = driver.screen_text().splitlines()
        assert len(lines) <= size[1]
        assert all(cell_len(line) <= size[0] for line in lines)


async def test_resizing_keeps_cursor_marks_and_text(world: World) -> None:
    """Smaller, larger, and back, also with the editor open."""
    async with driving(world) as driver:
        await driver.press("space", "space", "j")
        before = driver.board.pane.roster.at
        for width, height in ((60, 20), (20, 5), (200, 60), (80, 24)):
            await driver.pilot.resize_terminal(width, height)
            await driver.settle()
            assert driver.board.pane.roster.at == before
            assert len(driver.board.pane.roster.marks) == 2
        await driver.press("a", *"kept")
        await driver.pilot.resize_terminal(40, 10)
        await driver.settle()
        assert driver.board.editor.area.text == "kept"


@pytest.mark.parametrize(
    ("size", "arrangement"),
    [
        ((120, 36), "beside"),
        ((110, 16), "beside"),
        ((110, 15), "single"),
        ((109, 22), "below"),
        ((80, 24), "below"),
        ((80, 21), "single"),
        ((60, 20), "single"),
    ],
)
def test_list_and_detail_go_where_there_is_room(size: tuple[int, int], arrangement: str) -> None:
    """Beside, below, or one at a time."""
    assert choose_layout(*size).arrangement == arrangement


async def test_what_is_left_out_goes_in_a_fixed_order(world: World) -> None:
    """Never the project, never Help."""
    async with driving(world, size=(30, 10)) as driver:
        text = driver.screen_text()
        assert "tidepool" in text
        assert "Help" in text
        assert "1h" not in text
        assert "man" not in text


async def test_one_at_a_time_the_detail_takes_the_lists_place(world: World) -> None:
    """`enter` opens it, with the position in its title; `h` returns."""
    async with driving(world, size=(60, 20)) as driver:
        assert "Provenance" not in driver.screen_text()
        await driver.press("enter")
        assert "1 of 8" in driver.screen_text()
        assert "+ Add a note" not in driver.screen_text()
        await driver.press("J")
        assert "2 of 8" in driver.screen_text()
        await driver.press("h")
        assert "+ Add a note" in driver.screen_text()
