"""What failing commands taught, as a person reads and corrects it."""

from __future__ import annotations

import pytest

from memboard.engine.session.commands import command_key
from memboard.engine.session.events import Ran

from .door import Door

KEY = command_key("git psuh")


def teach(door: Door, *pairs: tuple[str, str], session: str = "s1", project: str = "") -> None:
    """Let a session fail and put it right."""
    with door.open(None, project or None) as memory:
        for bad, good in pairs:
            events = [
                Ran(tool="Bash", command=bad, outcome="failed", exit_code=2),
                Ran(tool="Bash", command=good, outcome="ok", exit_code=0),
            ]
            memory.learn_failures(session, {f"name:{project or 'tidepool'}": events})


@pytest.mark.parametrize("arguments", [["failures"], ["failures", "list"]])
def test_the_list_tells_what_failed_and_what_worked(door: Door, arguments: list[str]) -> None:
    """Key, age, sessions, command and fix in one line."""
    teach(door, ("git psuh", "git push"))
    assert door(*arguments).lines == [f"{KEY[:8]}  now   1x  git psuh -> git push"]


def test_the_list_is_one_document_for_programs(door: Door) -> None:
    """With whole keys and moments."""
    teach(door, ("git psuh", "git push"))
    document = door("failures", "--json").document
    (failure,) = document["failures"]
    assert failure["key"] == KEY
    assert (failure["command"], failure["fix"], failure["times"]) == ("git psuh", "git push", 1)
    assert failure["last"] == "2026-11-30T19:00:00Z"
    assert document["notices"] == []


def test_the_list_is_as_long_and_as_wide_as_asked_for(door: Door) -> None:
    """-n cuts it; --everywhere names the projects."""
    teach(door, ("git psuh", "git push"), ("npm tset", "npm test"))
    teach(door, ("yarn bulid", "yarn build"), project="other")
    assert len(door("failures").lines) == 2
    assert len(door("failures", "list", "-n", "1").lines) == 1
    assert door("failures", "list", "-n", "0").code == 2
    lines = door("failures", "list", "--everywhere").lines
    assert len(lines) == 3
    assert any("name:other  yarn bulid" in line or "other  yarn bulid" in line for line in lines)


def test_an_empty_list_says_how_lessons_come(door: Door) -> None:
    """On stderr: the data is empty."""
    printed = door("failures")
    assert (printed.code, printed.out) == (0, "")
    assert "learnt when a session ends" in printed.err


def test_the_list_makes_hostile_text_safe(door: Door) -> None:
    """Commands are what agents typed."""
    teach(door, ("deploy \x1b[2J\u202ex\ny", "deploy \x1b[2J\u202ex\ny --now"))
    out = door("failures").out
    assert "␛[2J<U+202E>x⏎y" in out
    assert len(out.splitlines()) == 1
    assert not set(out) & set("\x1b\u202e")


def test_a_lesson_is_forgotten_by_the_beginning_of_its_key(door: Door) -> None:
    """And stays forgotten."""
    teach(door, ("git psuh", "git push"))
    assert door("failures", "forget", "--yes", KEY[:6]).lines == ["Forgot 1 lesson."]
    assert door("failures").lines == []
    teach(door, ("git psuh", "git push"), session="s2")
    assert door("failures").lines == []
    assert door("failures", "forget", "--yes", KEY[:6]).code == 3


def test_a_fix_is_corrected(door: Door) -> None:
    """From the command line, or from standard input."""
    teach(door, ("git psuh", "git push"))
    said = door("failures", "edit", "--yes", KEY[:8], "git push --atomic").lines
    assert said == [f"{KEY[:8]} now says: git push --atomic"]
    door("failures", "edit", "--yes", KEY[:8], "-", stdin=b"ask ada\n")
    assert door("failures").lines[0].endswith("git psuh -> ask ada")
    assert door("failures", "edit", "--yes", KEY[:8], "").code == 2
    assert door("failures", "edit", "--yes", KEY[:8]).code == 2


@pytest.mark.parametrize("words", [["forget", KEY[:8]], ["edit", KEY[:8], "git push --atomic"]])
def test_what_cannot_be_undone_needs_a_yes(door: Door, words: list[str]) -> None:
    """Where nobody can be asked, nothing is done without --yes."""
    teach(door, ("git psuh", "git push"))
    refused = door("failures", *words)
    assert (refused.code, "--yes says yes" in refused.err) == (2, True)
    assert door("failures").lines[0].endswith("git psuh -> git push")
    assert door("failures", *words, "--yes").code == 0


def test_a_damaged_file_is_said(door: Door) -> None:
    """And where it was kept."""
    teach(door, ("git psuh", "git push"))
    (door.home / "failures.json").write_bytes(b"{ torn")
    assert "failures.json cannot be read" in door("failures").err
    teach(door, ("git psuh", "git push"))
    printed = door("failures")
    assert len(printed.lines) == 1
    assert "kept as failures.json.damaged-1" in printed.err
    (notice,) = door("failures", "--json").document["notices"]
    assert notice["code"] == "failures_aside"


def test_a_command_that_is_none_is_named(door: Door) -> None:
    """With the nearest one."""
    printed = door("failures", "forgte")
    assert printed.code == 2
    assert "memboard failures forget" in printed.err
