"""Everything a store holds, as comparable values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import apsw

from memboard.engine.store.database import load_sqlite_vec

TABLES = {
    "notes": "*",
    "namespaces": "*",
    "identities": "*",
    "generations": "*",
    "embeddings": "*",
    "forgotten": "*",
    "loose_vectors": "*",
    "token_signs": "*",
    "injected": "*",
    "releases": "*",
    "words_docsize": "*",
    "words_data": "*",
    "meta": "*",
    "journal": "seq, change, at, op, note_id, namespace, before, after, undoes",
}
"""Which columns count: all but who made a change, which differs by door."""


def all_rows(home: Path) -> dict[str, list[Any]]:
    """Read every row, the words' index and the vectors' bytes included."""
    connection = apsw.Connection(str(home / "memory.db"))
    load_sqlite_vec(connection)
    found = {
        table: connection.execute(f"SELECT {columns} FROM {table} ORDER BY 1").fetchall()  # noqa: S608
        for table, columns in TABLES.items()
    }
    found["vectors"] = connection.execute(
        "SELECT rowid, namespace, embedding FROM vectors_1 ORDER BY 1"
    ).fetchall()
    found["recalls"] = connection.execute(
        "SELECT note_id, at, session, rank, score, outcome FROM recalls WHERE surface = 'recall'"
        " ORDER BY seq"  # a search is recorded where a model asks, and not where a person does
    ).fetchall()
    connection.close()
    return found
