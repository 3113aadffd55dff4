"""The signs of a note's token vectors, beside its vector: what late interaction reads."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from memboard.engine.store.database import Database


def put_signs(database: Database, generation: int, key: int, signs: bytes) -> None:
    """Store the signs of a note's present text inside a write transaction."""
    database.run("INSERT INTO token_signs VALUES (?, ?, ?)", (generation, key, signs))


def remove_signs(database: Database, generation: int, key: int) -> None:
    """Take a note's signs out of a generation."""
    database.run("DELETE FROM token_signs WHERE generation = ? AND note = ?", (generation, key))


def take_signs(database: Database, generation: int, keys: Sequence[int]) -> dict[int, bytes]:
    """Read the signs of many notes; notes without any are left out."""
    found = database.rows(
        "SELECT note, signs FROM token_signs WHERE generation = ?"
        " AND note IN (SELECT value FROM json_each(?))",
        (generation, msgspec.json.encode(list(keys)).decode()),
    )
    return dict(found)
