"""What cycles proposed: remembered as long as its notes stay as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from memboard.engine import Memory
from memboard.engine.dream.values import Merge
from memboard.engine.store import proposals, recovery
from memboard.engine.store.proposals import Fresh, Named
from tests.engine.standins import FixedClock, OpenHere

from .merging import SAID, cycle_of, fill, home_of, merge, run, whole_store


def fresh(made: Merge, proposal: str) -> Fresh:
    """A proposed merge before it is written."""
    named = tuple(Named(id=one.id, revision=one.revision) for one in made.members)
    return Fresh(id=proposal, kind="merge", members=named, digest=made.digest, text=made.text)


def put(memory: Memory, made: Merge, proposal: str) -> int:
    """Propose a merge; gives how many proposals are new."""
    store = memory._store
    with store.writing("a proposal") as now:
        return proposals.put(store.database, "c1", home_of(memory), [fresh(made, proposal)], now)


def test_a_rejected_cluster_is_not_proposed_again_until_a_note_changes(memory: Memory) -> None:
    """Its digest names ids and revisions, in whatever order."""
    first, second = fill(memory)
    assert put(memory, merge(memory, first, second), "p1") == 1
    assert put(memory, merge(memory, second, first), "p2") == 0
    with memory._store.writing("a decision") as now:
        assert proposals.decide(memory._store.database, "p1", "rejected", "you", now)
        assert not proposals.decide(memory._store.database, "p1", "accepted", "you", now)
    assert put(memory, merge(memory, first, second), "p3") == 0
    assert proposals.is_rejected(
        memory._store.database, home_of(memory), merge(memory, second, first).digest
    )
    memory.edit(first, text=SAID + "!")
    assert put(memory, merge(memory, first, second), "p4") == 1


def test_what_waits_is_outdated_once_a_note_changed_or_went(memory: Memory) -> None:
    """It is kept, and waits no more."""
    first, second = fill(memory)
    put(memory, merge(memory, first, second), "p1")
    database = memory._store.database
    with memory._store.writing("a look") as now:
        assert proposals.outdate(database, now) == 0
    memory.forget(second)
    with memory._store.writing("a look") as now:
        assert proposals.outdate(database, now) == 1
    (one,) = proposals.list_proposals(database, [home_of(memory)], None, 10)
    assert (one.status, one.namespace, [named.id for named in one.members]) == (
        "outdated",
        "alpha",
        [first, second],
    )
    assert proposals.list_proposals(database, [home_of(memory)], "waiting", 10) == ()


def test_the_text_of_a_waiting_merge_may_be_changed(memory: Memory) -> None:
    """Not once it is decided."""
    put(memory, merge(memory, *fill(memory)), "p1")
    database = memory._store.database
    with memory._store.writing("another text") as now:
        assert proposals.reword(database, "p1", SAID, "you")
        proposals.decide(database, "p1", "accepted", "you", now, "c2")
        assert not proposals.reword(database, "p1", "later", "you")
    found = proposals.find(database, "p1")
    assert found is not None
    assert (found.text, found.decided_in, found.decided_by) == (SAID, "c2", "you")


def test_what_was_asked_is_remembered_for_a_year(memory: Memory, clock: FixedClock) -> None:
    """For each namespace by itself."""
    database = memory._store.database
    with memory._store.writing("a question") as now:
        proposals.mark_asked(database, 2, [b"pair"], now)
    assert proposals.was_asked(database, 2, b"pair")
    assert not proposals.was_asked(database, 3, b"pair")
    clock.move(days=366)
    with memory._store.writing("a question") as now:
        proposals.mark_asked(database, 2, [b"other"], now)
    assert not proposals.was_asked(database, 2, b"pair")


def test_proposals_and_cycles_follow_a_merged_project(memory: Memory, open_here: OpenHere) -> None:
    """They are of the project that stands for both."""
    ids = fill(memory)
    put(memory, merge(memory, *ids), "p1")
    applied = run(memory, [merge(memory, *ids)])
    open_here("beta").add("a note of the other project")
    memory.merge_projects("alpha", "beta")
    found = proposals.find(memory._store.database, "p1")
    assert found is not None
    assert found.namespace == cycle_of(memory, applied).namespace == "beta"


def test_without_a_recovery_point_nothing_is_changed(memory: Memory, home: Path) -> None:
    """Its folder cannot be made: the cycle is rejected, and says why."""
    made = merge(memory, *fill(memory))
    (home / "recovery").write_text("in the way")
    before = whole_store(memory)
    applied = run(memory, [made])
    assert "No recovery point was made" in str(applied.rejected)
    assert whole_store(memory) == before


def test_a_damaged_copy_is_not_trusted(
    memory: Memory, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages that a failing disk lost: the copy is thrown away, the store is left alone."""
    made = merge(memory, *fill(memory))
    copy = recovery.copy_store

    def lose_pages(store: Path, staged: Path) -> None:
        copy(store, staged)
        whole = staged.read_bytes()
        staged.write_bytes(whole[:8192] + b"\0" * 40_000 + whole[48_192:])

    monkeypatch.setattr(recovery, "copy_store", lose_pages)
    before = whole_store(memory)
    assert "not whole" in str(run(memory, [made]).rejected)
    assert whole_store(memory) == before
    assert list((home / "recovery").iterdir()) == []
