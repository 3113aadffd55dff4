"""Reads from the store what a triage looks at."""

from __future__ import annotations

from collections.abc import Iterator

from memboard.engine.store import brute, vectors
from memboard.engine.store.store import Store
from memboard.engine.triage.doubles import Cosine
from memboard.engine.triage.looked import Looked
from memboard.engine.triage.unrecalled import Watched


def looked_at(store: Store) -> Iterator[Looked]:
    """Read the notes seen here, each with how often a model was given it."""
    here = ",".join(map(str, store.namespaces()))
    for (
        key,
        note_id,
        namespace,
        text,
        topic,
        importance,
        pinned,
        *times,
        recalled,
    ) in store.database.rows(
        "SELECT n.key, n.id, n.namespace, n.text, n.topic, n.importance, n.pinned,"  # noqa: S608
        " n.created_at, n.updated_at, coalesce(r.given, 0) FROM notes n LEFT JOIN"
        " (SELECT note_id, count(*) given FROM recalls WHERE outcome = 'given'"
        f"  GROUP BY note_id) r ON r.note_id = n.id WHERE n.namespace IN ({here})"
    ):
        created_at, updated_at = times
        yield Looked(
            key,
            note_id,
            namespace,
            text,
            topic=topic,
            importance=importance,
            pinned=bool(pinned),
            created_at=created_at,
            updated_at=updated_at,
            recalled=recalled,
        )


def watched_in(store: Store) -> dict[int, Watched]:
    """Tell for each namespace seen here what is recorded of its recalls."""
    here = ",".join(map(str, store.namespaces()))
    return {
        namespace: Watched(notes=notes, since=since)
        for namespace, notes, since in store.database.rows(
            "SELECT n.namespace, count(DISTINCT n.id), min(r.at)"  # noqa: S608 - our own numbers
            " FROM recalls r JOIN notes n ON n.id = r.note_id"
            f" WHERE r.outcome = 'given' AND n.namespace IN ({here}) GROUP BY n.namespace"
        )
    }


def cosine_in(store: Store) -> Cosine:
    """Make what tells how near two notes lie; vectors are read for the few pairs that need it."""
    generation = store.bound()

    def cosine(one: Looked, other: Looked) -> float | None:
        if generation is None:
            return None
        found = vectors.take_vectors(store.database, generation, [one.key, other.key])
        if len(found) < 2:
            return None
        return brute.cosines({other.key: found[other.key]}, found[one.key])[other.key]

    return cosine
