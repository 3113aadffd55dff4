"""Which notes of a namespace lie near each other: by their vectors, else by their words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from memboard.engine.curate.workshop import SIMILAR_COSINE
from memboard.engine.dream.values import MAX_MERGED
from memboard.engine.model import Findable
from memboard.engine.store import vectors
from memboard.engine.store.database import Database
from memboard.engine.store.store import Store
from memboard.engine.store.vectors import Generation

ALIKE_WORDS = 75.0
"""From here on two texts count as near by their words, 0 to 100 (rapidfuzz's token_sort_ratio)."""
NEAR_COUNT = 16
"""Neighbours of one note that are looked at."""
BLOCK = 512
"""Notes that are compared at once with all that follow; 40 MB beside 20,000."""


class Lying(NamedTuple):
    """A note as far as it matters where it lies."""

    key: int
    id: str
    revision: int
    merged: bool
    """Whether a merge made it, and nobody changed it since."""
    created_at: int
    changed_at: int


class Edge(NamedTuple):
    """Two notes that lie near each other."""

    one: Lying
    other: Lying
    nearness: float
    """0 to 1."""
    by: Findable


def lying_in(database: Database, namespace: int, limit: int) -> list[Lying]:
    """List the notes of a namespace that are short enough to be merged, last changed first."""
    return [
        Lying(key, note_id, revision, bool(merged), created_at, changed_at)
        for key, note_id, revision, merged, created_at, changed_at in database.rows(
            "SELECT key, id, revision, trigger IS 'dream' AND revision = 1, created_at, updated_at"
            " FROM notes WHERE namespace = ? AND length(text) <= ?"
            " ORDER BY updated_at DESC, key DESC LIMIT ?",
            (namespace, MAX_MERGED, limit),
        )
    ]


def all_edges(store: Store, lying: Sequence[Lying], by_words: int) -> Iterator[Edge]:
    """Find the near pairs, each once: by meaning first, and by words those without a vector."""
    generation = store.bound()
    made: dict[int, bytes] = {}
    if generation is not None:
        made = vectors.take_vectors(store.database, generation, [one.key for one in lying])
        yield from edges_by_meaning([one for one in lying if one.key in made], made, generation)
    without = [one for one in lying if one.key not in made][:by_words]
    if without:
        yield from edges_by_words(store.database, without, lying)


def edges_by_meaning(
    lying: Sequence[Lying], made: dict[int, bytes], generation: Generation
) -> Iterator[Edge]:
    """Compare every two vectors, a block at a time."""
    import numpy as np  # 100 ms, and only in a cycle

    joined = b"".join(made[one.key] for one in lying)
    matrix = np.frombuffer(joined, "<f4").reshape(len(lying), generation.dimensions)
    for start in range(0, len(lying), BLOCK):
        cosines = matrix[start : start + BLOCK] @ matrix[start:].T
        for at in range(len(cosines)):
            row = cosines[at, at + 1 :]
            near = np.flatnonzero(row >= SIMILAR_COSINE)
            for other in near[np.argsort(-row[near], kind="stable")][:NEAR_COUNT]:
                one, near_one = lying[start + at], lying[start + at + 1 + int(other)]
                yield Edge(one, near_one, round(float(row[other]), 5), "meaning")


def edges_by_words(
    database: Database, without: Sequence[Lying], lying: Sequence[Lying]
) -> Iterator[Edge]:
    """Compare notes without a vector with all others by their words."""
    from rapidfuzz import fuzz, process, utils  # 20 ms, and only in a cycle

    by_key = {one.key: one for one in lying}
    left = {key: utils.default_process(text) for key, text in texts_of(database, lying).items()}
    for one in without:
        mine = left.pop(one.key, "")
        found = process.extract(
            mine,
            left,
            scorer=fuzz.token_sort_ratio,
            score_cutoff=ALIKE_WORDS,
            limit=NEAR_COUNT,
        )
        for _, score, key in found if mine else ():
            yield Edge(one, by_key[key], score / 100, "words")


def texts_of(database: Database, lying: Sequence[Lying]) -> dict[int, str]:
    """Read the texts of some notes."""
    keys = msgspec.json.encode([one.key for one in lying]).decode()
    return dict(
        database.rows(
            "SELECT key, text FROM notes WHERE key IN (SELECT value FROM json_each(?))", (keys,)
        )
    )
