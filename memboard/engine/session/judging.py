"""Whether a captured fact is known, forgotten, or a new value of an old one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from memboard.engine.curate.workshop import SIMILAR_COSINE, Embedded
from memboard.engine.session.known import KNOWN_COSINE, other_value, same_fact, same_words
from memboard.engine.store import brute, notes, vectors, words
from memboard.engine.store.kept_away import kept_away
from memboard.engine.store.store import Store
from memboard.engine.store.vectors import Generation

NEAR_COUNT = 16
"""Notes of a namespace that a fact is compared with, by meaning and by words each."""


class Verdict(NamedTuple):
    """What the store says of a fact."""

    known: bool
    supersedes: str | None
    """The id of the nearest note of which it may be a new value."""


class Moment(NamedTuple):
    """A state of the store: what comes after it is compared by itself."""

    key: int
    """The newest note's."""
    seq: int
    """The newest journal entry's."""


def moment_of(store: Store) -> Moment:
    """Tell how far the store has come."""
    row = store.database.row(
        "SELECT coalesce((SELECT max(key) FROM notes), 0),"
        " coalesce((SELECT max(seq) FROM journal), 0)"
    )
    assert row is not None  # noqa: S101 - it is one row whatever there is
    return Moment(*row)


def judged(store: Store, text: str, embedded: Embedded, namespaces: Sequence[int]) -> Verdict:
    """Compare a fact with the notes of some namespaces that lie near it, or share its words."""
    return verdict_of(store, text, nearest(store, text, embedded, namespaces))


def judged_since(
    store: Store, text: str, embedded: Embedded, namespaces: Sequence[int], moment: Moment
) -> Verdict:
    """Compare a fact with the few notes that were added or changed since a moment."""
    here = f"namespace IN ({','.join(map(str, namespaces))})"
    keys = [
        key
        for (key,) in store.database.rows(
            f"SELECT key FROM notes WHERE key > ? AND +{here} UNION"  # noqa: S608 - our numbers
            " SELECT n.key FROM journal j CROSS JOIN notes n ON n.id = j.note_id"
            f" WHERE j.seq > ? AND n.{here}",
            moment,
        )
    ]
    return verdict_of(store, text, dict.fromkeys(keys) | cosines_of(store, embedded, keys))


def verdict_of(store: Store, text: str, near: Mapping[int, float | None]) -> Verdict:
    """Compare a fact with some notes: key → cosine, None for one without a vector to compare.

    Known is what a note says already: within `KNOWN_COSINE` and with nothing that tells facts
    apart, or in the same words. A note near it that says something else may be superseded; one
    that is not that near only where nothing but a value differs.
    """
    earlier: list[tuple[float, str]] = []
    for key, row in notes.by_keys(store.database, list(near)).items():
        cosine = near[key]
        if says_the_same(text, row.text, cosine):
            return Verdict(known=True, supersedes=None)
        close = cosine is None or cosine >= SIMILAR_COSINE
        if (cosine or 0.0) >= KNOWN_COSINE or (close and other_value(text, row.text)):
            earlier.append((-(cosine or 0.0), row.id))
    return Verdict(known=False, supersedes=min(earlier)[1] if earlier else None)


def says_the_same(text: str, other: str, cosine: float | None) -> bool:
    """Tell whether two texts state one fact; a cosine of None is not known."""
    if cosine is not None and cosine >= KNOWN_COSINE:
        return same_fact(text, other)
    return same_words(text, other)


def nearest(
    store: Store, text: str, embedded: Embedded, namespaces: Sequence[int]
) -> dict[int, float | None]:
    """Find the notes to compare with: key → cosine, None for one without a vector to compare."""
    database, generation = store.database, comparable(store, embedded)
    vector = embedded.vectors[0]
    found: dict[int, float | None] = {}
    for namespace in namespaces:
        found |= dict.fromkeys(words.find_words(database, text, namespace, NEAR_COUNT))
        if vector is not None and generation is not None:
            found |= vectors.find_nearest(
                database, generation, namespace, vector.floats, NEAR_COUNT
            )
    without = [key for key, cosine in found.items() if cosine is None]
    return found | cosines_of(store, embedded, without)


def cosines_of(store: Store, embedded: Embedded, keys: Sequence[int]) -> dict[int, float]:
    """Compute the cosines of a fact with chosen notes; those without a vector are left out."""
    vector, generation = embedded.vectors[0], comparable(store, embedded)
    if vector is None or generation is None:
        return {}
    return vectors.cosines(store.database, generation, keys, vector.floats)


def comparable(store: Store, embedded: Embedded) -> Generation | None:
    """Give the generation that a vector may be compared with."""
    generation = store.bound()
    return generation if generation and generation.embedder == embedded.embedder else None


def was_forgotten(store: Store, text: str, embedded: Embedded, namespace: int) -> bool:
    """Tell whether a fact says, in whatever words, what was forgotten in a namespace.

    Only as long as the forgotten text can be restored; after that its exact text alone is told by
    its hash.
    """
    generation = comparable(store, embedded)
    kept = kept_away(store.database, namespace, generation)
    vector = embedded.vectors[0]
    cosines: dict[int, float] = {}
    if vector is not None:
        comparables = {at: one.vector for at, one in enumerate(kept) if one.vector is not None}
        cosines = brute.cosines(comparables, vector.floats)
    return any(says_the_same(text, one.text, cosines.get(at)) for at, one in enumerate(kept))
