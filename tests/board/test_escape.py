"""Escape takes back the innermost layer, one a press, and never changes a note or quits."""

from __future__ import annotations

from tests.board.driving import Driver, World, driving


async def test_count_then_range_then_marks_are_dropped_in_this_order(world: World) -> None:
    """One layer a press."""
    async with driving(world) as driver:
        roster = driver.board.pane.roster
        await driver.press("space", "v", "j", "0", "3")
        await driver.press("escape")
        assert (driver.board.count, roster.range_from) == ("", 1)
        await driver.press("escape")
        assert (roster.range_from, len(roster.marks)) == (None, 1)
        await driver.press("escape")
        assert roster.marks == set()


async def test_zoom_ends_before_the_detail_is_left(world: World) -> None:
    """Unzoomed first, then back to the list."""
    async with driving(world) as driver:
        await driver.press("enter", "z", "escape")
        assert (driver.board.zoomed, driver.board.context) == (False, "recent.detail")
        await driver.press("escape")
        assert driver.board.context == "recent.list"


async def test_a_filter_keeps_its_text_when_left_and_is_cleared_by_the_next_press(
    world: World,
) -> None:
    """First out of the field, then all rows again."""
    async with driving(world) as driver:
        await driver.press("f", *"gauge", "escape")
        assert (driver.board.context, len(driver.board.pane.roster.keys)) == ("recent.list", 2)
        await driver.press("escape")
        assert len(driver.board.pane.roster.keys) == 8


async def test_a_search_leads_back_to_where_it_was_asked_from(world: World) -> None:
    """Out of the query, the query cleared, back to Recent."""
    async with driving(world) as driver:
        await driver.press("slash", *"gauge", "escape")
        assert (driver.board.context, driver.board.searching.query_field.text) == (
            "search.list",
            "gauge",
        )
        await driver.press("escape")
        assert driver.board.searching.query_field.text == ""
        await driver.press("escape")
        assert driver.board.active == "recent"


async def test_a_pane_chosen_by_its_digit_is_not_left_by_escape(world: World) -> None:
    """Only a search opened with `/` leads back."""
    async with driving(world) as driver:
        await driver.press("2", "escape", "escape", "escape")
        assert driver.board.active == "search"


async def test_the_editor_keeps_its_draft(world: World) -> None:
    """What was typed is there when it is opened again."""
    async with driving(world) as driver:
        await driver.press("a", *"half a thought", "escape")
        assert driver.said == "Draft kept. a opens it again."
        assert driver.board.context == "recent.list"
        await driver.press("a")
        assert driver.board.editor.area.text == "half a thought"


async def test_a_prompt_is_dropped(world: World) -> None:
    """Nothing is tagged."""
    async with driving(world) as driver:
        await driver.press("t", *"oops", "escape")
        assert driver.board.context == "recent.list"
    with world.open() as memory:
        assert all("oops" not in note.tags for note in memory.recent(100).notes)


async def test_dialogs_close_and_give_the_focus_back(world: World) -> None:
    """Help, palette, changes, purge."""
    async with driving(world) as driver:
        for key in ("question_mark", "colon", "U", "D", "f1", "ctrl+p"):
            await driver.press("enter", key)
            assert len(driver.app.screen_stack) == 3, key
            await driver.press("escape")
            assert len(driver.app.screen_stack) == 2, key
            assert driver.board.context == "recent.detail", key
            await driver.press("escape")


async def test_at_the_bottom_nothing_happens_however_often(world: World) -> None:
    """Escape is not quit."""
    async with driving(world) as driver:
        before = picture(driver)
        await driver.press(*["escape"] * 5)
        assert picture(driver) == before
        assert driver.app.is_running


def picture(driver: Driver) -> tuple[str, int, str]:
    """Give what escape could have changed."""
    return driver.board.context, driver.board.pane.roster.at, driver.screen_text()


async def test_q_leaves(world: World) -> None:
    """From the list and from the detail."""
    async with driving(world) as driver:
        await driver.press("enter", "q")
        assert driver.app.return_code == 0


async def test_q_is_a_letter_in_a_text_field(world: World) -> None:
    """And only there."""
    async with driving(world) as driver:
        await driver.press("slash", "q")
        assert driver.board.searching.query_field.text == "q"
        assert driver.app.is_running
