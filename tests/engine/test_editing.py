"""Editing, pinning and moving."""

from __future__ import annotations

import pytest

from memboard.engine import Draft, EmbedderHandle, Memory, Note
from memboard.engine.errors import Conflict, EmbedderFailed, InvalidInput, InvalidNote, NotFound

from .standins import (
    NO_MODEL,
    FailingEmbedder,
    FixedClock,
    OpenHere,
    hash_handle,
    texts_of,
    troubles,
)


def added(memory: Memory, text: str, **also: object) -> Note:
    """Add a note and give it."""
    note = memory.add(text, **also).note  # type: ignore[arg-type]
    assert note is not None
    return note


def test_an_edited_text_is_found_by_its_new_words_and_meaning_only(memory: Memory) -> None:
    """The old ones lead nowhere."""
    note = added(memory, "postgres listens on 5433")
    edited = memory.edit(note.id, text="redis listens on 6379")
    assert (edited.changed, edited.note.revision, edited.note.findable) == (("text",), 2, "meaning")
    assert memory.search("redis").hits[0].note.id == note.id
    hit = memory.search("postgres 5433").hits[0]
    assert (hit.parts.bm25, hit.evidence.revision) == (0.0, 2)
    assert troubles(memory) == []


def test_only_the_given_fields_change_and_none_clears(memory: Memory, clock: FixedClock) -> None:
    """A field left out stays; None empties topic and importance."""
    note = added(memory, "x", topic="t", tags=("a",), importance=0.9)
    clock.move(hours=1)
    edited = memory.edit(note.id, topic=None, importance=None, tags=())
    assert edited.changed == ("topic", "tags", "importance")
    assert (edited.note.topic, edited.note.tags, edited.note.importance) == (None, (), None)
    assert (edited.note.text, edited.note.created_at) == ("x", note.created_at)
    assert edited.note.updated_at == clock()
    assert edited.note.revision == 1


def test_an_edit_that_changes_nothing_writes_nothing(memory: Memory) -> None:
    """No journal entry, no new time."""
    note = added(memory, "x", topic="t", pinned=True)
    before = memory.history()
    edited = memory.edit(note.id, text=" x ", topic=" t ", pinned=True, scope="project")
    assert (edited.changed, edited.note) == ((), note)
    memory.pin(note.id)
    memory.move(note.id, scope="project")
    assert memory.history() == before


def test_an_edit_of_a_text_changed_meanwhile_is_a_conflict(
    memory: Memory, open_here: OpenHere
) -> None:
    """It names who changed it; a change of other fields is none."""
    note = added(memory, "x")
    other = open_here(actor="codex")
    other.pin(note.id)
    assert memory.edit(note.id, text="y", expected_revision=1).note.revision == 2
    other.edit(note.id, text="z")
    with pytest.raises(Conflict, match="codex"):
        memory.edit(note.id, text="w", expected_revision=2)
    assert texts_of(memory) == ["z"]


def test_a_text_that_another_note_has_is_a_conflict(memory: Memory) -> None:
    """It names the other; nothing changes."""
    first, second = added(memory, "x"), added(memory, "y")
    with pytest.raises(Conflict, match=first.id):
        memory.edit(second.id, text=" x ", topic="lost?")
    assert memory.get(second.id) == second
    shared = added(memory, "x", scope="global")
    with pytest.raises(Conflict, match=first.id):
        memory.move(shared.id, scope="project")


def test_an_edit_beyond_the_limits_changes_nothing(memory: Memory) -> None:
    """The same limits as for a new note."""
    note = added(memory, "x")
    for wrong in ({"text": " "}, {"topic": "t" * 81}, {"tags": ["a,b"]}, {"importance": 2.0}):
        with pytest.raises(InvalidNote):
            memory.edit(note.id, **wrong)
    assert memory.get(note.id) == note


def test_a_note_forgotten_meanwhile_cannot_be_edited(memory: Memory, open_here: OpenHere) -> None:
    """Not by its whole id either."""
    note = added(memory, "x")
    open_here().forget(note.id)
    with pytest.raises(NotFound):
        memory.edit(note.id, text="y")


def test_when_the_embedder_fails_the_old_text_stays(open_here: OpenHere) -> None:
    """With its vector."""
    memory = open_here(embedder=EmbedderHandle.of(FailingEmbedder(works=1)))
    note = added(memory, "x")
    with pytest.raises(EmbedderFailed):
        memory.edit(note.id, text="y")
    assert memory.get(note.id) == note
    assert memory.edit(note.id, topic="no text, no embedding").note.topic


def test_without_a_model_an_edited_note_is_stale_until_it_is_embedded(
    memory: Memory, open_here: OpenHere
) -> None:
    """Found by words meanwhile; what its old text meant leads nowhere."""
    note = added(memory, "postgres listens on 5433")
    other = open_here(embedder=hash_handle(32), settings=NO_MODEL)
    edited = other.edit(note.id, text="redis listens on 6379").note
    assert (edited.embedding, edited.findable) == ("stale", "words")
    found = memory.search("redis")
    assert (found.stale, found.hits[0].parts.cosine) == (1, None)
    assert memory.search("postgres").hits == ()
    memory.reindex()
    assert memory.get(note.id).embedding == "current"


def test_a_pin_and_a_move_of_many_are_one_change_each(memory: Memory) -> None:
    """And each is undone at once."""
    notes = memory.add_many([Draft(text=text) for text in "abc"])
    ids = [answer.note.id for answer in notes if answer.note]
    assert all(note.pinned for note in memory.pin(*ids))
    assert {note.scope for note in memory.move(*ids, scope="global")} == {"global"}
    assert len(memory.undo().notes) == 3
    assert len(memory.undo().notes) == 3
    assert memory.stats().pinned == 0
    assert memory.pin() == ()


def test_a_moved_note_is_found_where_it_is_now(memory: Memory, open_here: OpenHere) -> None:
    """By meaning, from another project once it is global, and not any more when it is not."""
    beta = open_here("beta")
    note = added(memory, "postgres listens on 5433")
    assert beta.search("postgres").hits == ()
    memory.move(note.id, scope="global")
    hit = beta.search("postgres").hits[0]
    assert (hit.note.id, hit.parts.weight) == (note.id, 0.9)
    assert hit.parts.cosine is not None
    beta.move(note.id, scope="project")
    assert memory.search("postgres").hits == ()
    assert beta.search("postgres").hits[0].note.namespace == "beta"
    assert troubles(memory) == []


def test_outside_a_project_nothing_can_be_moved_into_one(open_here: OpenHere) -> None:
    """There is none."""
    nowhere = open_here(None, folder=open_here().home.folder.root)
    note = added(nowhere, "x")
    for act in (
        lambda: nowhere.move(note.id, scope="project"),
        lambda: nowhere.edit(note.id, scope="project"),
    ):
        with pytest.raises(InvalidInput, match="no project"):
            act()
