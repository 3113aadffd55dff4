"""A second generation beside the first: resumable, unmixed, switched at once."""

from __future__ import annotations

import pytest

from memboard.engine import Draft, EmbedderHandle, Memory, Reindexed
from memboard.engine.errors import Cancelled, EmbedderFailed, ModelMissing

from .standins import (
    NO_MODEL,
    FailingEmbedder,
    OpenHere,
    OtherHash,
    hash_handle,
    refuse_vec,
    troubles,
)
from .test_editing import added

QUERY = "rule number 7 says seven"


@pytest.fixture
def filled(memory: Memory) -> Memory:
    """Forty notes embedded by the first embedder."""
    memory.add_many(
        [Draft(text=f"rule number {number} says {number * 11}") for number in range(39)]
    )
    added(memory, QUERY)
    return memory


def best(memory: Memory) -> tuple[str, str | None, float]:
    """The best hit's text, its embedder, and its cosine to three places."""
    hit = memory.search(QUERY, k=1).hits[0]
    return hit.note.text, hit.evidence.embedder, round(hit.parts.cosine or -1.0, 3)


def test_a_switch_of_width_makes_a_whole_new_generation(
    filled: Memory, open_here: OpenHere
) -> None:
    """Provenance stays as it was; the old vectors go."""
    before = [(note.id, note.created_at, note.updated_at) for note in filled.recent(100).notes]
    other = open_here(embedder=hash_handle(32))
    assert other.reindex("hash:32") == Reindexed("hash:32", embedded=40, total=40, switched=True)
    assert best(other) == (QUERY, "hash:32", 1.0)
    now = other.recent(100).notes
    assert [(note.id, note.created_at, note.updated_at) for note in now] == before
    assert {note.findable for note in now} == {"meaning"}
    assert [finding.text for finding in other.check() if finding.code == "vectors"] == [
        "The vectors of hash:32 agree with the notes."
    ]


def test_the_same_width_is_no_proof_of_the_same_model(filled: Memory, open_here: OpenHere) -> None:
    """Case 20: the id decides; by words until embedded anew, never a mixed answer."""
    other = open_here(embedder=EmbedderHandle.of(OtherHash()))
    found = other.search(QUERY)
    assert (found.mode, found.hits[0].parts.cosine) == ("words", None)
    assert "words_only" in {notice.code for notice in found.notices}
    note = added(other, "a note of the other embedder")
    assert note.findable == "words"
    other.reindex("other-hash:64")
    assert best(other) == (QUERY, "other-hash:64", 1.0)
    assert other.get(note.id).findable == "meaning"
    assert filled.search(QUERY).mode == "words"
    assert added(filled, "a note of the first embedder").findable == "words"
    assert troubles(other) == []


def test_the_old_generation_answers_until_the_switch(filled: Memory, open_here: OpenHere) -> None:
    """Whole, at every step; then the new one does."""
    other = open_here(embedder=hash_handle(32))
    seen = [
        (step.done, best(filled) if step.done < step.total else None)
        for step in other.reindex_steps("hash:32")
    ]
    assert seen[0] == (0, (QUERY, "hash:64", 1.0))
    assert len(seen) > 4
    assert {answer for _, answer in seen[:-1]} == {(QUERY, "hash:64", 1.0)}
    assert best(other) == (QUERY, "hash:32", 1.0)
    assert filled.search(QUERY).mode == "words"


def test_a_reindex_that_failed_goes_on_where_it_stopped(
    filled: Memory, open_here: OpenHere
) -> None:
    """The old generation answers meanwhile, also in a new process."""
    failing = FailingEmbedder(32, works=2)
    other = open_here(embedder=EmbedderHandle.of(failing))
    with pytest.raises(EmbedderFailed, match="on fire"):
        other.reindex("hash:32")
    assert best(open_here()) == (QUERY, "hash:64", 1.0)
    assert troubles(filled) == []
    failing.works = 99
    answer = open_here(embedder=EmbedderHandle.of(failing)).reindex("hash:32")
    assert answer == Reindexed("hash:32", embedded=24, total=40, switched=True)


@pytest.mark.usefixtures("filled")
def test_a_reindex_can_be_stopped_and_says_how_far_it_came(open_here: OpenHere) -> None:
    """What was done is kept."""
    other = open_here(embedder=hash_handle(32))
    told: list[tuple[int, int]] = []
    with pytest.raises(Cancelled, match="8 of 40"):
        other.reindex(
            "hash:32",
            progress=lambda done, total: told.append((done, total)),
            cancelled=lambda: told[-1][0] > 0,
        )
    assert told == [(0, 40), (8, 40)]
    assert other.reindex("hash:32").embedded == 32


def test_notes_changed_during_a_reindex_are_right_after_it(
    filled: Memory, open_here: OpenHere
) -> None:
    """Added, edited, moved, forgotten and restored ones, at any step."""
    other = open_here(embedder=hash_handle(32))
    steps = other.reindex_steps("hash:32")
    ids = [note.id for note in filled.recent(100).notes]
    for at, _ in enumerate(steps):
        if at < 5:
            added(filled, f"added at step {at}")
            filled.edit(ids[at], text=f"edited at step {at}")
            filled.edit(ids[-1 - at], text=f"edited late at step {at}")
            filled.move(ids[10 + at], scope="global")
            filled.forget(ids[20 + at])
            filled.restore(ids[20 + at])
            filled.forget(ids[25 + at])
    assert {note.findable for note in other.recent(100).notes} == {"meaning"}
    for text in ("added at step 4", "edited at step 0", "edited late at step 3"):
        hit = other.search(text, k=1).hits[0]
        assert (hit.note.text, hit.evidence.embedder) == (text, "hash:32")
    assert troubles(other) == []


def test_notes_that_wait_for_a_model_are_embedded_when_it_is_there(open_here: OpenHere) -> None:
    """Nothing else is embedded again."""
    waiting = open_here(embedder=None, settings=NO_MODEL)
    added(waiting, "postgres listens on 5433")
    with pytest.raises(ModelMissing):
        waiting.reindex()
    memory = open_here()
    assert memory.stats().pending == 1
    assert memory.reindex() == Reindexed("hash:64", embedded=1, total=1, switched=True)
    assert memory.reindex().embedded == 0
    assert memory.search("postgres").mode == "meaning"


def test_a_process_that_was_open_sees_the_switch_of_another(
    filled: Memory, open_here: OpenHere
) -> None:
    """By words from then on, and it says why; by meaning again after a switch back."""
    other = open_here(embedder=hash_handle(32))
    other.reindex("hash:32")
    assert "hash:32" in " ".join(notice.text for notice in filled.notices())
    assert (filled.stats().mode, filled.stats().embedder) == ("words", "hash:32")
    assert filled.reindex("hash:64").switched
    assert best(filled) == (QUERY, "hash:64", 1.0)
    assert filled.notices() == ()


def test_two_reindexes_to_different_embedders_end_with_one_whole_generation(
    filled: Memory, open_here: OpenHere
) -> None:
    """Whichever switches last answers; neither meets an error."""
    second, third = open_here(embedder=hash_handle(32)), open_here(embedder=hash_handle(16))
    slow = second.reindex_steps("hash:32")
    for _ in range(3):
        next(slow)
    third.reindex("hash:16")
    assert best(third) == (QUERY, "hash:16", 1.0)
    next(slow)
    filled.reindex("hash:64")
    list(slow)
    assert best(second) == (QUERY, "hash:32", 1.0)
    assert troubles(second) == []


@pytest.mark.usefixtures("filled")
def test_a_reindex_without_sqlite_vec_is_taken_over_by_who_has_it(open_here: OpenHere) -> None:
    """In either direction, with the same answers."""
    without = open_here(embedder=hash_handle(32), load_vec=refuse_vec)
    without.reindex("hash:32")
    having = open_here(embedder=hash_handle(32))
    assert best(having) == best(without) == (QUERY, "hash:32", 1.0)
    assert troubles(having) == []
    added(having, "files what is loose")
    assert best(having) == best(without) == (QUERY, "hash:32", 1.0)
    assert troubles(having) == []
    having.reindex()
    assert [row.text for row in having.check() if row.code == "vectors"] == [
        "The vectors of hash:32 agree with the notes."
    ]


def test_an_empty_store_can_be_switched(memory: Memory) -> None:
    """There is nothing to embed."""
    assert memory.reindex() == Reindexed("hash:64", embedded=0, total=0, switched=True)
