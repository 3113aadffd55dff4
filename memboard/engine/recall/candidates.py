"""Which notes are scored at all: the vector pool united with the words pool, per namespace."""

from __future__ import annotations

from memboard.engine.model import Value
from memboard.engine.store import vectors, words
from memboard.engine.store.store import Store
from memboard.engine.store.vectors import Generation

MIN_POOL = 40


class Candidate(Value, frozen=True):
    """A note that came up, with its two raw scores."""

    key: int
    cosine: float | None
    """None: no comparable vector of its present text."""
    bm25: float


def pool_size(k: int) -> int:
    """Give how many candidates each index contributes: max(40, 8 k)."""
    return max(MIN_POOL, 8 * k)


def find_candidates(
    store: Store,
    query: str,
    vector: bytes | None,
    generation: Generation | None,
    namespaces: tuple[int, ...],
    k: int,
) -> list[Candidate]:
    """Unite both pools; each is filtered by namespace before its limit.

    A candidate that only the words brought up gets its exact cosine too, so that both kinds
    are scored alike.
    """
    database, pool = store.database, pool_size(k)
    by_words: dict[int, float] = {}
    by_meaning: dict[int, float] = {}
    for namespace in namespaces:
        by_words |= words.find_words(database, query, namespace, pool)
        if vector is not None and generation is not None:
            by_meaning |= vectors.find_nearest(database, generation, namespace, vector, pool)
    if vector is not None and generation is not None:
        missing = [key for key in by_words if key not in by_meaning]
        by_meaning |= vectors.cosines(database, generation, missing, vector)
    return [
        Candidate(key=key, cosine=by_meaning.get(key), bm25=by_words.get(key, 0.0))
        for key in by_meaning.keys() | by_words.keys()
    ]
