"""Which notes are scored at all: the vector pool united with the words pool, per namespace."""

from __future__ import annotations

from memboard.engine.embed import Read
from memboard.engine.embed.signs import best_matches, late_scores
from memboard.engine.recall.rank import Raw
from memboard.engine.store import signs, vectors, words
from memboard.engine.store.store import Store
from memboard.engine.store.vectors import Generation

MIN_POOL = 40
WORDS_READ = 10
"""So many pools of words are read, so that candidates by meaning have their BM25 too."""


def pool_size(k: int) -> int:
    """Give how many candidates each index contributes: max(40, 8 k)."""
    return max(MIN_POOL, 8 * k)


def find_candidates(
    store: Store,
    query: str,
    read: Read | None,
    generation: Generation | None,
    namespaces: tuple[int, ...],
    pool: int,
) -> dict[int, Raw]:
    """Unite both pools; each is filtered by namespace before its limit.

    Whatever brought a candidate up, it gets its exact cosine, its BM25 and its late interaction,
    so that all are scored alike.
    """
    matched: dict[int, float] = {}
    keys: set[int] = set()
    for namespace in namespaces:
        found = words.find_words(store.database, query, namespace, WORDS_READ * pool)
        matched |= found
        keys.update(list(found)[:pool])
    near: dict[int, float] = {}
    token: dict[int, tuple[float, float]] = {}
    if read is not None and generation is not None:
        near = cosines_of(store, read, generation, namespaces, pool, keys)
        token = tokens_of(store, read, generation, sorted(near))
    return {
        key: Raw(
            cosine=near.get(key),
            coverage=token[key][0] if key in token else None,
            late=token[key][1] if key in token else None,
            bm25=matched.get(key, 0.0),
        )
        for key in near.keys() | keys
    }


def cosines_of(
    store: Store,
    read: Read,
    generation: Generation,
    namespaces: tuple[int, ...],
    pool: int,
    keys: set[int],
) -> dict[int, float]:
    """Find the nearest notes, and the cosines of those that the words brought up."""
    floats = read.vector.astype("<f4").tobytes()
    near: dict[int, float] = {}
    for namespace in namespaces:
        near |= vectors.find_nearest(store.database, generation, namespace, floats, pool)
    missing = sorted(keys - near.keys())
    return near | vectors.cosines(store.database, generation, missing, floats)


def tokens_of(
    store: Store, read: Read, generation: Generation, keys: list[int]
) -> dict[int, tuple[float, float]]:
    """Compare the query's tokens with those of each candidate: coverage and late interaction."""
    kept = signs.take_signs(store.database, generation.id, keys)
    if not kept or not len(read.tokens):
        return {}
    matches = best_matches(read.tokens, list(kept.values()))
    coverage, late = matches.mean(axis=0), late_scores(matches)
    return {key: (float(coverage[at]), float(late[at])) for at, key in enumerate(kept)}
