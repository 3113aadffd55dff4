"""Search: as you type, by meaning, with every part of the score."""

from __future__ import annotations

from typing import Any, cast

from memboard.board import BoardApp
from memboard.board.tempo import AT_ONCE
from memboard.engine import Found, Memory
from tests.board.driving import Driver, World, driving


async def test_results_come_while_typing_and_the_query_keeps_the_keyboard(world: World) -> None:
    """Arrows move the highlight; typing goes on."""
    async with driving(world) as driver:
        await driver.press("slash", *"gauge", "down")
        assert driver.board.context == "query"
        assert driver.board.pane.roster.at == 1
        await driver.press("s")
        assert driver.board.searching.query_field.text == "gauges"


async def test_the_parts_of_the_score_stand_beside_the_origin(world: World) -> None:
    """Meaning, words, relevance, floor, rank."""
    async with driving(world) as driver:
        await driver.press("slash", *"postgres", "enter")
        text = driver.board.detail.sheet.text
        for part in ("Why it came up", "meaning", "words", "relevance", "floor .35", "rank"):
            assert part in text
        assert text.index("Why it came up") < text.index("Origin")


async def test_hits_below_the_floor_are_counted_and_one_key_away(world: World) -> None:
    """`b` hides them, `b` shows them."""
    async with driving(world) as driver:
        await driver.press("slash", *"reports of the lighthouse ferry", "enter")
        found = driver.board.searching.found
        assert found is not None
        assert found.below_floor
        shown = len(driver.board.pane.roster.keys)
        assert f"{found.below_floor} below the floor" in driver.screen_text()
        await driver.press("b")
        assert len(driver.board.pane.roster.keys) == shown - found.below_floor


class Listening:
    """An engine that writes down what it is asked."""

    def __init__(self, memory: Memory, asked: list[str]) -> None:
        self.memory, self.asked = memory, asked

    def __getattr__(self, name: str) -> object:
        return getattr(self.memory, name)

    def search(self, query: str, **more: Any) -> Found:
        """Search, and remember."""
        self.asked.append(query)
        return self.memory.search(query, **more)


async def test_many_letters_are_one_question(world: World) -> None:
    """Only the last text is asked for, once the typing pauses."""
    asked: list[str] = []
    app = BoardApp(
        lambda: cast("Memory", Listening(world.open(), asked)),
        tempo=AT_ONCE._replace(search_pause=0.05),
        now=world.now,
    )
    async with app.run_test(size=(120, 36)) as pilot:
        driver = Driver(app, pilot)
        await driver.settle()
        await driver.press("slash")
        for length in range(1, 16):
            driver.board.searching.query_field.put("postgreslistens"[:length])
        await driver.settle()
    assert asked == ["postgreslistens"]


async def test_nothing_found_offers_to_add_the_query(empty_world: World) -> None:
    """`a` opens the editor on it."""
    async with driving(empty_world) as driver:
        await driver.press("slash", *"unheard", "enter")
        assert "No note speaks of this." in driver.screen_text()
        await driver.press("a")
        assert driver.board.editor.area.text == "unheard"


async def test_a_search_is_fixed_where_it_is_seen(world: World) -> None:
    """One key forgets a hit, and the results follow."""
    async with driving(world) as driver:
        await driver.press("slash", *"roscoff", "enter", "d")
        assert not any("Roscoff" in text for text in world.texts())
        assert all("Roscoff" not in str(key) for key in driver.board.pane.roster.keys)
        await driver.press("u")
        assert any("Roscoff" in text for text in world.texts())


async def test_the_board_opens_on_a_query(world: World) -> None:
    """`memboard 5432`."""
    async with driving(world, query="5432") as driver:
        assert driver.board.context == "search.list"
        assert "5432" in driver.note_text


async def test_the_query_is_selected_when_it_is_asked_for_again(world: World) -> None:
    """Typing replaces it."""
    async with driving(world) as driver:
        await driver.press("slash", *"gauge", "enter", "slash", "x")
        assert driver.board.searching.query_field.text == "x"


async def test_queries_of_any_text_are_words(world: World) -> None:
    """No operator, no crash."""
    async with driving(world) as driver:
        for query in ('"unclosed', "a/b", "col:val", "*", "(", "NOT AND OR", "🙂", "x" * 3_000):
            await driver.press("slash")
            driver.board.searching.query_field.put(query)
            await driver.settle()
            assert driver.board.searching.failed == "", query
