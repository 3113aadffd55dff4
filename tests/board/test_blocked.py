"""Blocked: what was withheld, why, and what a person does about it."""

from __future__ import annotations

import os

import pytest

from memboard.board.cells import Piece
from memboard.board.withheld import carets, drawn_ranges
from memboard.engine.settings import BoardSettings
from memboard.engine.shown import Threat
from tests.board.driving import Driver, World, driving
from tests.board.withholding import POISON, SECOND, withhold


@pytest.fixture
def poisoned(empty_world: World) -> World:
    """A store with two notes that were withheld."""
    withhold(empty_world, POISON, SECOND)
    return empty_world


async def look(driver: Driver) -> None:
    """Let the board look at the store, as its timer does."""
    driver.board.live.poll()
    await driver.settle()


def is_released(world: World, text: str = POISON) -> bool:
    """Tell whether a model may read a note."""
    with world.open() as memory:
        (note,) = [one for one in memory.recent(100).notes if one.text == text]
        return not memory.withheld(note)


async def test_a_row_says_class_and_surface_and_the_detail_says_why(poisoned: World) -> None:
    """Class, rule, the place underlined with carets, where, and what was read instead."""
    async with driving(poisoned, size=(120, 40)) as driver:
        await driver.press("3")
        text = driver.screen_text()
        detail = driver.board.detail.sheet.text
    assert "instruction-override" in text
    assert "search" in text
    assert "1 of 2" in text
    assert "^^^^^^" in detail
    assert "matched    instruction-override, rule" in detail
    assert "from search, session a90e11d2, today 11:57" in detail.replace("\n           ", " ")
    assert "the agent read [BLOCKED: instruction-override]" in detail.replace("\n           ", " ")
    assert "Origin" in detail


async def test_a_text_withheld_often_is_one_row(poisoned: World) -> None:
    """The last time counts, and the detail says how often."""
    withhold(poisoned, POISON, minutes=2)
    withhold(poisoned, POISON, minutes=1)
    async with driving(poisoned) as driver:
        await driver.press("3")
        assert len(driver.board.pane.roster.keys) == 2
        assert driver.note_text == POISON
        assert "times lately" in driver.board.detail.sheet.text


async def test_release_acts_at_once_and_u_takes_it_back(poisoned: World) -> None:
    """`3 r`, and `u`."""
    async with driving(poisoned) as driver:
        await driver.press("3")
        text = driver.note_text
        assert "r Release" in driver.screen_text().splitlines()[-1]
        await driver.press("r")
        assert driver.said == "Released. Agents will see this text again."
        assert "released by you" in driver.screen_text()
        assert is_released(poisoned, text)
        await driver.press("u")
        assert driver.said == "Took back: released 1 note. ctrl+r does it again."
        assert not is_released(poisoned, text)


async def test_releasing_twice_withholds_again(poisoned: World) -> None:
    """The footer says which of both the key does."""
    async with driving(poisoned) as driver:
        await driver.press("3", "r")
        released = driver.board.pane.roster.key
        assert "r Withhold" in driver.screen_text().splitlines()[-1]
        await driver.press("r")
        assert driver.board.pane.roster.key == released
        assert driver.said == "Withheld again. Agents will not see this text."
    assert not is_released(poisoned)


async def test_marked_rows_are_released_together_and_taken_back_together(poisoned: World) -> None:
    """One press, one undo."""
    async with driving(poisoned) as driver:
        await driver.press("3", "V")
        assert "r Release 2" in driver.screen_text().splitlines()[-1]
        await driver.press("r")
        assert is_released(poisoned)
        assert is_released(poisoned, SECOND)
        await driver.press("u")
    assert not is_released(poisoned)
    assert not is_released(poisoned, SECOND)


async def test_a_forgotten_row_is_gone_and_u_brings_it_back(poisoned: World) -> None:
    """As in every list of notes."""
    async with driving(poisoned) as driver:
        await driver.press("3", "d")
        assert len(driver.board.pane.roster.keys) == 1
        assert len(poisoned.texts()) == 1
        await driver.press("u")
        assert len(driver.board.pane.roster.keys) == 2
    assert len(poisoned.texts()) == 2


async def test_an_edited_text_that_passes_now_says_so(poisoned: World) -> None:
    """It stays listed: it was withheld."""
    async with driving(poisoned) as driver:
        await driver.press("3", "e")
        driver.board.editor.text.text = "The harbour master answers on channel 12"
        await driver.press("ctrl+s")
        assert "passes now: The harbour master" in driver.screen_text()
        assert "the scan lets this text pass" in driver.board.detail.sheet.text


async def test_the_tab_and_the_status_line_count_what_is_new(poisoned: World) -> None:
    """Leaving a row makes it old, and it stays old after a restart."""
    async with driving(poisoned) as driver:
        assert "3 Blocked(2)" in driver.screen_text()
        assert "2 new blocked" in driver.screen_text()
        await driver.press("3", "j")
        assert "3 Blocked(1)" in driver.screen_text()
        await driver.press("1")
        assert "new blocked" not in driver.screen_text()
    async with driving(poisoned) as driver:
        assert "3 Blocked " in driver.screen_text()
    withhold(poisoned, SECOND, minutes=1)
    async with driving(poisoned) as driver:
        assert "3 Blocked(1)" in driver.screen_text()


async def test_n_goes_to_the_next_new_row(empty_world: World) -> None:
    """Past those that were looked at."""
    texts = [f"{POISON} number {at}" for at in range(4)]
    withhold(empty_world, *texts)
    async with driving(empty_world) as driver:
        await driver.press("3", "j", "j", "g", "n")
        assert driver.board.pane.roster.at == 3
        await driver.press("N")
        assert driver.board.pane.roster.at == 3


async def test_the_filter_finds_text_class_and_session(poisoned: World) -> None:
    """And says so where it hides everything."""
    async with driving(poisoned) as driver:
        await driver.press("3", "f", *"harbour", "enter")
        assert driver.note_text == SECOND
        await driver.press("f", *"zzzzqqqq", "enter")
        assert "Nothing matches this filter here." in driver.screen_text()
        await driver.press("escape")
        assert len(driver.board.pane.roster.keys) == 2


async def test_what_is_withheld_meanwhile_appears(poisoned: World) -> None:
    """The log is watched, not only the store."""
    async with driving(poisoned) as driver:
        await driver.press("3", "j", "1")
        withhold(poisoned, POISON, minutes=1)
        await look(driver)
        assert "3 Blocked(1)" in driver.screen_text()


async def test_notes_of_other_projects_are_counted_and_not_shown(poisoned: World) -> None:
    """The log is the home's; another project's text is not this board's to show."""
    log = poisoned.home / "blocked.log"
    line = log.read_text(encoding="utf-8").splitlines()[0]
    log.write_text(
        line.replace('"tidepool"', '"brest"') + "\n" + line[:40] + "\n[1]\n", encoding="utf-8"
    )
    async with driving(poisoned) as driver:
        await driver.press("3")
        assert driver.board.pane.roster.keys == []
        assert "Nothing was withheld." in driver.screen_text()
        assert "1 elsewhere: memboard blocked lists them." in driver.screen_text()


async def test_a_log_that_cannot_be_read_is_told_in_the_pane(poisoned: World) -> None:
    """The rest of the board works."""
    log = poisoned.home / "blocked.log"
    log.unlink()
    log.mkdir()
    async with driving(poisoned) as driver:
        await driver.press("3")
        assert "What was withheld cannot be listed." in driver.screen_text()
        await driver.press("r", "d", "e", "n", "enter", "y")
        await driver.press("1")
        assert len(driver.board.pane.roster.keys) == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
async def test_a_log_without_permission_is_told_in_the_pane(poisoned: World) -> None:
    """As one that is no file."""
    (poisoned.home / "blocked.log").chmod(0)
    async with driving(poisoned) as driver:
        await driver.press("3")
        assert "What was withheld cannot be listed." in driver.screen_text()


async def test_the_empty_pane_teaches(world: World) -> None:
    """And its keys say that there is nothing."""
    async with driving(world) as driver:
        await driver.press("3")
        assert "Text that tries to steer an agent would be listed here," in driver.screen_text()
        await driver.press("r")
        assert driver.said == "There is no withheld text here to release."


async def test_hostile_text_is_drawn_as_symbols(empty_world: World) -> None:
    """Escapes, zero-width letters and turned text never reach the terminal."""
    withhold(empty_world, f"\x1b[31m{POISON}\u202e\u200b [/] [bold]")
    async with driving(empty_world) as driver:
        await driver.press("3", "enter")
        drawn = driver.screen_text()
    assert POISON[:30] in drawn
    assert not set(drawn) & set("\x1b\u202e\u200b")


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (140, 40), (34, 10), (20, 6)])
async def test_it_fits_every_size(poisoned: World, size: tuple[int, int]) -> None:
    """List, detail and back."""
    async with driving(poisoned, size=size) as driver:
        await driver.press("3", "enter", "escape", "z", "z")
        assert driver.board.context == "blocked.list"
        assert len(driver.screen_text().splitlines()) == size[1]


async def test_ascii_signs_and_no_colours_are_enough(
    poisoned: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is new has a letter, what is withheld carets."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with driving(poisoned, settings=BoardSettings(glyphs="ascii")) as driver:
        await driver.press("3")
        drawn = driver.screen_text()
    assert "> o" in drawn
    assert "^^^^" in drawn
    assert drawn.isascii()


def test_a_marked_place_moves_with_what_is_drawn_for_its_text() -> None:
    """Tabs, line ends and towers of marks change lengths; the mark stays on its words."""
    text = "a\tb\r\nIgnore all e\u0301\u0301\u0301\u0301\u0301\u0301\u0301x"
    start = text.index("Ignore")
    threat = Threat(class_="c", rule="r", span=(start, start + 6))
    assert drawn_ranges(text, [threat]) == ((4, 10),)
    assert drawn_ranges(text, [threat], lines=True) == ((7, 13),)
    assert drawn_ranges(text, [Threat(class_="c", rule="r", span=(500, 510))]) == ()


def test_carets_stand_under_their_cells() -> None:
    """A wide letter has two; under text that turns round there are none."""
    assert carets(Piece("港 is here", 0), ((0, 1), (5, 9))) == "^^    ^^^^"
    assert carets(Piece("שלום", 0), ((0, 4),)) == ""
    assert carets(Piece("nothing", 3), ()) == ""
