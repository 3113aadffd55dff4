"""When a cycle runs: the gate, the end of a session, the worker; and merging by itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from memboard.engine import Memory, Settings, find_project
from memboard.engine.dream.claiming import claim
from memboard.engine.errors import CheapQueryFailed
from memboard.engine.settings import DreamSettings, MemorySettings
from memboard.engine.store import sessions
from memboard.engine.store.sessions import Queued
from tests.engine.session.scripted import Scripted
from tests.engine.standins import FixedClock, OpenHere

from .given import answer, merge
from .merging import AGAIN, SAID, home_of
from .test_cycling import fill, good, last, numbers

DREAMING = Settings(memory=MemorySettings(dream=DreamSettings(enabled=True)))
AUTOMATIC = Settings(memory=MemorySettings(dream=DreamSettings(enabled=True, automatic=True)))


def at_work(memory: Memory, count: int, since: str = "s") -> None:
    """Let sessions of this project be at work."""
    for at in range(count):
        memory.session(f"{since}{at}", "pi").start()


def test_hours_and_sessions_must_both_have_passed(memory: Memory, clock: FixedClock) -> None:
    """It says what is still waited for; force goes on all the same."""
    fill(memory)
    query = Scripted(answer(), answer())
    assert memory.dream_propose(query=query).reason == (
        "Not due: 0 of 3 sessions since the last cycle."
    )
    at_work(memory, 3)
    memory.dream_propose(query=query)
    assert len(query.asked) == 1
    clock.move(hours=3)
    at_work(memory, 2, "t")
    assert memory.dream_propose(query=query).reason == (
        "Not due: 3.0 of 4 hours and 2 of 3 sessions since the last cycle."
    )
    at_work(memory, 1, "u")
    clock.move(hours=1)
    memory.add(SAID + "!")
    memory.dream_propose(query=query)
    assert len(query.asked) == 2


def test_a_session_end_starts_a_cycle_where_it_is_on_and_due(open_here: OpenHere) -> None:
    """Once: the next end finds the gate shut."""
    memory = open_here(settings=DREAMING)
    fill(memory)
    at_work(memory, 3)
    query = good()
    dream = memory.session("last", "pi", query=query).shutdown(timeout=7).dream
    assert dream is not None
    assert (dream.proposed, dream.merged) == (1, ())
    assert query.limits[-1][1] == 7
    assert memory.session("next", "pi", query=query).shutdown().dream is None
    assert len(query.asked) == 1


def test_nothing_is_started_where_it_is_off_or_only_compacted(open_here: OpenHere) -> None:
    """The level default has it off."""
    memory = open_here()
    fill(memory)
    at_work(memory, 3)
    query = good()
    assert memory.session("last", "pi", query=query).shutdown().dream is None
    again = open_here(settings=DREAMING).session("more", "pi", query=query)
    assert again.before_compact().dream is None
    assert query.asked == []


def test_an_automatic_cycle_merges_by_itself_and_is_one_undo(open_here: OpenHere) -> None:
    """Contradictions still wait for a person."""
    memory = open_here(settings=AUTOMATIC)
    ids = fill(memory, SAID.replace("5433", "5432"))
    at_work(memory, 3)
    dream = memory.session("last", "pi", query=good()).shutdown().dream
    assert dream is not None
    assert (set(dream.superseded), dream.proposed) == (set(ids), 0)
    assert dream.conflicts >= 1
    assert len(dream.merged) == 1
    cycle = last(memory)
    assert (cycle.kind, cycle.status, cycle.statistics.shown > 0) == ("automatic", "applied", True)
    assert [one.status for one in memory.proposals(None) if one.kind == "merge"] == ["accepted"]
    memory.dream_undo()
    assert {note.id for note in memory.recent(100).notes} >= set(ids)


def test_an_automatic_cycle_keeps_within_its_cap(open_here: OpenHere) -> None:
    """What is over it waits for a person."""
    memory = open_here(settings=AUTOMATIC)
    fill(memory, "The mail queue is drained at noon", "the mail queue is drained at noon.", count=0)
    at_work(memory, 3)

    def both() -> str:
        shown = numbers(query.asked[-1])
        mail = "The mail queue is drained at noon"
        return answer(
            merge(shown[SAID], shown[AGAIN], text=SAID),
            merge(shown[mail], shown["the mail queue is drained at noon."], text=mail),
        )

    query = Scripted(both)
    dream = memory.session("last", "pi", query=query).shutdown().dream
    assert dream is not None
    assert (len(dream.merged), dream.proposed) == (1, 1)
    assert len(memory.proposals()) == 1


def test_a_session_ends_whatever_becomes_of_its_cycle(open_here: OpenHere) -> None:
    """Another cycle that runs is a reason, not an error."""
    memory = open_here(settings=DREAMING)
    fill(memory)
    at_work(memory, 3)
    work = memory._workshop(None)
    claim(work.store, work.author, home_of(memory), "propose")
    dream = memory.session("last", "pi", query=good()).shutdown().dream
    assert dream is not None
    assert re.match(r"A cycle of you runs since", dream.reason or "")
    assert dream.cycle is None


def test_a_worker_starts_one_cycle_at_most(
    open_here: OpenHere, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where it failed, so that the gate stays open for the next session that ended."""
    always = DreamSettings(enabled=True, min_hours=0, min_sessions=0)
    folder = tmp_path / "alpha"
    folder.mkdir()
    project = find_project(folder=folder)
    memory = open_here(project, settings=Settings(memory=MemorySettings(dream=always)))
    fill(memory)
    query = Scripted(CheapQueryFailed("Nobody is at home."), answer())
    chosen = "memboard.engine.memory.conversing.chosen_query"
    monkeypatch.setattr(chosen, lambda *_, **__: query)
    with memory._store.writing("a queue") as now:
        for at in range(3):
            queued = Queued(0, f"q{at}", "claude-code", str(folder), "", "shutdown", 0)
            sessions.queue_capture(memory._store.database, queued, now)
    done = memory.run_captures()
    dreams = [one.boundary.dream for one in done if one.boundary is not None]
    assert [dream.reason for dream in dreams if dream is not None] == ["Nobody is at home."]
    assert (len(dreams), len(query.asked)) == (3, 1)
