"""Vectors: one vec0 table a generation, partitioned by namespace.

A generation is all vectors of one embedder id; vectors of two generations are never compared.
A vec0 table holds only vectors of a note's present text: a changed text takes its old vector
out, so that whatever the index gives may be shown. `embeddings` says what each vector is of.

Where sqlite-vec cannot load, `brute.py` reads the same table without it, and new vectors wait
in `loose_vectors` until a process that has sqlite-vec files them.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from memboard.engine.model import Value
from memboard.engine.store import brute, signs
from memboard.engine.store.database import Database
from memboard.engine.store.filing import filed, mark_filed, mark_unfiled

CHUNK = 256
"""Vectors a vec0 chunk holds; a small project then takes 0.4 MB, not 1.5."""

MAX_NEAREST = 4_096
"""The most neighbours sqlite-vec gives at once."""


class Vector(Value, frozen=True):
    """What an embedder made of one text."""

    floats: bytes
    """Little-endian float32, L2-normalised."""
    signs: bytes | None = None
    """Its tokens' vectors as signs, `embed.signs`; None where the embedder tells no tokens."""


class Generation(Value, frozen=True):
    """All vectors made by one embedder."""

    id: int
    embedder: str
    dimensions: int

    @property
    def table(self) -> str:
        """Name its vec0 table."""
        return f"vectors_{self.id}"


def bound_embedder(database: Database) -> str | None:
    """Give the id of the embedder this store is bound to."""
    found = database.value("SELECT value FROM meta WHERE key = 'embedder'")
    return str(found) if found is not None else None


def bind(database: Database, embedder: str) -> None:
    """Bind the store to an embedder: from now on its generation answers."""
    database.run(
        "INSERT INTO meta VALUES ('embedder', ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (embedder,),
    )


def count_batch(database: Database) -> None:
    """Count a batch of vectors that no journal entry tells of, so that figures are taken anew."""
    database.run(
        "INSERT INTO meta VALUES ('embedded', 1) ON CONFLICT (key) DO UPDATE SET value = value + 1"
    )


def find_generation(database: Database, embedder: str | None) -> Generation | None:
    """Find the generation of an embedder id."""
    found = database.row(
        "SELECT id, embedder, dimensions FROM generations WHERE embedder = ?", (embedder,)
    )
    return Generation(id=found[0], embedder=found[1], dimensions=found[2]) if found else None


def ensure_generation(database: Database, embedder: str, dimensions: int, now: int) -> Generation:
    """Find or start an embedder's generation inside a write transaction."""
    database.run(
        "INSERT INTO generations (embedder, dimensions, started_at) VALUES (?, ?, ?)"
        " ON CONFLICT DO NOTHING",
        (embedder, dimensions, now),
    )
    generation = find_generation(database, embedder)
    assert generation is not None  # noqa: S101 - inserted above
    if database.vec_failure is None:
        make_table(database, generation)
    elif not brute.has_table(database, generation.table):
        mark_unfiled(database)
    return generation


def make_table(database: Database, generation: Generation) -> None:
    """Make a generation's vec0 table where it is missing."""
    database.run(
        f"CREATE VIRTUAL TABLE IF NOT EXISTS {generation.table} USING vec0("
        " namespace integer partition key,"
        f" embedding float[{generation.dimensions}] distance_metric=cosine,"
        f" chunk_size={CHUNK})"
    )


def put_vector(
    database: Database, generation: Generation, key: int, revision: int, now: int, vector: Vector
) -> None:
    """Store a note's vector inside a write transaction."""
    remove_vector(database, generation, key)
    database.run(
        "INSERT INTO embeddings (generation, note, revision, embedded_at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (generation, note) DO UPDATE SET revision = excluded.revision,"
        " embedded_at = excluded.embedded_at",
        (generation.id, key, revision, now),
    )
    if vector.signs is not None:
        signs.put_signs(database, generation.id, key, vector.signs)
    if database.vec_failure is None:
        insert_vector(database, generation, key, vector.floats)
    else:
        row = (generation.id, key, vector.floats)
        database.run("INSERT INTO loose_vectors VALUES (?, ?, ?)", row)


def insert_vector(database: Database, generation: Generation, key: int, vector: bytes) -> None:
    """File a vector in the vec0 table under its note's present namespace."""
    database.run(
        f"INSERT INTO {generation.table} (rowid, namespace, embedding)"  # noqa: S608 - a number
        " SELECT key, namespace, ? FROM notes WHERE key = ?",
        (vector, key),
    )


def remove_vector(database: Database, generation: Generation, key: int) -> None:
    """Take a note's vector out of a generation; what `embeddings` says of it stays."""
    signs.remove_signs(database, generation.id, key)
    database.run(
        "DELETE FROM loose_vectors WHERE generation = ? AND note = ?", (generation.id, key)
    )
    if database.vec_failure is None:
        database.run(f"DELETE FROM {generation.table} WHERE rowid = ?", (key,))  # noqa: S608
    elif brute.has_table(database, generation.table):
        brute.blank(database, generation, key)
        mark_unfiled(database)


def remove_vectors(database: Database, key: int) -> None:
    """Take a note's vectors out of every generation."""
    for generation in generations(database):
        remove_vector(database, generation, key)


def refile_vectors(database: Database, key: int) -> None:
    """File a moved note's vectors under its new namespace: vec0 cannot update a partition key."""
    for generation in generations(database):
        vector = take_vector(database, generation, key)
        if vector is None:
            continue
        if database.vec_failure is not None:
            database.run(
                "INSERT OR REPLACE INTO loose_vectors VALUES (?, ?, ?)",
                (generation.id, key, vector),
            )
            continue
        database.run(f"DELETE FROM {generation.table} WHERE rowid = ?", (key,))  # noqa: S608
        insert_vector(database, generation, key, vector)


def generations(database: Database) -> tuple[Generation, ...]:
    """List all generations."""
    found = database.rows("SELECT id, embedder, dimensions FROM generations ORDER BY id")
    return tuple(Generation(id=row[0], embedder=row[1], dimensions=row[2]) for row in found)


def drop_generation(database: Database, generation: Generation) -> None:
    """Delete all vectors of a generation inside a write transaction.

    Without sqlite-vec its vec0 table cannot be dropped; it stays, empty of meaning, until a
    process that has it files vectors.
    """
    database.run("DELETE FROM loose_vectors WHERE generation = ?", (generation.id,))
    database.run("DELETE FROM token_signs WHERE generation = ?", (generation.id,))
    database.run("DELETE FROM embeddings WHERE generation = ?", (generation.id,))
    if database.vec_failure is None:
        database.run(f"DROP TABLE IF EXISTS {generation.table}")
        database.run("DELETE FROM generations WHERE id = ?", (generation.id,))
    else:
        mark_unfiled(database)


def take_vector(database: Database, generation: Generation, key: int) -> bytes | None:
    """Read the vector of a note's present text, if there is one."""
    return take_vectors(database, generation, [key]).get(key)


def take_whole(database: Database, generation: Generation, key: int) -> Vector | None:
    """Read a note's vector with the signs of its tokens."""
    floats = take_vector(database, generation, key)
    if floats is None:
        return None
    kept = signs.take_signs(database, generation.id, [key])
    return Vector(floats=floats, signs=kept.get(key))


def take_vectors(
    database: Database, generation: Generation, keys: Sequence[int]
) -> dict[int, bytes]:
    """Read the vectors of many notes' present texts; notes without one are left out."""
    chosen = msgspec.json.encode(list(keys)).decode()
    loose = database.rows(
        "SELECT note, vector FROM loose_vectors WHERE generation = ?"
        " AND note IN (SELECT value FROM json_each(?))",
        (generation.id, chosen),
    )
    if not filed(database):
        return {**brute.take(database, generation, set(keys)), **dict(loose)}
    found = database.rows(
        # a join looks each row up; with IN, vec0 would read them all
        f"SELECT v.rowid, embedding FROM json_each(?) j CROSS JOIN {generation.table} v"  # noqa: S608
        " ON v.rowid = j.value",
        (chosen,),
    )
    return {**dict(found), **dict(loose)}


def find_nearest(
    database: Database, generation: Generation, namespace: int, query: bytes, limit: int
) -> dict[int, float]:
    """Find the notes of one namespace whose vectors are nearest to the query's.

    Args:
        database: the open store.
        generation: whose vectors to compare; the query must be of the same embedder.
        namespace: filtered before the limit, so that a big one never starves a small one.
        query: little-endian float32 of the generation's dimensions, L2-normalised.
        limit: how many.

    Returns:
        key → cosine, -1 to 1.
    """
    limit = min(limit, MAX_NEAREST)
    if not filed(database):
        return brute.find_nearest(database, generation, namespace, query, limit)
    found = database.rows(
        f"SELECT rowid, distance FROM {generation.table}"  # noqa: S608 - a number
        " WHERE embedding MATCH ? AND k = ? AND namespace = ?",
        (query, limit, namespace),
    )
    return brute.rounded(found)


def cosines(
    database: Database, generation: Generation, keys: Sequence[int], query: bytes
) -> dict[int, float]:
    """Compute the cosine of the query with the vectors of chosen notes."""
    if not keys:
        return {}
    if not filed(database):
        return brute.cosines(take_vectors(database, generation, keys), query)
    found = database.rows(
        "SELECT v.rowid, vec_distance_cosine(embedding, ?) FROM json_each(?) j"  # noqa: S608
        f" CROSS JOIN {generation.table} v ON v.rowid = j.value",
        (query, msgspec.json.encode(list(keys)).decode()),
    )
    return brute.rounded(found)


def file_vectors(database: Database) -> None:
    """Bring every vec0 table in step with `embeddings`, inside a write transaction."""
    for generation in generations(database):
        make_table(database, generation)
        database.run(
            f"DELETE FROM {generation.table} WHERE rowid IN ("  # noqa: S608 - a number
            f" SELECT v.rowid FROM {generation.table}_rowids v WHERE"
            "  v.rowid IN (SELECT note FROM loose_vectors WHERE generation = :generation)"
            "  OR NOT EXISTS (SELECT 1 FROM embeddings e JOIN notes n ON n.key = e.note"
            "   WHERE e.generation = :generation AND e.note = v.rowid"
            "   AND e.revision = n.revision))",
            {"generation": generation.id},
        )
        for key, vector in database.rows(
            "SELECT note, vector FROM loose_vectors WHERE generation = ?", (generation.id,)
        ):
            insert_vector(database, generation, key, vector)
    database.run("DELETE FROM loose_vectors")
    mark_filed(database)


def pairwise(database: Database, generation: Generation, keys: Sequence[int]) -> list[list[float]]:
    """Compute the cosine of each chosen note with each other; 0 where one has no vector."""
    found = take_vectors(database, generation, keys)
    table = []
    for key in keys:
        row = cosines(database, generation, keys, found[key]) if key in found else {}
        table.append([row.get(other, 0.0) for other in keys])
    return table
