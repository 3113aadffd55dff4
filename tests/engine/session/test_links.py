"""Links: which notes may be another value of one fact."""

from __future__ import annotations

import pytest

from memboard.engine import Memory
from memboard.engine.answers import Link
from memboard.engine.session.capture import capture
from memboard.engine.store.links import add_link, links_of

from .scripted import Scripted, facts

TALK = "user: the pool was too small, so it has eight threads from now on, and so it stays"


@pytest.fixture
def pair(memory: Memory) -> tuple[str, str]:
    """The ids of an old note, and of the captured one that may replace it."""
    old = memory.add("The worker pool has 4 threads").note
    assert old is not None
    query = Scripted(facts("The worker pool has 8 threads"))
    captured = capture(
        memory._workshop(None), query, TALK, trigger="capture:shutdown", session="s", host=None
    )
    return old.id, captured.stored[0]


def others(memory: Memory, note_id: str) -> list[tuple[str, bool]]:
    """The notes that one is linked to, and whether they are newer."""
    return [(link.id, link.newer) for link in memory.why(note_id).links]


def test_both_notes_tell_of_the_link(memory: Memory, pair: tuple[str, str]) -> None:
    """With the other's text, and which of the two is newer."""
    old, new = pair
    (link,) = memory.why(new).links
    assert link == Link(
        kind="may_supersede",
        newer=False,
        id=old,
        text="The worker pool has 4 threads",
        at=memory.now(),
    )
    assert others(memory, old) == [(new, True)]


def test_a_link_rests_while_the_other_note_is_forgotten(
    memory: Memory, pair: tuple[str, str]
) -> None:
    """It is back when the note is."""
    old, new = pair
    memory.forget(old)
    assert others(memory, new) == []
    memory.restore(old)
    assert others(memory, new) == [(old, False)]


def test_a_link_goes_and_comes_with_an_undo(memory: Memory, pair: tuple[str, str]) -> None:
    """Of the capture that made it."""
    old, new = pair
    memory.undo(change=memory.history(new)[0].change)
    assert others(memory, old) == []
    memory.undo(memory.history(new)[0].seq)
    assert others(memory, old) == [(new, True)]


def test_a_forgotten_note_has_no_links(memory: Memory, pair: tuple[str, str]) -> None:
    """It is out of everything."""
    memory.forget(pair[1])
    assert memory.why(pair[1]).links == ()


def test_linking_twice_is_linking_once(memory: Memory, pair: tuple[str, str]) -> None:
    """The first time stays."""
    old, new = pair
    database = memory._store.database
    before = links_of(database, new)
    with database.writing("a link"):
        add_link(database, new, old, "may_supersede", 5)
    assert links_of(database, new) == before


def test_a_note_without_links_has_none(memory: Memory) -> None:
    """Most have none."""
    note = memory.add("Use tabs").note
    assert note is not None
    assert memory.why(note.id).links == ()
