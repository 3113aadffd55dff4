"""A cycle is one undo; after later edits it restores what it can and names the rest."""

from __future__ import annotations

import pytest

from memboard.engine import Memory
from memboard.engine.dream.answers import Applied
from memboard.engine.errors import Conflict
from tests.engine.standins import FixedClock, OpenHere, troubles

from .merging import SAID, fill, merge, run


def everything(memory: Memory) -> set[tuple[object, ...]]:
    """What the notes say and hold, whatever their row numbers."""
    return {
        (note.id, note.text, note.topic, note.tags, note.created_at, note.revision, note.embedding)
        for note in memory.recent(100).notes
    }


def merged(memory: Memory) -> tuple[tuple[str, str], Applied]:
    """Fill the store and run a cycle; gives the originals too."""
    ids = fill(memory)
    return ids, run(memory, [merge(memory, *ids)])


def test_a_cycle_is_one_undo(memory: Memory) -> None:
    """All is as it was, with vectors; doing it again is one step too."""
    ids = fill(memory)
    before = everything(memory)
    applied = run(memory, [merge(memory, *ids)])
    after = everything(memory)
    undone = memory.undo(cycle=applied.cycle)
    assert everything(memory) == before
    assert undone.left == ()
    assert set(undone.notes) == {*ids, *applied.merged}
    memory.redo()
    assert everything(memory) == after
    memory.undo()
    assert everything(memory) == before
    assert troubles(memory) == []


def test_a_persons_last_change_may_be_a_cycle(memory: Memory) -> None:
    """`undo` without an argument takes the whole of it back."""
    ids = fill(memory)
    before = everything(memory)
    run(memory, [merge(memory, *ids)])
    memory.undo()
    assert everything(memory) == before


def test_an_edited_merged_note_stays_and_is_named(memory: Memory) -> None:
    """Its originals come back beside it."""
    ids, applied = merged(memory)
    memory.edit(applied.merged[0], text=SAID + ", read only")
    undone = memory.undo(cycle=applied.cycle)
    assert set(undone.notes) == set(ids)
    assert [one.id for one in undone.left] == list(applied.merged)
    assert "changed since" in undone.left[0].reason
    assert troubles(memory) == []


def test_an_original_that_was_restored_by_hand_is_named(memory: Memory) -> None:
    """The rest is taken back."""
    (first, second), applied = merged(memory)
    memory.restore(first)
    undone = memory.undo(cycle=applied.cycle)
    assert {one.id for one in undone.left} == {first}
    assert {note.id for note in memory.recent(100).notes} >= {first, second}
    assert applied.merged[0] not in {note.id for note in memory.recent(100).notes}


def test_a_merged_note_stays_where_an_original_is_gone_for_good(memory: Memory) -> None:
    """Taking it away would leave a hole."""
    (first, second), applied = merged(memory)
    memory.forget(first, purge=True)
    undone = memory.undo(cycle=applied.cycle)
    assert undone.notes == (second,)
    assert {one.id for one in undone.left} == {first, applied.merged[0]}
    assert memory.get(applied.merged[0]).text == SAID + "."


def test_a_cycle_older_than_thirty_days_leaves_no_hole(memory: Memory, clock: FixedClock) -> None:
    """The texts of its originals are erased by then: nothing is taken back, and it says so."""
    _, applied = merged(memory)
    clock.move(days=31)
    memory.add("something new")
    with pytest.raises(Conflict):
        memory.undo(cycle=applied.cycle)
    assert memory.get(applied.merged[0]).text == SAID + "."


def test_one_entry_of_a_cycle_cannot_make_a_hole(memory: Memory) -> None:
    """Taking back only the merged note would lose what its originals said."""
    _, applied = merged(memory)
    (entry,) = [one for one in memory.history(applied.merged[0]) if one.op == "add"]
    with pytest.raises(Conflict, match="would not come back"):
        memory.undo(entry.seq)
    assert memory.get(applied.merged[0])


def test_a_later_cycle_over_an_earlier_one_is_taken_back_by_itself(memory: Memory) -> None:
    """And then the earlier one."""
    ids = fill(memory)
    before = everything(memory)
    first = run(memory, [merge(memory, *ids)])
    new = memory.add(SAID + "!").note
    assert new is not None
    second = run(memory, [merge(memory, first.merged[0], new.id, text=SAID)])
    assert second.rejected is None
    memory.undo(cycle=second.cycle)
    memory.undo(cycle=first.cycle)
    memory.forget(new.id)
    assert everything(memory) == before
    assert troubles(memory) == []


def test_known_since_outlasts_a_second_merge(memory: Memory, clock: FixedClock) -> None:
    """It is that of the first original, not of the first merged note."""
    ids = fill(memory)
    began = clock.now
    clock.move(days=3)
    first = run(memory, [merge(memory, *ids)])
    new = memory.add(SAID + "!").note
    assert new is not None
    clock.move(days=3)
    second = run(memory, [merge(memory, first.merged[0], new.id, text=SAID)])
    assert memory.get(second.merged[0]).known_since == began


def test_undoing_an_earlier_cycle_first_makes_no_hole(memory: Memory) -> None:
    """Its merged note was merged again since: the originals come back, harmless doubles."""
    ids = fill(memory)
    first = run(memory, [merge(memory, *ids)])
    new = memory.add(SAID + "!").note
    assert new is not None
    second = run(memory, [merge(memory, first.merged[0], new.id, text=SAID + ".")])
    undone = memory.undo(cycle=first.cycle)
    assert {one.id for one in undone.left} == {first.merged[0]}
    assert {note.id for note in memory.recent(100).notes} >= {*ids, second.merged[0]}
    memory.undo(cycle=second.cycle)
    assert new.id in {note.id for note in memory.recent(100).notes}
    assert troubles(memory) == []


def test_anybody_may_undo_a_cycle(memory: Memory, open_here: OpenHere) -> None:
    """By its id; the journal says who did."""
    ids, applied = merged(memory)
    agent = open_here(actor="agent")
    agent.undo(cycle=applied.cycle)
    assert {note.id for note in memory.recent(100).notes} >= set(ids)
    assert memory.history(limit=1)[0].actor == "agent"
