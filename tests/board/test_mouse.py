"""The mouse does what the keys do."""

from __future__ import annotations

from tests.board.driving import World, driving


async def test_a_click_moves_the_cursor_and_a_second_opens(world: World) -> None:
    """The fourth line is the second note."""
    async with driving(world) as driver:
        await driver.pilot.click("#recent-lines", offset=(20, 3))
        await driver.settle()
        assert driver.board.pane.roster.at == 1
        await driver.pilot.click("#recent-lines", offset=(20, 3))
        await driver.settle()
        assert driver.board.context == "recent.detail"


async def test_a_click_in_the_gutter_marks(world: World) -> None:
    """The first two cells."""
    async with driving(world) as driver:
        await driver.pilot.click("#recent-lines", offset=(1, 3))
        await driver.settle()
        assert len(driver.board.pane.roster.marks) == 1


async def test_a_click_on_the_first_line_adds(world: World) -> None:
    """Once to stand on it, once to open it."""
    async with driving(world) as driver:
        await driver.pilot.click("#recent-lines", offset=(10, 0))
        await driver.pilot.click("#recent-lines", offset=(10, 0))
        await driver.settle()
        assert driver.board.context == "editor"


async def test_tabs_and_footer_are_buttons(world: World) -> None:
    """Search by its tab, forget by its name."""
    async with driving(world) as driver:
        await driver.pilot.click("#tabs", offset=(13, 0))
        await driver.settle()
        assert driver.board.active == "search"
        await driver.pilot.click("#tabs", offset=(2, 0))
        await driver.settle()
        footer = driver.screen_text().splitlines()[-1]
        await driver.pilot.click("#footer", offset=(footer.index("Forget"), 0))
        await driver.settle()
    assert len(world.texts()) == 7


async def test_the_other_button_opens_the_menu_of_the_row(world: World) -> None:
    """And the menu forgets."""
    async with driving(world) as driver:
        await driver.pilot.click("#recent-lines", offset=(20, 3), button=3)
        await driver.settle()
        assert "Purge" in driver.screen_text()
        await driver.press("escape")
        assert driver.board.pane.roster.at == 1


async def test_the_wheel_scrolls_what_is_under_it(empty_world: World) -> None:
    """The cursor stays."""
    empty_world.fill([(f"Note {number}", {}) for number in range(90)])
    async with driving(empty_world) as driver:
        lines = driver.board.pane.lines
        lines.scroll_to(y=20, animate=False, immediate=True)
        await driver.settle()
        assert driver.board.pane.roster.at == 0
        assert lines.scroll_offset.y == 20
