"""Claiming a cycle: one at a time, healed by itself, and due only when both gates are open."""

from __future__ import annotations

import msgspec
import pytest

from memboard.engine import Memory
from memboard.engine.dream import holding
from memboard.engine.dream.applying import apply_merges
from memboard.engine.dream.claiming import claim, claimed, end_cycle, recover
from memboard.engine.dream.due import due
from memboard.engine.errors import Conflict
from memboard.engine.settings import DreamSettings, MemorySettings
from memboard.engine.store import cycles, namespaces, sessions
from memboard.engine.store.cycles import Process
from tests.engine.standins import FixedClock, OpenHere

from .merging import fill, home_of, merge, whole_store


def begin(memory: Memory) -> str:
    """Claim a cycle."""
    work = memory._workshop(None)
    return claim(work.store, work.author, home_of(memory), "propose")


def status(memory: Memory, cycle: str) -> tuple[str, str | None]:
    """Read how a cycle stands."""
    found = cycles.find_cycle(memory._store.database, cycle)
    assert found is not None
    return found.status, found.reason


def test_a_second_cycle_waits_for_the_first(memory: Memory, open_here: OpenHere) -> None:
    """In whatever project; the error says since when it runs."""
    cycle = begin(memory)
    with pytest.raises(Conflict, match="12:00 UTC"):
        begin(open_here("beta"))
    assert end_cycle(memory._store, cycle, "empty")
    assert begin(open_here("beta"))


def test_a_cycle_that_hangs_for_thirty_minutes_is_taken_over(
    memory: Memory, clock: FixedClock
) -> None:
    """Not a moment before."""
    cycle = begin(memory)
    clock.move(minutes=30, seconds=-1)
    with pytest.raises(Conflict):
        begin(memory)
    clock.move(seconds=1)
    assert begin(memory)
    assert status(memory, cycle) == (
        "interrupted",
        "It hung for 30 minutes. No note was changed.",
    )


def test_a_cycle_that_wakes_up_too_late_changes_nothing(memory: Memory, clock: FixedClock) -> None:
    """Somebody took it over meanwhile."""
    ids = fill(memory)
    made = merge(memory, *ids)
    work = memory._workshop(None)
    late = begin(memory)
    clock.move(minutes=31)
    assert begin(memory) != late
    before = whole_store(memory)
    with pytest.raises(Conflict, match="ended by somebody else"):
        apply_merges(work, home_of(memory), [made], late)
    assert whole_store(memory) == before
    assert status(memory, late)[0] == "interrupted"


def test_a_process_whose_number_is_used_again_is_dead(memory: Memory) -> None:
    """It was born at another time."""
    cycle = begin(memory)
    store = memory._store
    with store.writing("another birth"):
        store.database.run("UPDATE cycles SET born = born || '9'")
    assert recover(store) == cycle
    assert status(memory, cycle)[0] == "interrupted"


def test_a_process_of_another_machine_is_given_its_thirty_minutes(
    memory: Memory, clock: FixedClock
) -> None:
    """Nobody here can tell whether it lives."""
    begin(memory)
    store = memory._store
    with store.writing("another machine"):
        store.database.run("UPDATE cycles SET machine = 'elsewhere', process = 4194999")
    assert recover(store) is None
    clock.move(minutes=30)
    assert recover(store) is not None


def test_this_process_lives_and_no_process_has_so_high_a_number() -> None:
    """What the system is asked."""
    here = holding.this_process()
    assert not holding.is_gone(here)
    assert holding.is_gone(Process(here.machine, 2**22 + 5, "1"))


def test_whatever_happens_in_a_cycle_it_is_ended(memory: Memory) -> None:
    """An error is its reason; nothing done is `empty`."""
    work = memory._workshop(None)
    with (
        pytest.raises(Conflict),
        claimed(work.store, work.author, home_of(memory), "propose") as failing,
    ):
        raise Conflict("The model is on fire.")
    assert status(memory, failing) == ("failed", "The model is on fire.")
    with claimed(work.store, work.author, home_of(memory), "propose") as idle:
        pass
    assert status(memory, idle) == ("empty", None)


HIGH = MemorySettings(aggressiveness="high")


def visit(memory: Memory, session: str) -> None:
    """Let a session be at work."""
    key = namespaces.keys_of(memory._store.database, memory._store.project)[0]
    with memory._store.writing("a session") as now:
        sessions.see(memory._store.database, session, "test", key, now)


def look(memory: Memory) -> str:
    """Run a cycle that finds nothing."""
    cycle = begin(memory)
    end_cycle(memory._store, cycle, "empty")
    return cycle


def test_hours_and_sessions_must_both_have_passed(memory: Memory, clock: FixedClock) -> None:
    """Four hours and three sessions at level high."""
    memory.add("a note")
    look(memory)
    clock.move(hours=5)
    assert not due(memory._store, HIGH).due
    for name in "abc":
        visit(memory, name)
    assert due(memory._store, HIGH).due
    look(memory)
    for name in "def":
        clock.move(hours=1)
        visit(memory, name)
    gate = due(memory._store, HIGH)
    assert (gate.due, gate.sessions, gate.hours) == (False, 3, 3.0)
    clock.move(hours=1)
    assert due(memory._store, HIGH).due


def test_level_max_waits_for_one_hour_and_one_session(memory: Memory, clock: FixedClock) -> None:
    """And the lower levels for a word of the user's."""
    memory.add("a note")
    look(memory)
    clock.move(hours=1)
    visit(memory, "a")
    assert due(memory._store, MemorySettings(aggressiveness="max")).due
    assert not due(memory._store, HIGH).due
    assert not due(memory._store, MemorySettings()).enabled
    own = DreamSettings(enabled=True, min_hours=0.5, min_sessions=1)
    assert due(memory._store, MemorySettings(dream=own)).due
    off = msgspec.structs.replace(HIGH, dream=DreamSettings(enabled=False))
    assert not due(memory._store, off).enabled


def test_nothing_merges_by_itself_unless_it_may() -> None:
    """At no level."""
    assert not MemorySettings(aggressiveness="max").dream.automatic


def test_sessions_are_counted_for_each_project(
    memory: Memory, open_here: OpenHere, clock: FixedClock
) -> None:
    """Three elsewhere open no gate here; a cycle elsewhere closes none."""
    memory.add("a note")
    other = open_here("beta")
    other.add("a note")
    for name in "abc":
        visit(other, name)
    assert due(memory._store, HIGH).sessions == 0
    assert due(other._store, HIGH).due
    clock.move(minutes=1)
    look(memory)
    assert due(other._store, HIGH).due


def test_an_interrupted_cycle_closes_no_gate(memory: Memory, clock: FixedClock) -> None:
    """It did not look at anything."""
    memory.add("a note")
    for name in "abc":
        visit(memory, name)
    begin(memory)
    clock.move(minutes=31)
    recover(memory._store)
    assert due(memory._store, HIGH).due
