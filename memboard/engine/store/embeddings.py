"""What is said of vectors: when each was made, and how many notes have one."""

from __future__ import annotations

from memboard.engine.store.database import Database
from memboard.engine.store.vectors import Generation


def embedded_at(database: Database, generation: Generation, key: int) -> int | None:
    """Tell when a note's vector was made, in milliseconds."""
    found = database.value(
        "SELECT embedded_at FROM embeddings WHERE generation = ? AND note = ?",
        (generation.id, key),
    )
    return None if found is None else int(found)


def counts(
    database: Database, generation: Generation | None, namespace: int
) -> tuple[int, int, int]:
    """Count a namespace's notes: all, with a current vector, with a stale one."""
    found = database.row(
        "SELECT count(*), coalesce(sum(e.revision = n.revision), 0),"
        " coalesce(sum(e.revision <> n.revision), 0)"
        " FROM notes n LEFT JOIN embeddings e ON e.note = n.key AND e.generation = ?"
        " WHERE n.namespace = ?",
        (generation.id if generation else None, namespace),
    )
    assert found is not None  # noqa: S101 - an aggregate always has a row
    return int(found[0]), int(found[1]), int(found[2])
