"""Failure lessons as a store's owner sees them: learnt, listed, forgotten, corrected."""

from __future__ import annotations

import datetime as dt

import pytest

from memboard.engine import Memory, Project
from memboard.engine.errors import Ambiguous, InvalidInput, NotFound
from memboard.engine.session.commands import command_key
from memboard.engine.session.events import Event, Ran

from .standins import FixedClock, OpenHere

CLONE = Project("alpha", ("git:github.com/ada/alpha", "dir:/home/ada/alpha/.git"))
FOLDER = Project("alpha", ("dir:/home/ada/alpha/.git",))


def failed(command: str, at: dt.datetime | None = None) -> Ran:
    """A command that failed."""
    return Ran(tool="Bash", command=command, outcome="failed", exit_code=2, at=at)


def ok(command: str, at: dt.datetime | None = None) -> Ran:
    """A command that worked."""
    return Ran(tool="Bash", command=command, outcome="ok", exit_code=0, at=at)


def learn(memory: Memory, *events: Event, session: str = "s1", key: str = "name:alpha") -> object:
    """Learn from what a session did in one project."""
    return memory.learn_failures(session, {key: events})


PUSH = (failed("git psuh"), ok("git push"))


def test_a_session_s_failures_are_learnt_with_their_fixes(
    memory: Memory, clock: FixedClock
) -> None:
    """And listed with all that is known."""
    assert memory.failures() == ()
    assert learn(memory, *PUSH) == (1, 0)
    (failure,) = memory.failures()
    assert failure.key == command_key("git psuh")
    assert (failure.command, failure.fix, failure.tool) == ("git psuh", "git push", "Bash")
    assert (failure.times, failure.session) == (1, "s1")
    assert failure.first == failure.last == clock.now


def test_the_same_events_may_come_again(memory: Memory) -> None:
    """A session has several boundaries."""
    learn(memory, *PUSH)
    assert learn(memory, *PUSH) == (0, 0)
    assert learn(memory, *PUSH, session="s2") == (1, 0)
    assert memory.failures()[0].times == 2


def test_a_command_that_works_again_retires_its_lesson(memory: Memory, clock: FixedClock) -> None:
    """Later, and unchanged."""
    learn(memory, failed("alembic upgrade head"), ok("make migrate"))
    clock.move(hours=1)
    assert learn(memory, ok("alembic upgrade head | tail -3"), session="s2") == (0, 0)
    assert learn(memory, ok("cd /x && alembic upgrade head"), session="s2") == (0, 1)
    assert memory.failures() == ()


def test_an_old_transcript_is_old_news(memory: Memory, clock: FixedClock) -> None:
    """Its moments are its own, and what came after it stands."""
    before = clock.now - dt.timedelta(days=9)
    learn(memory, *PUSH)
    assert learn(memory, ok("git psuh", at=before), session="s0") == (0, 0)
    memory.forget_failures(command_key("git psuh"))
    old = (failed("git psuh", at=before), ok("git push", at=before))
    assert learn(memory, *old, session="s00") == (0, 0)
    assert memory.failures() == ()


def test_each_project_has_its_own(open_here: OpenHere) -> None:
    """A session may work in several; everywhere shows them by name."""
    here, there = open_here(), open_here("beta")
    here.add("a fact")
    there.add("a fact")
    events = {"name:alpha": PUSH, "name:beta": (failed("npm tset"), ok("npm test")), "global": PUSH}
    assert here.learn_failures("s1", events) == (3, 0)
    assert [one.command for one in here.failures()] == ["git psuh"]
    assert [one.command for one in there.failures()] == ["npm tset"]
    named = {(one.project, one.command) for one in here.failures(everywhere=True)}
    assert named == {("alpha", "git psuh"), ("beta", "npm tset"), (None, "git psuh")}


def test_lessons_outlive_a_new_remote_a_merge_and_a_new_name(open_here: OpenHere) -> None:
    """They are kept by a key that still leads to the project."""
    folder = open_here(FOLDER)
    folder.add("a fact")
    learn(folder, *PUSH, key=FOLDER.keys[0])
    clone = open_here(CLONE)
    clone.add("another fact")
    assert len(clone.failures()) == 1
    learn(clone, failed("npm tset"), ok("npm test"), key=CLONE.keys[0])
    other = open_here("beta")
    other.add("a fact")
    other.merge_projects("alpha", "beta")
    assert len(other.failures()) == 2
    other.rename_project("beta", "gamma")
    assert {one.project for one in open_here("gamma").failures()} == {"gamma"}


def test_a_list_may_be_cut(memory: Memory, clock: FixedClock) -> None:
    """Those that happened last come first."""
    for number in range(3):
        clock.move(minutes=1)
        learn(memory, failed(f"run{number} x"), ok(f"run{number} x --now"), session=f"s{number}")
    assert [one.command for one in memory.failures(limit=2)] == ["run2 x", "run1 x"]
    for limit in (0, -1, 1_001):
        with pytest.raises(InvalidInput, match=r"1 to 1,000"):
            memory.failures(limit=limit)


def test_a_lesson_is_forgotten_by_the_beginning_of_its_key(memory: Memory) -> None:
    """All that are named, or none; and not learnt again."""
    learn(memory, *PUSH)
    key = command_key("git psuh")
    with pytest.raises(NotFound):
        memory.forget_failures(key[:6], "ffffffff")
    assert len(memory.failures()) == 1
    (forgotten,) = memory.forget_failures(key[:6].upper(), key)
    assert forgotten.command == "git psuh"
    assert memory.failures() == ()
    assert learn(memory, *PUSH, session="s2") == (0, 0)


def test_a_key_that_is_short_or_fits_several_is_refused(memory: Memory) -> None:
    """Nothing is done on a guess."""
    starts: dict[str, str] = {}
    number = 0
    while (start := command_key(f"c{number} x")[:4]) not in starts:
        starts[start] = f"c{number} x"
        number += 1
    for command in (starts[start], f"c{number} x"):
        learn(memory, failed(command), ok(f"{command} --now"), session=command)
    with pytest.raises(Ambiguous, match="several"):
        memory.forget_failures(start)
    with pytest.raises(InvalidInput, match="too short"):
        memory.forget_failures(start[:3])
    with pytest.raises(InvalidInput, match="too short"):
        memory.edit_failure_fix("", "x")
    assert len(memory.failures()) == 2


def test_another_project_s_lesson_is_not_touched(open_here: OpenHere) -> None:
    """It is not found from here."""
    learn(open_here(), *PUSH)
    with pytest.raises(NotFound, match="in this project"):
        open_here("beta").forget_failures(command_key("git psuh"))


def test_a_person_may_say_what_works(memory: Memory) -> None:
    """Later sessions do not change it."""
    learn(memory, *PUSH)
    key = command_key("git psuh")
    assert memory.edit_failure_fix(key[:8], "  git push --atomic ").fix == "git push --atomic"
    learn(memory, failed("git psuh"), ok("git push --force"), session="s2")
    assert memory.failures()[0].fix == "git push --atomic"


@pytest.mark.parametrize("fix", ["", "  ", "x" * 2_001, "a\0b", "a\ud800"])
def test_a_fix_that_cannot_be_kept_is_refused(memory: Memory, fix: str) -> None:
    """With nothing changed."""
    learn(memory, *PUSH)
    with pytest.raises(InvalidInput):
        memory.edit_failure_fix(command_key("git psuh"), fix)
    assert memory.failures()[0].fix == "git push"


def test_a_damaged_file_is_said_and_kept(memory: Memory) -> None:
    """Before and after the next lesson."""
    assert memory.failure_notices() == ()
    (memory.home.folder / "failures.json").write_bytes(b"{ torn")
    assert memory.failures() == ()
    (notice,) = memory.failure_notices()
    assert notice.code == "failures_damaged"
    learn(memory, *PUSH)
    (notice,) = memory.failure_notices()
    assert (notice.code, "failures.json.damaged-1" in notice.text) == ("failures_aside", True)


def test_notes_know_nothing_of_lessons(memory: Memory) -> None:
    """They are no facts: neither searched nor journalled."""
    learn(memory, *PUSH)
    assert memory.search("git push").hits == ()
    assert memory.history() == ()
