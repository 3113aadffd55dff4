"""Texts that were forgotten and are still kept: by them a reworded one is recognised as well."""

from __future__ import annotations

from typing import NamedTuple

from memboard.engine.store.database import Database
from memboard.engine.store.vectors import Generation

MAX_KEPT_AWAY = 1_000
"""Forgotten texts of a namespace that are compared, the newest."""


class KeptAway(NamedTuple):
    """A forgotten text that must not come back unasked."""

    text: str
    at: int
    vector: bytes | None
    """Of the generation that answers; None where there is none."""


def kept_away(database: Database, namespace: int, generation: Generation | None) -> list[KeptAway]:
    """List the texts that were forgotten in a namespace and not let in again, newest first."""
    found = database.rows(
        "SELECT note ->> '$.text', at, CASE WHEN generation = ?1 THEN vector END FROM forgotten"
        " WHERE namespace = ?2 AND note IS NOT NULL AND digest IS NOT NULL AND digest <> x''"
        " ORDER BY at DESC LIMIT ?3",
        (generation.id if generation else None, namespace, MAX_KEPT_AWAY),
    )
    return [KeptAway(*row) for row in found]
