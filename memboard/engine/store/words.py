"""The full-text index: FTS5 over text, topic, tags and the parts of names."""

from __future__ import annotations

import math
from collections.abc import Sequence

from memboard.engine.store.database import Database
from memboard.engine.store.notes import NoteRow
from memboard.engine.store.tokens import (
    index_parts,
    match_expression,
    namespace_word,
    query_terms,
)

WEIGHTS = "bm25(0.0, 1.0, 1.0, 1.0, 0.5)"
"""Field weights: namespace, text, topic, tags, parts."""

SMALL = 1_000
"""Notes below which a store says nothing of how rare a word is: docs/decisions/ranking.md."""

COMMON = 1e-6
"""What a word counts that most notes have; SQLite's own figure."""


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

    In a small store no word is rare, so that SQLite's BM25 stays near zero whatever matches:
    there a word's rarity is what it would be beside other notes, `SMALL` in all.

    Returns:
        key → BM25 as a positive number (k1 = 1.2, b = 0.75), best `limit` only.
    """
    terms = query_terms(query)
    if not terms:
        return {}
    if database.value("SELECT count(*) FROM (SELECT 1 FROM notes LIMIT ?)", (SMALL,)) < SMALL:
        return find_in_few(database, terms, namespace, limit)
    found = database.rows(
        "SELECT rowid, -rank FROM words WHERE words MATCH ? AND rank MATCH ? ORDER BY rank LIMIT ?",
        (match_expression(terms, namespace), WEIGHTS, limit),
    )
    return {int(key): max(0.0, float(score)) for key, score in found}


def find_in_few(
    database: Database, terms: Sequence[str], namespace: int, limit: int
) -> dict[int, float]:
    """Score the notes of a small store, each term by itself.

    Σ ln((SMALL - n + 0.5) / (n + 0.5)) · 2.2 / (1 + 1.2 · (0.25 + 0.75 · length / mean length)),
    for the n notes of this namespace that have the term, however often; where most notes have it
    the logarithm counts as next to nothing, as it does in SQLite.
    """
    having: dict[str, list[int]] = {}
    lengths: dict[int, int] = {}
    for term in terms:
        rows = database.rows(
            "SELECT n.key, length(n.text) FROM words w JOIN notes n ON n.key = w.rowid"
            " WHERE words MATCH ?",
            (match_expression([term], namespace),),
        )
        having[term] = [key for key, _ in rows]
        lengths |= dict(rows)
    middle = (
        database.value("SELECT avg(length(text)) FROM notes WHERE namespace = ?", (namespace,)) or 1
    )
    scores = dict.fromkeys(lengths, 0.0)
    for keys in having.values():
        rarity = max(COMMON, math.log((SMALL - len(keys) + 0.5) / (len(keys) + 0.5)))
        for key in keys:
            scores[key] += rarity * 2.2 / (1.0 + 1.2 * (0.25 + 0.75 * lengths[key] / middle))
    best = sorted(scores.items(), key=lambda one: (-one[1], one[0]))[:limit]
    return dict(best)
