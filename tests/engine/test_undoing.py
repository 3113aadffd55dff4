"""Undo and redo: back and forward, one's own only, field by field."""

from __future__ import annotations

import pytest

from memboard.engine import Draft, Memory
from memboard.engine.errors import Conflict, NotFound

from .standins import FixedClock, OpenHere, texts_of, troubles
from .test_editing import added


def look(memory: Memory) -> list[tuple[object, ...]]:
    """All that an undo can bring back of what is seen here."""
    return sorted(
        (note.id, note.text, note.scope, note.topic, note.tags, note.importance, note.pinned)
        for note in memory.recent(1_000).notes
    )


def test_undo_walks_back_through_every_change_and_redo_forward(
    memory: Memory, clock: FixedClock
) -> None:
    """Each step shows the state of that time again; a new change ends the way forward."""
    seen = [look(memory)]
    note = added(memory, "one", topic="t")
    steps = (
        lambda: memory.edit(note.id, text="two", topic=None, tags=["a"]),
        lambda: memory.pin(note.id),
        lambda: memory.move(note.id, scope="global"),
        lambda: memory.add_many([Draft(text="three"), Draft(text="four")]),
        lambda: memory.forget(note.id),
        lambda: memory.restore(note.id),
        lambda: memory.edit(note.id, importance=0.9),
    )
    seen.append(look(memory))
    for step in steps:
        clock.move(minutes=1)
        step()
        seen.append(look(memory))
    for state in reversed(seen[:-1]):
        memory.undo()
        assert look(memory) == state
        assert troubles(memory) == []
    with pytest.raises(NotFound, match="Nothing of yours"):
        memory.undo()
    for state in seen[1:]:
        memory.redo()
        assert look(memory) == state
    with pytest.raises(NotFound, match="Nothing to do again"):
        memory.redo()
    memory.undo()
    added(memory, "something new")
    with pytest.raises(NotFound, match="Nothing to do again"):
        memory.redo()


def test_undo_never_takes_back_what_somebody_else_did(memory: Memory, open_here: OpenHere) -> None:
    """An agent's own are those of its session; a person's are those of all doors."""
    agent, other = open_here(actor="codex", session="s1"), open_here(actor="codex", session="s2")
    added(memory, "of a person")
    added(agent, "of the agent")
    added(other, "of another session")
    for one, text in ((other, "of another session"), (agent, "of the agent")):
        one.undo()
        assert text not in texts_of(memory)
        with pytest.raises(NotFound):
            one.undo()
    assert texts_of(memory) == ["of a person"]
    open_here(session="board").undo()
    assert texts_of(memory) == []


def test_undo_stays_in_the_project_it_is_asked_in(memory: Memory, open_here: OpenHere) -> None:
    """What the same person did elsewhere is neither taken back nor in the way."""
    beta = open_here("beta")
    added(beta, "in beta")
    added(memory, "in alpha")
    beta.undo()
    assert (texts_of(memory), texts_of(beta)) == (["in alpha"], [])
    with pytest.raises(NotFound):
        beta.undo()
    beta.redo()
    assert texts_of(beta) == ["in beta"]


def test_a_move_taken_back_from_another_project_goes_home(
    memory: Memory, open_here: OpenHere
) -> None:
    """Never into the project of whoever asks."""
    beta = open_here("beta")
    note = added(memory, "of alpha")
    memory.move(note.id, scope="global")
    beta.undo(beta.history(limit=1)[0].seq)
    assert (texts_of(memory), texts_of(beta)) == (["of alpha"], [])
    assert memory.search("of alpha").hits[0].parts.cosine is not None


def test_an_undo_sets_back_only_the_fields_its_change_had_set(
    memory: Memory, open_here: OpenHere
) -> None:
    """What others changed of the same note since stays."""
    note = added(memory, "one", topic="old")
    change = memory.edit(note.id, topic="new", importance=0.2).note
    open_here(actor="codex").edit(note.id, text="two", pinned=True)
    memory.undo()
    now = memory.get(note.id)
    assert (now.topic, now.importance) == ("old", None)
    assert (now.text, now.pinned, now.revision) == ("two", True, change.revision + 1)


def test_a_field_changed_since_is_a_conflict_that_names_who(
    memory: Memory, open_here: OpenHere
) -> None:
    """Nothing is overwritten, and nothing older taken back instead."""
    note = added(memory, "one")
    memory.edit(note.id, topic="mine")
    open_here(actor="codex").edit(note.id, topic="theirs")
    with pytest.raises(Conflict, match="codex"):
        memory.undo()
    assert memory.get(note.id).topic == "theirs"
    with pytest.raises(Conflict, match="codex"):
        memory.undo(1)
    assert texts_of(memory) == ["one"]


def test_a_group_is_taken_back_as_far_as_nothing_newer_stands_in_its_way(
    memory: Memory, open_here: OpenHere
) -> None:
    """What was left is said, and does not keep one from walking further back."""
    added(memory, "first")
    group = [answer.note for answer in memory.add_many([Draft(text=text) for text in "abc"])]
    assert group[1] is not None
    open_here(actor="codex").edit(group[1].id, topic="kept")
    undone = memory.undo()
    assert [left.id for left in undone.left] == [group[1].id]
    assert "codex" in undone.left[0].reason
    assert texts_of(memory) == ["b", "first"]
    memory.undo()
    assert texts_of(memory) == ["b"]


def test_long_groups_are_taken_back_and_done_again_one_by_one(memory: Memory) -> None:
    """However many entries lie between."""
    for letter in "ab":
        memory.add_many([Draft(text=f"{letter}{number}") for number in range(80)])
    counts = [memory.stats().notes for act in (memory.undo, memory.undo) if act()]
    counts += [memory.stats().notes for act in (memory.redo, memory.redo) if act()]
    assert counts == [80, 0, 80, 160]
    assert troubles(memory) == []


def test_any_entry_can_be_taken_back_by_its_number(memory: Memory, open_here: OpenHere) -> None:
    """An agent's too, and once only; an undo likewise."""
    note = added(open_here(actor="codex", session="s"), "of the agent")
    undone = memory.undo(1)
    assert (undone.op, undone.notes) == ("add", (note.id,))
    with pytest.raises(Conflict, match="already"):
        memory.undo(1)
    memory.undo(undone.seq)
    assert texts_of(memory) == ["of the agent"]
    assert memory.history()[-1].undone_by is None
    assert memory.history()[1].undone_by == 3
    memory.undo(1)
    assert texts_of(memory) == []


@pytest.mark.parametrize("seq", [0, -1, 99, 2**63 - 1])
def test_a_number_that_is_no_entry_is_not_found(memory: Memory, seq: int) -> None:
    """Nothing is done instead."""
    added(memory, "x")
    with pytest.raises(NotFound):
        memory.undo(seq)
    with pytest.raises(NotFound):
        memory.undo(change=seq)
    with pytest.raises(NotFound):
        memory.undo(cycle="no such cycle")


def test_an_undone_text_edit_is_found_by_its_old_meaning_again(memory: Memory) -> None:
    """It counts as a new revision, with a vector of its own."""
    note = added(memory, "postgres listens on 5433")
    memory.edit(note.id, text="redis listens on 6379")
    memory.undo()
    hit = memory.search("postgres listens on 5433").hits[0]
    assert (hit.note.revision, hit.note.findable) == (3, "meaning")
    assert hit.parts.cosine == pytest.approx(1.0)


def test_an_add_taken_back_keeps_nothing_out(memory: Memory) -> None:
    """It was not forgotten by anybody: an import may bring it, under its own id."""
    note = added(memory, "x")
    lines = list(memory.export())
    memory.undo()
    assert memory.stats().forgotten == 0
    assert memory.import_lines(lines).new == 1
    assert memory.get(note.id).text == "x"


def test_a_restore_taken_back_keeps_the_note_forgotten(memory: Memory) -> None:
    """Also after the undo was itself undone and done again."""
    note = added(memory, "x")
    lines = list(memory.export())
    memory.forget(note.id)
    memory.restore(note.id)
    memory.undo()
    assert memory.import_lines(lines).suppressed == 1
    memory.redo()
    assert texts_of(memory) == ["x"]
    memory.undo()
    assert memory.import_lines(lines).suppressed == 1


def test_a_purge_is_walked_past(memory: Memory) -> None:
    """It cannot be undone, and older changes still can."""
    added(memory, "early")
    late = added(memory, "late")
    memory.edit(late.id, topic="t")
    memory.forget(late.id, purge=True)
    memory.undo()
    assert texts_of(memory) == []
    with pytest.raises(NotFound):
        memory.undo()


def test_a_note_that_is_back_already_is_said_to_be(memory: Memory) -> None:
    """Not to be gone for good."""
    note = added(memory, "x")
    memory.forget(note.id)
    memory.restore(note.id)
    with pytest.raises(Conflict, match="back already"):
        memory.undo(2)


def test_a_text_that_came_in_again_meanwhile_is_not_doubled(memory: Memory) -> None:
    """The undo of a forgetting is refused while another note says the same."""
    note = added(memory, "x")
    memory.forget(note.id)
    twin = added(memory, "x")
    with pytest.raises(Conflict, match=twin.id):
        memory.undo(2)
    assert texts_of(memory) == ["x"]


def test_undo_after_a_project_was_renamed_or_merged_still_works(
    memory: Memory, open_here: OpenHere
) -> None:
    """A name is no identity."""
    first = added(memory, "first")
    memory.edit(first.id, topic="t")
    memory.rename_project("alpha", "gamma")
    memory.undo()
    assert memory.get(first.id).topic is None
    added(open_here("beta"), "in beta")
    memory.merge_projects("gamma", "beta")
    memory.undo(1)
    assert texts_of(memory) == ["in beta"]


def test_taking_back_and_forth_a_thousand_times_stays_readable(memory: Memory) -> None:
    """A chain of undos of undos has no depth to run out of."""
    added(memory, "x")
    for seq in range(1, 1_102):
        memory.undo(seq)
    (first,) = memory.history(limit=1, before=2)
    assert first.undone_by == 2
    assert texts_of(memory) == []
