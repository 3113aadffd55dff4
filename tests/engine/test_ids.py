"""From what somebody typed to one whole id; never a guess."""

from __future__ import annotations

import pytest

from memboard.engine import Memory
from memboard.engine.errors import Ambiguous, InvalidInput, MemboardError, NotFound

from .standins import OpenHere, texts_of

IDS = ("aaaabbbb", "aaaacccc", "aaadeeee", "qqqq2345")


@pytest.fixture
def known(memory: Memory) -> Memory:
    """A store with four notes of known ids."""
    lines = [f'{{"id":"{note_id}","text":"note {note_id}"}}'.encode() for note_id in IDS]
    memory.import_lines([b'{"memboard_export":1}', *lines])
    return memory


def test_a_prefix_that_fits_one_note_is_enough(known: Memory) -> None:
    """Three characters or more, in any case, with space around it."""
    assert known.resolve("qqq") == "qqqq2345"
    assert known.resolve(" QQQQ23 ") == "qqqq2345"
    assert known.resolve("aaaabbbb") == "aaaabbbb"


@pytest.mark.parametrize("typed", ["", "  ", "q", "qq", " qq "])
def test_fewer_than_three_characters_are_refused(known: Memory, typed: str) -> None:
    """Also where they would fit one note only."""
    with pytest.raises(InvalidInput, match="too short"):
        known.resolve(typed)


def test_an_ambiguous_prefix_lists_the_candidates(known: Memory) -> None:
    """All of them, in order, also for programs."""
    with pytest.raises(Ambiguous) as raised:
        known.forget("aaa")
    assert raised.value.candidates == ("aaaabbbb", "aaaacccc", "aaadeeee")
    assert "aaaacccc" in str(raised.value)
    assert len(texts_of(known)) == 4


def test_an_unknown_id_offers_near_misses_and_changes_nothing(known: Memory) -> None:
    """A slip of the finger is named, never acted on."""
    for typed in ("qqqq2354", "qqqr", "aaab"):
        with pytest.raises(NotFound) as raised:
            known.forget(typed)
        assert raised.value.near
        assert raised.value.near[0] in str(raised.value)
    assert len(texts_of(known)) == 4


def test_an_id_like_nothing_here_offers_nothing(known: Memory) -> None:
    """Far ones are not offered."""
    with pytest.raises(NotFound) as raised:
        known.why("zzzzzzzz")
    assert raised.value.near == ()


@pytest.mark.parametrize("typed", ["%%%", "___", "aaa%", "'; drop", "aaa\0", "\ud800aa", "aaa*"])
def test_an_id_is_data_and_never_a_pattern(known: Memory, typed: str) -> None:
    """Wildcards, quotes and half characters fit nothing."""
    with pytest.raises(NotFound):
        known.resolve(typed)


def test_a_text_is_never_taken_for_an_id(memory: Memory) -> None:
    """Case 18: "vpn password reminder" must not remove "vpn server list"."""
    memory.add("vpn server list")
    for typed in ("vpn password reminder", "vpn server list", "vpn"):
        with pytest.raises(NotFound):
            memory.forget(typed)
    assert texts_of(memory) == ["vpn server list"]


def test_another_projects_ids_are_not_found(known: Memory, open_here: OpenHere) -> None:
    """Not whole, not by prefix, not as a near miss, by no operation."""
    beta = open_here("beta")
    beta.add("in beta")
    attempts = (
        lambda: beta.why("qqqq2345"),
        lambda: beta.get("qqqq2345"),
        lambda: beta.edit("qqqq2345", text="x"),
        lambda: beta.pin("qqqq2345"),
        lambda: beta.move("qqqq2345", scope="global"),
        lambda: beta.forget("qqqq2345"),
        lambda: beta.forget("qqqq2345", purge=True),
        lambda: beta.restore("qqqq2345"),
        lambda: beta.history("qqqq2345"),
        lambda: beta.undo(1),
        lambda: beta.undo(change=1),
    )
    for attempt in attempts:
        with pytest.raises(MemboardError) as raised:
            attempt()
        assert raised.value.code == "not_found"
        assert "qqqq2345" not in getattr(raised.value, "near", ())
    assert "note qqqq2345" in texts_of(known)


def test_forgotten_notes_are_found_only_where_they_count(known: Memory) -> None:
    """For restoring, explaining and purging, not for changing."""
    known.forget("qqqq")
    with pytest.raises(NotFound):
        known.edit("qqqq", text="x")
    with pytest.raises(NotFound):
        known.forget("qqqq")
    assert known.why("qqqq").state == "forgotten"
    assert known.restore("qqqq").id == "qqqq2345"


def test_one_wrong_id_among_several_changes_none(known: Memory) -> None:
    """All, or nothing."""
    for act in (known.forget, known.pin):
        with pytest.raises(NotFound):
            act("qqqq", "aaaab", "zzzz")
    assert len(texts_of(known)) == 4
    assert known.stats().pinned == 0


def test_the_same_id_twice_counts_once(known: Memory) -> None:
    """As a prefix and whole."""
    assert len(known.forget("qqqq", "qqqq2345")) == 1
    assert len(known.history(limit=1)) == 1
