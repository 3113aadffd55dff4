"""Moving, marking and seeing."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.board.driving import NOON, World, driving


@pytest.fixture
def long_world(empty_world: World) -> World:
    """Sixty notes, an hour apart: three days and a bit."""
    empty_world.fill([(f"Note {number}", {}) for number in range(60)])
    return empty_world


async def test_the_cursor_starts_on_the_newest_note(world: World) -> None:
    """And the first line adds."""
    async with driving(world) as driver:
        assert driver.note_text.startswith("Staging Postgres")
        assert "+ Add a note" in driver.screen_text()


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        (("j", "j", "k"), 1),
        (("down", "down", "up"), 1),
        (("0", "1", "2", "j"), 12),
        (("G",), 59),
        (("G", "g"), 0),
        (("end", "home"), 0),
        (("g", "g"), 0),
        (("0", "4", "0", "G"), 39),
        (("}",), 12),
        (("}", "}"), 36),
        (("}", "}", "{"), 12),
        (("k", "k", "k"), -1),
    ],
)
async def test_motions_and_counts(long_world: World, keys: tuple[str, ...], place: int) -> None:
    """Where each motion ends."""
    async with driving(long_world) as driver:
        await driver.press(*keys)
        assert driver.board.pane.roster.at == place


async def test_pages_move_by_what_is_shown(long_world: World) -> None:
    """A page and half a page."""
    async with driving(long_world) as driver:
        page = driver.board.pane.lines.page()
        await driver.press("pagedown")
        assert driver.board.pane.roster.at == page
        await driver.press("ctrl+u")
        assert driver.board.pane.roster.at == page - page // 2


async def test_days_stand_above_their_notes_with_their_counts(long_world: World) -> None:
    """Today, yesterday, then the date."""
    async with driving(long_world) as driver:
        groups = driver.board.pane.roster.groups
        assert [(group.start, group.label, group.counted) for group in groups] == [
            (0, "Today", "12"),
            (12, "Yesterday", "24"),
            (36, "Sat 28 Nov", "24"),
        ]


async def test_order_turns_through_newest_oldest_and_importance(world: World) -> None:
    """`o`."""
    async with driving(world) as driver:
        await driver.press("o")
        assert "oldest first" in driver.screen_text()
        await driver.press("g")
        assert driver.note_text.startswith("Gauge 14")
        await driver.press("o", "g")
        assert driver.note_text.startswith("The demo API")


async def test_space_marks_and_steps_down_as_often_as_counted(long_world: World) -> None:
    """`05 space`."""
    async with driving(long_world) as driver:
        await driver.press("0", "5", "space")
        roster = driver.board.pane.roster
        assert (len(roster.marks), roster.at) == (5, 5)
        assert "5 marked" in driver.screen_text()


async def test_a_range_grows_with_the_cursor_and_becomes_marks(long_world: World) -> None:
    """`v j j v`."""
    async with driving(long_world) as driver:
        await driver.press("v", "j", "j")
        assert "range 3" in driver.screen_text()
        assert "Forget 3" in driver.screen_text()
        await driver.press("v")
        assert len(driver.board.pane.roster.marks) == 3


async def test_mark_all_takes_the_day_then_everything_then_nothing(long_world: World) -> None:
    """`V V V`."""
    async with driving(long_world) as driver:
        roster = driver.board.pane.roster
        counts = []
        for _ in range(3):
            await driver.press("V")
            counts.append(len(roster.marks))
        assert counts[0] == int(roster.groups[0].counted)
        assert counts[1:] == [60, 0]


async def test_the_detail_follows_the_cursor(world: World) -> None:
    """Its text, its origin, its history."""
    async with driving(world) as driver:
        await driver.press("j", "j", "j", "j", "j")
        text = driver.board.detail.sheet.text
        assert text.startswith("Prefers pnpm over npm")
        assert "global, in every project" in text
        assert "yes, it does not age" in text
        assert "add today" in text


async def test_the_detail_of_marked_notes_says_what_they_share(world: World) -> None:
    """Two marked."""
    async with driving(world) as driver:
        await driver.press("space", "space")
        assert driver.board.detail.sheet.text.startswith("2 marked")


async def test_an_edit_is_shown_as_a_difference(world: World) -> None:
    """Old and new, with signs."""
    async with driving(world) as driver:
        with world.open(actor="agent") as other:
            note = driver.board.pane.note
            assert note is not None
            other.edit(note.id, text=note.text.replace("5432", "5433"))
        await driver.board.live.refresh()
        await driver.settle()
        text = driver.board.detail.sheet.text
        assert "- Staging Postgres listens on 5432" in text
        assert "+ Staging Postgres listens on 5433" in text
        assert "by agent" in text


async def test_big_j_in_the_detail_takes_the_next_note(world: World) -> None:
    """And `K` the one before."""
    async with driving(world) as driver:
        await driver.press("enter", "J", "J", "K")
        assert (driver.board.context, driver.board.pane.roster.at) == ("recent.detail", 1)


async def test_tab_goes_round_query_list_and_detail(world: World) -> None:
    """And back."""
    async with driving(world) as driver:
        await driver.press("2")
        seen = [driver.board.context]
        for _ in range(3):
            await driver.press("tab")
            seen.append(driver.board.context)
        assert seen == ["query", "search.list", "search.detail", "query"]
        await driver.press("shift+tab")
        assert driver.board.context == "search.detail"


async def test_where_the_keyboard_is_can_be_seen(world: World) -> None:
    """A heavy rule over the half that has it, a light one over the other."""
    async with driving(world, size=(80, 24)) as driver:
        assert "━━ Recent" in driver.screen_text()
        assert "── Provenance" in driver.screen_text()
        await driver.press("tab")
        assert "── Recent" in driver.screen_text()
        assert "━━ Provenance" in driver.screen_text()
        assert "▏" in driver.screen_text()


async def test_zoom_shows_one_half_alone(world: World) -> None:
    """And again both."""
    async with driving(world) as driver:
        await driver.press("z")
        assert "Provenance" not in driver.screen_text()
        await driver.press("z")
        assert "Provenance" in driver.screen_text()


async def test_the_filter_finds_words_as_typed_and_only_else_near_ones(world: World) -> None:
    """`gauge` finds two; `guage` finds the same two."""
    async with driving(world) as driver:
        await driver.press("f", *"gauge", "enter")
        assert len(driver.board.pane.roster.keys) == 2
        assert "filter gauge" in driver.screen_text()
        await driver.press("f", *"guage", "enter")
        assert len(driver.board.pane.roster.keys) == 2


async def test_a_filter_without_rows_says_what_to_do(world: World) -> None:
    """What clears it, and what searches everything."""
    async with driving(world) as driver:
        await driver.press("f", *"zzzzzz", "enter")
        assert "esc clears it, / searches everything." in driver.screen_text()


async def test_ages_follow_the_clock(world: World) -> None:
    """An hour, then a day."""
    async with driving(world) as driver:
        assert " 1h man" in driver.screen_text()
        world.moment = NOON + dt.timedelta(days=1)
        await driver.order("redraw")
        assert " 1d man" in driver.screen_text()


async def test_the_other_theme_is_one_key_away(world: World) -> None:
    """`T` and `T`."""
    async with driving(world) as driver:
        await driver.press("T")
        assert driver.app.theme == "memboard-light"
        await driver.press("T")
        assert driver.app.theme == "memboard-dark"
