"""Vector search without sqlite-vec: numpy over what vec0 stored. Slower, and said so.

vec0 keeps its vectors in plain tables beside it: `<table>_chunks` (chunk_id, validity bitmap,
rowids, partition00), `<table>_vector_chunks00` (rowid = chunk_id, vectors) and `<table>_rowids`
(rowid, chunk_id, chunk_offset). They can be read by any SQLite; a test holds the reading against
sqlite-vec's own answers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

import msgspec

from memboard.engine.store.database import Database, Row

if TYPE_CHECKING:
    from memboard.engine.store.vectors import Generation

DIGITS = 5
"""Decimals of a cosine: what lies below is rounding, and differs from one machine to another."""


def has_table(database: Database, table: str) -> bool:
    """Tell whether a vec0 table was ever made."""
    return database.value("SELECT 1 FROM sqlite_schema WHERE name = ?", (table,)) is not None


def stored(
    database: Database, generation: Generation, namespace: int | None = None
) -> Iterator[tuple[int, bytes]]:
    """Read each (key, vector) that speaks for a note's present text."""
    width = generation.dimensions * 4
    current = {
        key
        for (key,) in database.rows(
            "SELECT e.note FROM embeddings e JOIN notes n ON n.key = e.note"
            " WHERE e.generation = ? AND e.revision = n.revision"
            " AND (:namespace IS NULL OR n.namespace = :namespace)".replace("?", ":generation"),
            {"generation": generation.id, "namespace": namespace},
        )
    }
    loose = database.rows(
        "SELECT note, vector FROM loose_vectors WHERE generation = ?", (generation.id,)
    )
    yield from ((key, vector) for key, vector in loose if key in current)
    current.difference_update(key for key, _ in loose)
    if not has_table(database, generation.table):
        return
    chunks = database.rows(
        f"SELECT c.validity, c.rowids, v.vectors FROM {generation.table}_chunks c"  # noqa: S608
        f" JOIN {generation.table}_vector_chunks00 v ON v.rowid = c.chunk_id"
    )
    for validity, rowids, vectors in chunks:
        for slot in range(len(rowids) // 8):
            key = int.from_bytes(rowids[slot * 8 : slot * 8 + 8], "little")
            if validity[slot // 8] >> (slot % 8) & 1 and key in current:
                yield key, vectors[slot * width : (slot + 1) * width]


def blank(database: Database, generation: Generation, key: int) -> None:
    """Overwrite a vector that vec0 keeps with zeros, so that a purged note leaves none behind."""
    place = database.row(
        f"SELECT chunk_id, chunk_offset FROM {generation.table}_rowids WHERE rowid = ?",  # noqa: S608
        (key,),
    )
    if place is None:
        return
    chunks, width = f"{generation.table}_vector_chunks00", generation.dimensions * 4
    vectors = bytearray(
        database.value(f"SELECT vectors FROM {chunks} WHERE rowid = ?", place[:1])  # noqa: S608
    )
    vectors[place[1] * width : (place[1] + 1) * width] = bytes(width)
    database.run(
        f"UPDATE {chunks} SET vectors = ? WHERE rowid = ?",  # noqa: S608
        (bytes(vectors), place[0]),
    )


def take(database: Database, generation: Generation, keys: Collection[int]) -> dict[int, bytes]:
    """Read the vectors that vec0 keeps of chosen notes' present texts."""
    if not has_table(database, generation.table):
        return {}
    found = database.rows(
        "SELECT e.note, substr(v.vectors, r.chunk_offset * :width + 1, :width)"  # noqa: S608
        f" FROM embeddings e JOIN notes n ON n.key = e.note AND n.revision = e.revision"
        f" JOIN {generation.table}_rowids r ON r.rowid = e.note"
        f" JOIN {generation.table}_vector_chunks00 v ON v.rowid = r.chunk_id"
        " WHERE e.generation = :generation AND e.note IN (SELECT value FROM json_each(:keys))",
        {
            "width": generation.dimensions * 4,
            "generation": generation.id,
            "keys": msgspec.json.encode(list(keys)).decode(),
        },
    )
    return dict(found)


def find_nearest(
    database: Database, generation: Generation, namespace: int, query: bytes, limit: int
) -> dict[int, float]:
    """Find the nearest notes of one namespace: the exact answer, by comparing all of them."""
    found = cosines(dict(stored(database, generation, namespace)), query)
    best = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
    return dict(best[:limit])


def rounded(distances: list[Row]) -> dict[int, float]:
    """Turn (key, cosine distance) into cosines; a vector that is no number has no distance."""
    return {int(key): round(1.0 - float(far), DIGITS) for key, far in distances if far is not None}


def cosines(vectors: dict[int, bytes], query: bytes) -> dict[int, float]:
    """Compute the cosines of unit vectors with a unit query."""
    if not vectors:
        return {}
    import numpy as np  # 0.1 s, and only where sqlite-vec is missing

    matrix = np.frombuffer(b"".join(vectors.values()), dtype="<f4").reshape(len(vectors), -1)
    products = matrix @ np.frombuffer(query, dtype="<f4")
    return {key: round(float(value), DIGITS) for key, value in zip(vectors, products, strict=True)}
