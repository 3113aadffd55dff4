"""Failures: commands that failed, what worked instead, and what a person does about it."""

from __future__ import annotations

import json

import pytest

from memboard.board.roster import Group, GroupLine, Roster, RowLine
from memboard.engine.settings import BoardSettings
from tests.board.driving import Driver, World, driving
from tests.board.withholding import LESSONS, teach

HOSTILE = "deploy \x1b[2J\u202ex [/] [bold]\necho 'second line'"


@pytest.fixture
def taught(world: World) -> World:
    """A store with eight notes and three lessons."""
    teach(world)
    return world


def fixes(world: World) -> list[str | None]:
    """Read what works instead, the last lesson first."""
    with world.open() as memory:
        return [lesson.fix for lesson in memory.failures()]


async def look(driver: Driver) -> None:
    """Let the board look at the store, as its timer does."""
    driver.board.live.poll()
    await driver.settle()


async def test_a_row_is_a_command_and_what_worked_instead(taught: World) -> None:
    """Age, times, tool and command; under it the fix; the detail tells the whole lesson."""
    async with driving(taught, size=(80, 24)) as driver:
        await driver.press("4")
        lines = [line.rstrip() for line in driver.screen_text().splitlines()]
        detail = driver.board.detail.sheet.text
    assert "1 of 3" in lines[1]
    assert lines[2] == "▌  2h  3× Bash   pytest -n 4 tests/ingest"
    assert lines[3] == "               → pytest -n 2 tests/ingest"
    assert lines[4] == "   4h  1× Bash   git psuh origin main"
    assert "Lesson" in lines[13]
    assert "- pytest -n 4 tests/ingest\n+ pytest -n 2 tests/ingest" in detail
    assert "in 3 sessions" in detail
    assert "today 10:00, 2 hours ago, session c41f22" in detail


async def test_y_copies_the_fix_and_shift_y_the_command(taught: World) -> None:
    """Raw, as they would be run; of marked rows one a line."""
    async with driving(taught) as driver:
        await driver.press("4", "y", "Y", "space", "space", "y")
        await driver.pilot.click("#failures-lines", offset=(20, 5))
        assert driver.board.pane.roster.at == 2
    assert taught.copied == [
        "pytest -n 2 tests/ingest",
        "pytest -n 4 tests/ingest",
        "pytest -n 2 tests/ingest\ngit push origin main",
    ]


async def test_e_changes_the_fix_and_u_takes_changes_back_in_their_order(taught: World) -> None:
    """A fix between two pins is taken back between them, from any pane."""
    async with driving(taught) as driver:
        await driver.press("p", "4", "e")
        assert driver.board.prompt.text == "pytest -n 2 tests/ingest"
        await driver.press("x", "enter")
        assert driver.said == "Fix saved. u takes it back."
        assert fixes(taught)[0] == "pytest -n 2 tests/ingestx"
        await driver.press("1", "j", "p", "u")
        assert "pinned" in driver.said
        assert fixes(taught)[0] == "pytest -n 2 tests/ingestx"
        await driver.press("u")
        assert fixes(taught)[0] == "pytest -n 2 tests/ingest"
        await driver.press("ctrl+r")
        assert fixes(taught)[0] == "pytest -n 2 tests/ingestx"
        await driver.press("u", "u")
        assert "pinned" in driver.said
    assert fixes(taught)[0] == "pytest -n 2 tests/ingest"


async def test_what_somebody_else_changed_or_forgot_stays_so(taught: World) -> None:
    """Undo does not write over theirs, and an edit of what is gone says so."""
    async with driving(taught) as driver:
        await driver.press("4", "e", "x", "enter")
        with taught.open(actor="claude-code") as memory:
            memory.edit_failure_fix(memory.failures()[0].key, "make test")
        await driver.press("u")
        assert driver.said.startswith("Not taken back")
        assert fixes(taught)[0] == "make test"
        await driver.press("e", "x")
        with taught.open(actor="claude-code") as memory:
            memory.forget_failures(memory.failures()[0].key)
        await driver.press("enter")
        assert "no failure lesson" in driver.said
        assert len(driver.board.pane.roster.keys) == 2


async def test_an_empty_an_unchanged_and_a_long_fix(world: World) -> None:
    """The first two change nothing; one of several lines wants a whole editor."""
    teach(world, [("deploy x", "deploy y\necho 'second line'"), *LESSONS])
    world.edited = " --now"
    async with driving(world) as driver:
        await driver.press("4", "e", "enter")
        assert driver.said == "Nothing changed."
        await driver.press("e", "ctrl+u", "enter")
        assert driver.said == "Nothing changed: a fix cannot be empty."
        await driver.press("e", "x", "escape", "G", "e")
        assert driver.said.startswith("This fix does not fit on one line")
        await driver.press("E")
    assert fixes(world)[0] == "pytest -n 2 tests/ingest"
    assert (fixes(world)[-1] or "").endswith("second line' --now")


async def test_forgetting_asks_because_it_cannot_be_taken_back(taught: World) -> None:
    """The key that asks is not the key that says yes; the question counts the marked ones."""
    async with driving(taught) as driver:
        await driver.press("4", "d")
        assert "Forget 1 lesson for good?" in driver.screen_text()
        await driver.press("d", "enter")
        assert len(fixes(taught)) == 3
        await driver.press("d", "y")
        assert driver.said == "Forgot 1 lesson."
        assert driver.board.failing.lesson is not None
        assert driver.board.failing.lesson.command == "git psuh origin main"
        await driver.press("V")
        assert "2 marked\n\ngit psuh origin main" in driver.board.detail.sheet.text
        await driver.press("delete")
        assert "Forget 2 lessons for good?" in driver.screen_text()
        await driver.press("y")
        assert "No lessons yet." in driver.screen_text()
    assert fixes(taught) == []


async def test_the_filter_finds_and_what_is_learnt_meanwhile_appears(taught: World) -> None:
    """Words as typed, else near ones; the cursor holds to its lesson."""
    async with driving(taught) as driver:
        await driver.press("4", "f")
        await driver.type("543")
        assert [lesson.fix for lesson in driver.board.failing.targets()] == [LESSONS[0][1]]
        await driver.press("escape", "escape", "f")
        await driver.type("pytset")
        assert driver.board.failing.lesson is not None
        assert driver.board.failing.lesson.command.startswith("pytest")
        await driver.press("escape", "escape", "g", "j")
        teach(taught, [("npm tset", "npm test")])
        await look(driver)
        assert len(driver.board.pane.roster.keys) == 4
        assert driver.board.failing.lesson.command == "git psuh origin main"


async def test_a_file_that_cannot_be_read_is_told_in_the_pane(taught: World) -> None:
    """Damaged, no text, or a folder; one strange entry is passed over; nothing is lost."""
    path = taught.home / "failures.json"
    good = json.loads(path.read_bytes())
    good["projects"]["name:tidepool"]["ab12"] = {"command": 3}
    async with driving(taught) as driver:
        await driver.press("4")
        for content in (b"{", b"\x00\xff"):
            path.write_bytes(content)
            await look(driver)
            assert "failures.json cannot be read." in driver.screen_text()
            await driver.press("d", "e")
            assert path.read_bytes() == content
        path.unlink()
        path.mkdir()
        await look(driver)
        assert "failures.json cannot be read." in driver.screen_text()
        path.rmdir()
        path.write_text(json.dumps(good), encoding="utf-8")
        await look(driver)
        assert len(driver.board.pane.roster.keys) == 3


async def test_the_empty_panes_teach_and_keys_without_sense_do_nothing(world: World) -> None:
    """A pin has no sense where no note is."""
    async with driving(world) as driver:
        await driver.press("3")
        assert "Text that tries to steer an agent would be listed here," in driver.screen_text()
        await driver.press("4")
        assert "When a command fails and another then works," in driver.screen_text()
        await driver.press("y")
        assert driver.said == "There is no lesson here to copy fix."
        await driver.press("p")
    with world.open() as memory:
        assert sum(note.pinned for note in memory.recent(100).notes) == 1


async def test_hostile_commands_are_drawn_as_symbols(world: World) -> None:
    """In both lines, the detail and the question; copied they are what they were."""
    teach(world, [(HOSTILE, f"{HOSTILE} --now")])
    async with driving(world) as driver:
        await driver.press("4", "d")
        drawn = driver.screen_text()
        await driver.press("n", "Y")
    assert "␛[2J␦x [/] [bold]" in drawn
    assert not set(drawn) & set("\x1b\u202e")
    assert world.copied == [HOSTILE]


async def test_both_lines_of_the_last_row_are_seen_at_every_size(taught: World) -> None:
    """Also where only one row fits."""
    teach(taught, [(f"make target{at}", f"make target_{at}") for at in range(20)])
    async with driving(taught, size=(60, 20)) as driver:
        await driver.press("4", "pagedown")
        lines, roster = driver.board.pane.lines, driver.board.pane.roster
        assert 0 < roster.at < 22
        await driver.press("G")
        for size in ((60, 20), (80, 24), (140, 40), (20, 6)):
            await driver.pilot.resize_terminal(*size)
            await driver.settle()
            bottom = roster.line_of(roster.at) + 2 - lines.scroll_offset.y
            assert 2 <= bottom <= lines.scrollable_content_region.height
            assert len(driver.screen_text().splitlines()) == size[1]
        assert roster.at == 22


async def test_ascii_signs_and_no_colours_are_enough(
    taught: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`->` and `x` stand for the signs."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with driving(taught, settings=BoardSettings(glyphs="ascii")) as driver:
        await driver.press("4")
        drawn = driver.screen_text()
    assert "3x Bash   pytest -n 4" in drawn
    assert "-> pytest -n 2" in drawn
    assert drawn.isascii()


def test_rows_of_two_lines_and_group_lines_find_each_other() -> None:
    """Every line knows its row, and every row its first line."""
    roster: Roster[str] = Roster(adds=False, tall=2)
    roster.fill(list("abc"), [Group(0, "Today", "2"), Group(2, "Before", "1")])
    lines = [roster.line(y) for y in range(roster.height + 1)]
    assert [line for line in lines if isinstance(line, RowLine)] == [
        RowLine(at, second) for at in range(3) for second in (False, True)
    ]
    assert [y for y, line in enumerate(lines) if isinstance(line, GroupLine)] == [0, 5]
    assert [roster.line_of(at) for at in range(3)] == [1, 3, 6]
    assert lines[-1] is None
    assert roster.rows_between(2, 7) == range(3)
