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
    """Two lines: age, times, tool and command; under it the fix."""
    async with driving(taught, size=(80, 24)) as driver:
        await driver.press("4")
        lines = [line.rstrip() for line in driver.screen_text().splitlines()]
    assert lines[2] == "▌  2h  3× Bash   pytest -n 4 tests/ingest"
    assert lines[3] == "               → pytest -n 2 tests/ingest"
    assert lines[4] == "   4h  1× Bash   git psuh origin main"
    assert "1 of 3" in lines[1]


async def test_the_detail_tells_the_whole_lesson(taught: World) -> None:
    """What changed in the command, how often, when, and in which session."""
    async with driving(taught) as driver:
        await driver.press("4")
        detail = driver.board.detail.sheet.text
        assert "Lesson" in driver.screen_text()
    assert "- pytest -n 4 tests/ingest" in detail
    assert "+ pytest -n 2 tests/ingest" in detail
    assert "in 3 sessions" in detail
    assert "2 hours ago" in detail
    assert "tidepool" in detail


async def test_y_copies_the_fix_and_shift_y_the_command(taught: World) -> None:
    """Raw, as they would be run; of marked rows one a line."""
    async with driving(taught) as driver:
        await driver.press("4", "y", "Y")
        await driver.press("space", "space", "y")
    assert taught.copied == [
        "pytest -n 2 tests/ingest",
        "pytest -n 4 tests/ingest",
        "pytest -n 2 tests/ingest\ngit push origin main",
    ]


async def test_e_changes_the_fix_and_u_takes_it_back(taught: World) -> None:
    """The present fix is there to be changed."""
    async with driving(taught) as driver:
        await driver.press("4", "e")
        assert driver.board.prompt.text == "pytest -n 2 tests/ingest"
        await driver.press(*" -x".replace(" ", "_").replace("_", " ").split())
        await driver.press("enter")
        assert driver.said == "Fix saved. u takes it back."
        assert fixes(taught)[0] == "pytest -n 2 tests/ingest-x"
        await driver.press("u")
        assert "Took back" in driver.said
        assert fixes(taught)[0] == "pytest -n 2 tests/ingest"
        await driver.press("ctrl+r")
        assert fixes(taught)[0] == "pytest -n 2 tests/ingest-x"


async def test_u_takes_changes_back_in_the_order_they_were_made(taught: World) -> None:
    """A fix between two notes is taken back between them, from any pane."""
    async with driving(taught) as driver:
        await driver.press("p", "4", "e", "x", "enter", "1", "j", "p")
        await driver.press("u")
        assert "pinned" in driver.said
        assert fixes(taught)[0] == "pytest -n 2 tests/ingestx"
        await driver.press("u")
        assert fixes(taught)[0] == "pytest -n 2 tests/ingest"
        await driver.press("u")
        assert "pinned" in driver.said


async def test_a_fix_that_somebody_changed_since_is_not_taken_back(taught: World) -> None:
    """Theirs stays."""
    async with driving(taught) as driver:
        await driver.press("4", "e", "x", "enter")
        with taught.open(actor="claude-code") as memory:
            memory.edit_failure_fix(memory.failures()[0].key, "make test")
        await driver.press("u")
        assert driver.said.startswith("Not taken back")
    assert fixes(taught)[0] == "make test"


async def test_an_empty_or_unchanged_fix_changes_nothing(taught: World) -> None:
    """And escape drops what was typed."""
    async with driving(taught) as driver:
        await driver.press("4", "e", "enter")
        assert driver.said == "Nothing changed."
        await driver.press("e", "ctrl+u", "enter")
        assert driver.said == "Nothing changed: a fix cannot be empty."
        await driver.press("e", "x", "escape")
    assert fixes(taught)[0] == "pytest -n 2 tests/ingest"


async def test_a_fix_of_several_lines_is_changed_in_an_editor(world: World) -> None:
    """One line cannot show it; `E` can."""
    teach(world, [("deploy x", HOSTILE.replace("\x1b[2J\u202e", ""))])
    world.edited = " --now"
    async with driving(world) as driver:
        await driver.press("4", "e")
        assert driver.said.startswith("This fix does not fit on one line")
        await driver.press("E")
    assert (fixes(world)[0] or "").endswith("second line' --now")


async def test_forgetting_asks_because_it_cannot_be_taken_back(taught: World) -> None:
    """The key that asks is not the key that says yes."""
    async with driving(taught) as driver:
        await driver.press("4", "d")
        assert "Forget 1 lesson for good?" in driver.screen_text()
        await driver.press("d", "enter")
        assert len(fixes(taught)) == 3
        await driver.press("d", "y")
        assert driver.said == "Forgot 1 lesson."
        assert driver.board.failing.lesson is not None
        assert driver.board.failing.lesson.command == "git psuh origin main"
    assert len(fixes(taught)) == 2


async def test_marked_lessons_are_forgotten_together(taught: World) -> None:
    """The question counts them."""
    async with driving(taught) as driver:
        await driver.press("4", "V")
        assert "3 marked" in driver.board.detail.sheet.text
        assert "git psuh origin main" in driver.board.detail.sheet.text
        await driver.press("delete")
        assert "Forget 3 lessons for good?" in driver.screen_text()
        await driver.press("y")
        assert "No lessons yet." in driver.screen_text()
    assert fixes(taught) == []


async def test_the_filter_finds_commands_and_fixes(taught: World) -> None:
    """Words as typed, else near ones."""
    async with driving(taught) as driver:
        await driver.press("4", "f", *"5433", "enter")
        assert [lesson.fix for lesson in driver.board.failing.targets()] == [LESSONS[0][1]]
        await driver.press("escape", "f", *"pytset", "enter")
        assert driver.board.failing.lesson is not None
        assert driver.board.failing.lesson.command.startswith("pytest")


async def test_what_is_learnt_meanwhile_appears_and_the_cursor_holds(taught: World) -> None:
    """The file is watched, not only the store."""
    async with driving(taught) as driver:
        await driver.press("4", "j")
        teach(taught, [("npm tset", "npm test")])
        await look(driver)
        assert len(driver.board.pane.roster.keys) == 4
        assert driver.board.failing.lesson is not None
        assert driver.board.failing.lesson.command == "git psuh origin main"


@pytest.mark.parametrize("content", ["{", "[]", '{"version": 1, "projects": 3}', "\x00\xff"])
async def test_a_damaged_file_is_told_in_the_pane(world: World, content: str) -> None:
    """Nothing is lost by looking at it."""
    path = world.home / "failures.json"
    path.write_text(content, encoding="latin-1")
    async with driving(world) as driver:
        await driver.press("4")
        assert "failures.json cannot be read." in driver.screen_text()
        await driver.press("y", "Y", "d", "e", "E", "enter", "1")
        assert len(driver.board.pane.roster.keys) == 8
    assert path.read_text(encoding="latin-1") == content


async def test_a_file_that_is_a_folder_is_told_in_the_pane(world: World) -> None:
    """As one that is damaged."""
    (world.home / "failures.json").mkdir()
    async with driving(world) as driver:
        await driver.press("4")
        assert "failures.json cannot be read." in driver.screen_text()


async def test_an_entry_that_is_not_understood_is_passed_over(taught: World) -> None:
    """The others are shown."""
    path = taught.home / "failures.json"
    kept = json.loads(path.read_text(encoding="utf-8"))
    kept["projects"]["name:tidepool"]["ab12"] = {"command": 3}
    path.write_text(json.dumps(kept), encoding="utf-8")
    async with driving(taught) as driver:
        await driver.press("4")
        assert len(driver.board.pane.roster.keys) == 3


async def test_a_lesson_forgotten_by_somebody_else_is_said_to_be_gone(taught: World) -> None:
    """The edit is refused in words."""
    async with driving(taught) as driver:
        await driver.press("4", "e", "x")
        with taught.open(actor="claude-code") as memory:
            memory.forget_failures(memory.failures()[0].key)
        await driver.press("enter")
        assert "no failure lesson" in driver.said
        assert len(driver.board.pane.roster.keys) == 2


async def test_the_empty_pane_teaches_and_note_keys_are_grey(world: World) -> None:
    """A pin has no sense here."""
    async with driving(world) as driver:
        await driver.press("4")
        assert "When a command fails and another then works," in driver.screen_text()
        await driver.press("y")
        assert driver.said == "There is no lesson here to copy fix."
        await driver.press("p")
        assert "has no sense here" in driver.said or not driver.said.startswith("Pinned")
    assert not any("pinned" in text for text in world.texts())


async def test_hostile_commands_are_drawn_as_symbols(world: World) -> None:
    """In both lines, the detail and the question."""
    teach(world, [(HOSTILE, f"{HOSTILE} --now")])
    async with driving(world) as driver:
        await driver.press("4", "enter", "d")
        drawn = driver.screen_text()
        await driver.press("n", "Y")
    assert "␛[2J␦x [/] [bold]" in drawn
    assert not set(drawn) & set("\x1b\u202e")
    assert world.copied == [HOSTILE]


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (140, 40), (34, 10), (20, 6)])
async def test_it_fits_every_size(taught: World, size: tuple[int, int]) -> None:
    """The cursor's both lines are on screen, to the last row."""
    teach(taught, [(f"make target{at}", f"make target_{at}") for at in range(20)])
    async with driving(taught, size=size) as driver:
        await driver.press("4", "G")
        lines, roster = driver.board.pane.lines, driver.board.pane.roster
        bottom = roster.line_of(roster.at) + 2 - lines.scroll_offset.y
        assert 0 < bottom <= lines.scrollable_content_region.height
        assert roster.at == 22
        await driver.press("enter", "escape", "g", "pagedown", "ctrl+u")
        assert len(driver.screen_text().splitlines()) == size[1]


async def test_ascii_signs_and_no_colours_are_enough(
    taught: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`->` and `x` stand for the signs."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with driving(taught, settings=BoardSettings(glyphs="ascii")) as driver:
        await driver.press("4")
        drawn = driver.screen_text()
    assert " 3x Bash   pytest -n 4" in drawn
    assert "-> pytest -n 2" in drawn
    assert drawn.isascii()


async def test_a_click_on_either_line_takes_the_row(taught: World) -> None:
    """A row is two lines high."""
    async with driving(taught) as driver:
        await driver.press("4")
        for offset in ((20, 3), (20, 2)):
            await driver.press("g")
            await driver.pilot.click("#failures-lines", offset=offset)
            assert driver.board.pane.roster.at == 1


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
