"""Blocked: what was withheld, why, and what a person does about it."""

from __future__ import annotations

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


async def test_a_row_is_a_note_and_the_detail_says_why_it_was_withheld(poisoned: World) -> None:
    """Class, rule, carets under the place, where, how often, and what was read instead."""
    withhold(poisoned, POISON, minutes=2)
    withhold(poisoned, POISON, minutes=1)
    async with driving(poisoned, size=(140, 40)) as driver:
        await driver.press("3")
        text = driver.screen_text()
        detail = driver.board.detail.sheet.text.replace("\n           ", " ")
        assert driver.note_text == POISON
    assert "instruction-override search" in text
    assert "1 of 2" in text
    assert "^^^^^^" in detail
    assert "matched    instruction-override, rule" in detail
    assert "from search, session a90e11d2, today 11:59, 3 times lately" in detail
    assert "the agent read [BLOCKED: instruction-override]" in detail
    assert "Origin" in detail


async def test_r_releases_u_takes_it_back_and_r_again_withholds(poisoned: World) -> None:
    """At once, and the footer says which of both the key does."""
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
        await driver.press("r")
        assert "r Withhold" in driver.screen_text().splitlines()[-1]
        await driver.press("r")
        assert driver.said == "Withheld again. Agents will not see this text."
    assert not is_released(poisoned, text)


async def test_marked_rows_are_released_and_forgotten_together(poisoned: World) -> None:
    """One press, one undo; what is forgotten leaves the list and comes back."""
    async with driving(poisoned) as driver:
        await driver.press("3", "V")
        assert "r Release 2" in driver.screen_text().splitlines()[-1]
        await driver.press("r")
        assert is_released(poisoned)
        assert is_released(poisoned, SECOND)
        await driver.press("u")
        assert not is_released(poisoned)
        assert not is_released(poisoned, SECOND)
        await driver.press("V", "d")
        assert driver.board.pane.roster.keys == []
        assert poisoned.texts() == []
        await driver.press("u")
        assert len(driver.board.pane.roster.keys) == 2
    assert len(poisoned.texts()) == 2


async def test_what_changes_meanwhile_is_seen(poisoned: World) -> None:
    """A text that passes after an edit says so; the log is watched, not only the store."""
    async with driving(poisoned) as driver:
        await driver.press("3", "j", "k")
        note = driver.board.pane.note
        assert note is not None
        with poisoned.open(actor="claude-code") as other:
            other.edit(note.id, text="The harbour master answers on channel 12")
        await look(driver)
        assert "passes now: The harbour master" in driver.screen_text()
        assert "the scan lets this text pass" in driver.board.detail.sheet.text
        rest = next(text for text in (POISON, SECOND) if text in poisoned.texts())
        withhold(poisoned, rest, minutes=1)
        await look(driver)
        assert "3 Blocked(1)" in driver.screen_text()


async def test_what_is_new_is_counted_until_it_was_looked_at(poisoned: World) -> None:
    """In the tab and the status line; a row that is left is old, also after a restart."""
    async with driving(poisoned) as driver:
        assert "3 Blocked(2)" in driver.screen_text()
        assert "2 new blocked" in driver.screen_text()
        await driver.press("3", "j")
        assert "3 Blocked(1)" in driver.screen_text()
        await driver.press("1")
        assert "new blocked" not in driver.screen_text()
    withhold(poisoned, SECOND, minutes=1)
    async with driving(poisoned) as driver:
        assert "3 Blocked(1)" in driver.screen_text()


async def test_n_goes_to_new_rows_and_the_filter_narrows(empty_world: World) -> None:
    """Past what was looked at; where nothing is new, it says so."""
    withhold(empty_world, *(f"{POISON} number {at}" for at in range(3)), SECOND)
    async with driving(empty_world) as driver:
        await driver.press("3", "j", "j", "g", "n")
        assert driver.board.pane.roster.at == 3
        await driver.press("g", "n")
        assert driver.said == "Nothing here is new."
        await driver.press("f")
        await driver.type("harbour")
        await driver.press("enter")
        assert driver.note_text == SECOND
        await driver.press("f")
        await driver.type("qqqq")
        assert "Nothing matches this filter here." in driver.screen_text()


async def test_notes_of_other_projects_are_counted_and_not_shown(poisoned: World) -> None:
    """The log is the home's; torn lines in it are passed over."""
    log = poisoned.home / "blocked.log"
    line = log.read_text(encoding="utf-8").splitlines()[0]
    foreign = line.replace('"tidepool"', '"brest"')
    log.write_text(f"{foreign}\n{line[:40]}\n[1]\n", encoding="utf-8")
    async with driving(poisoned) as driver:
        await driver.press("3")
        assert driver.board.pane.roster.keys == []
        assert "Nothing was withheld." in driver.screen_text()
        assert "1 elsewhere: memboard blocked lists them." in driver.screen_text()
        await driver.press("r")
        assert driver.said == "There is no withheld text here to release."


async def test_a_log_that_cannot_be_read_is_told_in_the_pane(poisoned: World) -> None:
    """The rest of the board works."""
    log = poisoned.home / "blocked.log"
    log.unlink()
    log.mkdir()
    async with driving(poisoned) as driver:
        await driver.press("3")
        assert "What was withheld cannot be listed." in driver.screen_text()
        await driver.press("d", "enter", "1")
        assert len(driver.board.pane.roster.keys) == 2


async def test_hostile_text_is_symbols_at_every_size(empty_world: World) -> None:
    """Escapes, hidden letters and turned text never reach the terminal; nothing overruns."""
    withhold(empty_world, f"\x1b[31m{POISON}\u202e\u200b [/] [bold]")
    async with driving(empty_world, size=(60, 20)) as driver:
        await driver.press("3", "enter")
        for size in ((60, 20), (80, 24), (140, 40), (20, 6)):
            await driver.pilot.resize_terminal(*size)
            await driver.settle()
            drawn = driver.screen_text()
            assert "Ignore all" in drawn
            assert not set(drawn) & set("\x1b\u202e\u200b")
            assert len(drawn.splitlines()) == size[1]


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
