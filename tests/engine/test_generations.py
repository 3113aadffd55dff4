"""Eligibility first, then a comparable generation, then similarity: what must never happen."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from memboard.engine import Draft, EmbedderHandle, Hit, Memory, open_memory
from memboard.engine.embed import FloatMatrix, FloatVector, Read
from memboard.engine.errors import EmbedderFailed
from memboard.engine.store import signs
from memboard.engine.testing import TokenHashEmbedder

from .standins import OpenHere, hash_handle, refuse_vec, token_handle, troubles
from .test_editing import added

TEXT = "the port of the database is 5433"


class OtherTokens(TokenHashEmbedder):
    """Another embedder of the same width, whose vectors and tokens lie elsewhere."""

    def __init__(self, dimensions: int = 64) -> None:
        super().__init__(dimensions)
        self.id = f"other-token-hash:{dimensions}"

    def embed_query(self, text: str) -> FloatVector:
        """Turned round."""
        turned: FloatVector = np.roll(super().embed_query(text), 7)
        return turned


BACKENDS: list[dict[str, Any]] = [{}, {"load_vec": refuse_vec}]


@pytest.fixture(params=BACKENDS, ids=["sqlite-vec", "brute force"])
def tokens(request: pytest.FixtureRequest) -> dict[str, Any]:
    """How to open a store whose embedder tells tokens, with sqlite-vec and without."""
    return {"embedder": token_handle(), **request.param}


def hit_of(memory: Memory, query: str, note_id: str) -> Hit:
    """A note's hit."""
    return next(hit for hit in memory.search(query, k=100).hits if hit.note.id == note_id)


def test_identical_texts_in_two_scopes_never_cross(
    open_here: OpenHere, tokens: dict[str, Any]
) -> None:
    """1: the same vector and tokens in two projects; each sees, recalls and gives its own."""
    alpha, beta = open_here(**tokens), open_here("beta", **tokens)
    owned = {memory: added(memory, TEXT).id for memory in (alpha, beta)}
    for memory, other in ((alpha, beta), (beta, alpha)):
        for query in (TEXT, "database", "5433 port"):
            found = memory.search(query, k=1_000)
            assert [hit.note.id for hit in found.hits] == [owned[memory]]
            given = memory.recall(query, level="max").notes
            assert {one.id for one in given} <= {owned[memory]}
        assert memory.why(owned[memory]).similar == ()
        assert memory.search(TEXT, scope="global").hits == ()
        assert owned[other] not in str(memory.search_for_model(TEXT))


def test_a_moved_note_answers_where_it_is_and_nowhere_else(
    open_here: OpenHere, tokens: dict[str, Any]
) -> None:
    """1: with its vector and its tokens, there and back."""
    alpha, beta = open_here(**tokens), open_here("beta", **tokens)
    note = added(alpha, TEXT)
    first = hit_of(alpha, TEXT, note.id)
    alpha.move(note.id, scope="global")
    assert hit_of(beta, TEXT, note.id).parts.late == first.parts.late
    alpha.undo()
    assert beta.search(TEXT).hits == ()
    assert hit_of(alpha, TEXT, note.id).parts == first.parts


def test_an_edited_notes_old_vector_and_tokens_never_answer(
    open_here: OpenHere, tokens: dict[str, Any]
) -> None:
    """2: every part is that of a note that never had another text."""
    memory = open_here(**tokens)
    edited = added(memory, TEXT)
    memory.edit(edited.id, text="quarterly marble elephants")
    fresh = added(memory, "marble elephants quarterly")
    for query in (TEXT, "marble elephants"):
        one, other = (hit_of(memory, query, note.id).parts for note in (edited, fresh))
        assert (one.cosine, one.coverage, one.late) == (other.cosine, other.coverage, other.late)
    assert hit_of(memory, TEXT, edited.id).parts.cosine == pytest.approx(0.0, abs=0.3)
    assert hit_of(memory, TEXT, edited.id).evidence.revision == 2


def test_a_note_edited_without_a_model_answers_by_words_until_embedded(
    open_here: OpenHere, tokens: dict[str, Any]
) -> None:
    """2: it is said to be stale; neither old vector nor old tokens speak for it."""
    memory = open_here(**tokens)
    note, other = added(memory, TEXT), added(memory, "red green blue")
    elsewhere = open_here(**(tokens | {"embedder": hash_handle()}))
    assert elsewhere.edit(note.id, text="5433 elephants").note.embedding == "stale"
    hit = hit_of(memory, "5433", note.id)
    assert (hit.parts.cosine, hit.parts.coverage, hit.parts.late) == (None, None, None)
    assert (hit.evidence.embedder, hit.note.findable) == (None, "words")
    assert memory.search(TEXT).stale == memory.recall(TEXT).stale == 1
    assert hit_of(memory, "red", other.id).parts.late is not None
    memory.reindex()
    assert hit_of(memory, "5433", note.id).parts.late is not None
    assert memory.search(TEXT).stale == 0


def test_a_partial_reindex_never_mixes_generations(
    open_here: OpenHere, tokens: dict[str, Any]
) -> None:
    """3: at each step all vectors and signs are of the old embedder, then all of the new one."""
    memory = open_here(**tokens)
    memory.add_many([Draft(text=f"rule number {number} of the port") for number in range(20)])
    other = open_here(**(tokens | {"embedder": EmbedderHandle.of(OtherTokens())}))
    before = parts_seen(memory)
    seen = []
    for step in other.reindex_steps("other-token-hash:64"):
        seen.append(step.done)
        if step.done < 20:
            assert parts_seen(memory) == before
            assert parts_seen(other) == {("words", None, None, None)}
    assert seen == [0, 8, 16, 20]
    assert {(mode, made) for mode, made, *_ in parts_seen(other)} == {
        ("meaning", "other-token-hash:64")
    }
    assert {late is None for *_, late in parts_seen(other)} == {False}
    assert parts_seen(memory) == {("words", None, None, None)}
    assert memory._store.database.value("SELECT count(*) FROM token_signs") == 20


def parts_seen(memory: Memory) -> set[tuple[object, ...]]:
    """By what and by whose vectors a search is answered."""
    found = memory.search("rule number 7", k=30)
    return {
        (found.mode, hit.evidence.embedder, hit.parts.cosine, hit.parts.late) for hit in found.hits
    }


def test_an_embedder_that_tells_no_tokens_uses_none_of_anothers(open_here: OpenHere) -> None:
    """3: after the switch the old signs are gone."""
    memory = open_here(embedder=token_handle())
    note = added(memory, TEXT)
    plain = open_here(embedder=hash_handle())
    plain.reindex("hash:64")
    assert hit_of(plain, TEXT, note.id).parts.late is None
    assert hit_of(plain, TEXT, note.id).parts.cosine == 1.0
    assert plain._store.database.value("SELECT count(*) FROM token_signs") == 0


def test_a_forgotten_notes_tokens_come_back_with_it(
    open_here: OpenHere, tokens: dict[str, Any]
) -> None:
    """4: gone at once, restored as they were."""
    memory = open_here(**tokens)
    note = added(memory, TEXT)
    added(memory, "red green blue")
    before = hit_of(memory, TEXT, note.id)
    memory.forget(note.id)
    assert note.id not in str(memory.search(TEXT, k=50))
    assert memory._store.database.value("SELECT count(*) FROM token_signs") == 1
    memory.restore(note.id)
    assert hit_of(memory, TEXT, note.id) == before
    memory.forget(note.id, purge=True)
    assert memory._store.database.value("SELECT count(*) FROM token_signs") == 1
    assert troubles(memory) == []


def test_a_forget_racing_a_search_never_returns_the_dead_note(
    open_here: OpenHere, home: Path
) -> None:
    """4: from the moment the forgetting is acknowledged, whatever the index held."""
    memory = open_here(embedder=token_handle())
    notes = [added(memory, f"{TEXT} {number}") for number in range(25)]
    gone: list[str] = []
    wrong: list[set[str]] = []
    over = threading.Event()

    def look() -> None:
        with open_memory(home, "alpha", embedder=token_handle()) as mine:
            while not over.is_set():
                dead = set(gone)
                wrong.append({hit.note.id for hit in mine.search(TEXT, k=50).hits} & dead)

    lookers = [threading.Thread(target=look) for _ in range(2)]
    for looker in lookers:
        looker.start()
    for note in notes:
        memory.forget(note.id)
        gone.append(note.id)
    over.set()
    for looker in lookers:
        looker.join()
    assert set().union(*wrong) == set()


def test_the_same_width_with_another_id_is_told_apart(
    open_here: OpenHere, tokens: dict[str, Any]
) -> None:
    """5: neither reads the other's vectors or tokens, nor writes among them."""
    memory = open_here(**tokens)
    note = added(memory, TEXT)
    other = open_here(**(tokens | {"embedder": EmbedderHandle.of(OtherTokens())}))
    parts = hit_of(other, TEXT, note.id).parts
    assert (parts.cosine, parts.coverage, parts.late) == (None, None, None)
    assert other.recall(TEXT).mode == "words"
    late = added(other, f"{TEXT} too")
    assert late.findable == "words"
    assert late.id not in {similar.id for similar in memory.why(note.id).similar}
    assert hit_of(memory, TEXT, late.id).parts.late is None
    assert memory._store.database.value("SELECT count(*) FROM token_signs") == 1


class BadTokens(TokenHashEmbedder):
    """Tells tokens that cannot be used."""

    def __init__(self, made: FloatMatrix) -> None:
        super().__init__(64)
        self.made = made

    def read_documents(self, texts: Sequence[str]) -> list[Read]:
        """A fine vector, with those tokens."""
        return [self.read_query(text) for text in texts]

    def read_query(self, text: str) -> Read:
        """The same."""
        return Read(self.embed_query(text), self.made)


@pytest.mark.parametrize(
    "made",
    [
        np.ones((3, 32), dtype=np.float32),
        np.full((3, 64), np.nan, dtype=np.float32),
        np.full((1, 64), np.inf, dtype=np.float32),
        np.ones((3, 2, 64), dtype=np.float32),
    ],
    ids=["width", "nan", "inf", "cube"],
)
def test_tokens_that_are_none_are_refused_before_anything_is_stored(
    open_here: OpenHere, made: FloatMatrix
) -> None:
    """One such note would spoil every later search; a query is answered by words."""
    memory = open_here(embedder=EmbedderHandle.of(BadTokens(made)))
    with pytest.raises(EmbedderFailed, match="token vectors"):
        memory.add(TEXT)
    assert memory.recent().total == 0
    added(open_here(embedder=token_handle()), TEXT)
    assert memory.search(TEXT).mode == "words"


def test_signs_are_read_of_the_asked_generation_only(open_here: OpenHere) -> None:
    """The table is keyed by generation and note."""
    memory = open_here(embedder=token_handle())
    added(memory, TEXT)
    database = memory._store.database
    keys = [key for (key,) in database.rows("SELECT key FROM notes")]
    for generation, chosen in itertools.product((1, 2), (keys, [])):
        found = signs.take_signs(database, generation, chosen)
        assert set(found) == (set(chosen) if generation == 1 else set())
