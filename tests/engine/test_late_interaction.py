"""Late interaction over token signs, MMR and the weights: held against plain references."""

from __future__ import annotations

import math
import random
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memboard.engine import Draft, EmbedderHandle, Hit, Memory, Settings
from memboard.engine.embed import Calibration, FloatMatrix
from memboard.engine.embed.signs import MAX_TOKENS, best_matches, late_scores, pack_signs
from memboard.engine.recall import rank
from memboard.engine.settings import MemorySettings, Weights
from memboard.engine.testing import TokenHashEmbedder

from .standins import WORDS, FixedClock, OpenHere, hash_handle, refuse_vec, token_handle
from .test_editing import added

SIZES = st.tuples(
    st.integers(1, 70),  # dimensions, also such as fill no whole bytes
    st.integers(1, 6),  # tokens of the query
    st.lists(st.integers(1, 9), min_size=1, max_size=70),  # tokens of each note
    st.integers(0, 2**32 - 1),
)


def units(draw: np.random.Generator, count: int, dimensions: int) -> FloatMatrix:
    """Random unit rows; some of their numbers are zero."""
    rows = draw.normal(size=(count, dimensions)) * (draw.random((count, dimensions)) > 0.1)
    rows[:, 0] += 1e-3
    even: FloatMatrix = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    return even


def reference(query: FloatMatrix, note: FloatMatrix) -> list[float]:
    """The best cosine of each token of the query with the signs of a note's, step by step."""
    best = []
    for asked in query.tolist():
        cosines = [
            sum(x if value > 0 else -x for x, value in zip(asked, token, strict=True))
            / math.sqrt(len(token))
            for token in note.tolist()
        ]
        best.append(max(cosines))
    return best


@given(SIZES)
def test_packed_signs_give_what_plain_numbers_give(sizes: tuple[int, int, list[int], int]) -> None:
    """Any width, any number of tokens, more notes than are unpacked at once."""
    dimensions, tokens, counts, seed = sizes
    draw = np.random.default_rng(seed)
    query, notes = units(draw, tokens, dimensions), [units(draw, n, dimensions) for n in counts]
    packed = [pack_signs(note) for note in notes]
    assert [len(signs) for signs in packed] == [n * math.ceil(dimensions / 8) for n in counts]
    matches = best_matches(query, packed)
    expected = np.array([reference(query, note) for note in notes]).T
    assert matches.shape == (tokens, len(counts))
    assert np.allclose(matches, expected, atol=1e-5)


@given(SIZES)
def test_scores_lie_within_their_bounds_and_between_the_matches(
    sizes: tuple[int, int, list[int], int],
) -> None:
    """-1 to 1; an average of the note's own matches; the notes' order plays no part."""
    dimensions, tokens, counts, seed = sizes
    draw = np.random.default_rng(seed)
    query = units(draw, tokens, dimensions)
    packed = [pack_signs(units(draw, n, dimensions)) for n in counts]
    matches = best_matches(query, packed)
    scores = late_scores(matches)
    assert (np.abs(matches) <= 1 + 1e-5).all()
    assert (scores <= matches.max(axis=0) + 1e-5).all()
    assert (scores >= matches.min(axis=0) - 1e-5).all()
    turned = late_scores(best_matches(query, packed[::-1]))
    assert np.allclose(turned[::-1], scores, atol=1e-5)
    assert np.allclose(late_scores(best_matches(query[::-1], packed)), scores, atol=1e-5)


def test_a_long_note_is_compared_by_its_beginning() -> None:
    """The first 256 tokens are kept."""
    tokens = units(np.random.default_rng(1), MAX_TOKENS + 40, 64)
    assert pack_signs(tokens) == pack_signs(tokens[:MAX_TOKENS])
    assert len(pack_signs(tokens)) == MAX_TOKENS * 8


def test_a_word_that_tells_the_notes_apart_decides() -> None:
    """A word that every note answers alike counts for nothing."""
    matches = np.array([[0.9, 0.9, 0.9], [0.8, 0.1, 0.1]], dtype=np.float32)
    assert np.allclose(late_scores(matches), [0.8, 0.1, 0.1], atol=1e-3)


@pytest.fixture
def filled(open_here: OpenHere) -> Memory:
    """Random notes of two scopes and several ages, embedded with their tokens."""
    memory = open_here(embedder=token_handle())
    memory.add_many(drafts(80))
    return memory


def drafts(count: int) -> list[Draft]:
    """Random notes, the same each time."""
    draw = random.Random(4)
    return [
        Draft(
            text=f"{' '.join(draw.choices(WORDS, k=draw.randint(1, 8)))} {number}",
            scope=draw.choice(("project", "global")),
            importance=draw.choice((None, 0.1, 0.9)),
            pinned=draw.random() < 0.2,
        )
        for number in range(count)
    ]


QUERIES = ["red green", "port", "teal plum key 7", "nothing of it", "lock lock rate"]


@pytest.mark.parametrize("query", QUERIES)
def test_without_sqlite_vec_the_order_is_the_same(
    filled: Memory, open_here: OpenHere, query: str
) -> None:
    """Note for note and part for part, also in a recall, and where notes were added without."""
    without = open_here(embedder=token_handle(), load_vec=refuse_vec)
    for _ in range(2):
        one, other = (memory.search(query, k=100).hits for memory in (filled, without))
        assert [hit.note.id for hit in one] == [hit.note.id for hit in other]
        assert [hit.parts for hit in one] == [hit.parts for hit in other]
        recalls = [memory.recall(query, level="max") for memory in (filled, without)]
        assert recalls[0].block == recalls[1].block
        assert recalls[0].left_out == recalls[1].left_out
        without.add(f"red green port {query}")


def test_notes_without_tokens_stand_beside_notes_with_them(open_here: OpenHere) -> None:
    """Each by what is known of it: all parts, no tokens, words alone."""
    memory = open_here(embedder=token_handle())
    whole, bare = added(memory, "red green blue"), added(memory, "red green cyan")
    database = memory._store.database
    with database.writing("a test"):  # as a store from before tokens were kept
        database.run(
            "DELETE FROM token_signs WHERE note = (SELECT key FROM notes WHERE id = ?)", (bare.id,)
        )
    words = added(open_here(embedder=hash_handle()), "red green plum")
    hits = {hit.note.id: hit.parts for hit in memory.search("red green").hits}
    assert hits.keys() == {whole.id, bare.id, words.id}
    assert hits[whole.id].late is not None
    assert (hits[bare.id].late, hits[bare.id].coverage) == (None, None)
    assert hits[bare.id].vector == hits[bare.id].cosine
    assert (hits[words.id].cosine, hits[words.id].match) == (None, hits[words.id].bm25)
    assert all(0.0 < parts.score <= 1.0 for parts in hits.values())


def test_every_part_follows_from_the_parts_before_it(filled: Memory) -> None:
    """Closeness, hybrid, match, relevance and score, with tokens."""
    for query in QUERIES:
        for hit in filled.search(query, k=100).hits:
            parts = hit.parts
            assert parts.cosine is not None
            assert parts.coverage is not None
            assert parts.late is not None
            close = min(1.0, max(0.0, (parts.cosine + parts.coverage) / 2))
            assert parts.vector == pytest.approx(close)
            assert parts.hybrid == pytest.approx(0.7 * close + 0.3 * parts.bm25)
            assert parts.relevance == pytest.approx(parts.hybrid * parts.weight)
            joined = (parts.cosine + 0.2 * parts.share + 1.5 * parts.late) / 2.7
            assert parts.match == pytest.approx(joined)
            assert hit.score == pytest.approx(
                parts.match * parts.weight * parts.recency + parts.importance
            )
            assert 0.0 <= parts.share <= 1.0
            assert abs(parts.late) <= 1.0 + 1e-6


def test_the_embedders_own_scale_changes_the_floors_side_only(
    filled: Memory, open_here: OpenHere
) -> None:
    """The order looks at what was measured."""
    scale = Calibration(low=0.2, high=0.6)
    scaled = open_here(embedder=EmbedderHandle.of(TokenHashEmbedder(64), scale))
    for one, other in zip(
        filled.search("red", k=100).hits, scaled.search("red", k=100).hits, strict=True
    ):
        assert (one.note, one.score, one.parts.match) == (
            other.note,
            other.score,
            other.parts.match,
        )
        assert one.parts.vector is not None
        mapped = min(1.0, max(0.0, ((one.parts.cosine or 0) + (one.parts.coverage or 0)) / 2))
        assert one.parts.vector == pytest.approx(mapped)
        raw = ((one.parts.cosine or 0) + (one.parts.coverage or 0)) / 2
        assert other.parts.vector == pytest.approx(min(1.0, max(0.0, (raw - 0.2) / 0.4)))


CHANGES: list[tuple[dict[str, float], set[str]]] = [
    ({"vector": 0.5}, {"hybrid", "relevance"}),
    ({"words": 0.9}, {"hybrid", "relevance"}),
    ({"project_notes": 0.5}, {"weight", "relevance", "score"}),
    ({"global_notes": 0.1}, {"weight", "relevance", "score"}),
    ({"half_life_days": 90.0}, {"recency", "score"}),
    ({"oldest": 0.2}, {"recency", "score"}),
    ({"importance": 0.9}, {"importance", "score"}),
]


@pytest.mark.parametrize(("changed", "factors"), CHANGES, ids=lambda value: "-".join(sorted(value)))
def test_a_weight_in_the_settings_changes_its_own_factor(
    filled: Memory,
    open_here: OpenHere,
    clock: FixedClock,
    changed: dict[str, float],
    factors: set[str],
) -> None:
    """And what is computed from it, and nothing else; by the formula."""
    weights = Weights(**changed)
    settings = Settings(memory=MemorySettings(weights=weights))
    other = open_here(embedder=token_handle(), settings=settings)
    clock.move(days=12)
    before, after = (parts_of(memory) for memory in (filled, other))
    seen = set()
    for note_id, hit in after.items():
        old, new = (msgspec.structs.asdict(one.parts) for one in (before[note_id], hit))
        seen |= {name for name in old if old[name] != new[name]}
        follows_weights(hit, weights, clock)
    assert seen == factors


def parts_of(memory: Memory) -> dict[str, Hit]:
    """The hits of one search, by note."""
    return {hit.note.id: hit for hit in memory.search("red green port", k=200).hits}


def follows_weights(hit: Hit, weights: Weights, clock: FixedClock) -> None:
    """Compute the factors that have a weight again."""
    parts, note = hit.parts, hit.note
    age = (clock() - note.created_at).total_seconds() / 86_400
    timeless = note.pinned or note.scope == "global"
    faded = max(weights.oldest, 2 ** (-age / weights.half_life_days))
    assert parts.hybrid == pytest.approx(
        weights.vector * (parts.vector or 0) + weights.words * parts.bm25
    )
    assert parts.weight == (
        weights.global_notes if note.scope == "global" else weights.project_notes
    )
    assert parts.recency == pytest.approx(1.0 if timeless else faded)
    rated = 0.5 if note.importance is None else note.importance
    assert parts.importance == pytest.approx(weights.importance * (rated - 0.5))


@given(
    scores=st.lists(st.floats(0, 1), max_size=8),
    k=st.integers(0, 9),
    seed=st.integers(0, 2**32 - 1),
)
def test_mmr_chooses_as_the_formula_says(scores: list[float], k: int, seed: int) -> None:
    """Each choice has the largest λ · score - (1 - λ) · nearest chosen; the first one the best."""
    draw = random.Random(seed)
    near: list[list[float]] = [[draw.random() for _ in scores] for _ in scores]
    chosen = rank.mmr(sorted(scores, reverse=True), near, k)
    ordered = sorted(scores, reverse=True)
    assert len(chosen) == len(set(chosen)) == min(k, len(scores))
    for at, place in enumerate(chosen):
        left = [one for one in range(len(scores)) if one not in chosen[:at]]
        assert gain(ordered, near, chosen[:at], place) == pytest.approx(
            max(gain(ordered, near, chosen[:at], one) for one in left)
        )
    assert chosen[:1] in ([], [0])


def gain(scores: list[float], near: list[list[float]], chosen: list[int], place: int) -> float:
    """What one candidate adds to those chosen."""
    nearest = max((near[place][one] for one in chosen), default=0.0)
    return 0.7 * scores[place] - 0.3 * nearest


def test_a_recall_with_mmr_goes_by_the_notes_own_vectors(
    filled: Memory, open_here: OpenHere
) -> None:
    """With sqlite-vec and without, the same block."""
    settings = Settings(memory=MemorySettings(mmr=True))
    changed: dict[str, Any] = {"embedder": token_handle(), "settings": settings}
    diverse = open_here(**changed)
    without = open_here(**changed, load_vec=refuse_vec)
    for query in QUERIES:
        one, other = (memory.recall(query, level="max") for memory in (diverse, without))
        assert one.block == other.block
        plain = filled.recall(query, level="max")
        assert {left.id for left in one.left_out} | {given.id for given in one.notes} >= {
            given.id for given in plain.notes
        }
