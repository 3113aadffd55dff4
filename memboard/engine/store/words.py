"""The full-text index: FTS5 over text, topic, tags and the parts of names."""

from __future__ import annotations

from memboard.engine.store.database import Database
from memboard.engine.store.notes import NoteRow
from memboard.engine.store.tokens import index_parts, match_expression, namespace_word

WEIGHTS = "bm25(0.0, 1.0, 1.0, 1.0, 0.5)"
"""Field weights: namespace, text, topic, tags, parts."""


def put_words(database: Database, row: NoteRow) -> None:
    """Index a note, replacing what was indexed for it."""
    tags = " ".join(row.tags)
    database.run("DELETE FROM words WHERE rowid = ?", (row.key,))
    database.run(
        "INSERT INTO words (rowid, ns, text, topic, tags, parts) VALUES (?, ?, ?, ?, ?, ?)",
        (
            row.key,
            namespace_word(row.namespace),
            row.text,
            row.topic or "",
            tags,
            index_parts(f"{row.text} {row.topic or ''} {tags}"),
        ),
    )


def remove_words(database: Database, key: int) -> None:
    """Take a note out of the index."""
    database.run("DELETE FROM words WHERE rowid = ?", (key,))


def drop_traces(database: Database) -> None:
    """Merge the index anew: FTS5 keeps the words of a note that was taken out until then."""
    database.run("INSERT INTO words (words) VALUES ('optimize')")


def find_words(database: Database, query: str, namespace: int, limit: int) -> dict[int, float]:
    """Find the notes of one namespace that share words with the query.

    Returns:
        key → BM25 as a positive number (SQLite's own, k1 = 1.2, b = 0.75), best `limit` only.
    """
    expression = match_expression(query, namespace)
    if expression is None:
        return {}
    found = database.rows(
        "SELECT rowid, -rank FROM words WHERE words MATCH ? AND rank MATCH ? ORDER BY rank LIMIT ?",
        (expression, WEIGHTS, limit),
    )
    return {int(key): max(0.0, float(score)) for key, score in found}
