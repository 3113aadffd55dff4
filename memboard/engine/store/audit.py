"""The audit of consolidation: which notes were removed, when, by which cycle, in whose favour."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from memboard.engine.model import Value
from memboard.engine.sources import from_millis
from memboard.engine.store.cycles import listed
from memboard.engine.store.database import Database

TAKEN = """
WITH taken AS (
    SELECT j.seq, j.note_id, j.before ->> '$.text' AS said, j.at, j.cycle, j.actor, coalesce(
        (SELECT l.note_id FROM links l
         WHERE l.other_id = j.note_id AND l.kind = 'merged_from' AND l.at = j.at),
        (SELECT m.value ->> '$.id' FROM proposals p, json_each(p.members) m
         WHERE p.decided_in = j.cycle AND p.kind = 'conflict'
         AND m.value ->> '$.id' <> j.note_id)) AS favour
    FROM journal j
    WHERE j.cycle IS NOT NULL AND j.op IN ('supersede', 'forget') AND j.undoes IS NULL
    AND j.namespace IN (SELECT value FROM json_each(?1)) AND (?2 IS NULL OR j.cycle = ?2))
SELECT t.note_id, t.said, t.at, t.cycle, t.actor, t.favour, n.text,
    EXISTS (SELECT 1 FROM notes b WHERE b.id = t.note_id)
FROM taken t LEFT JOIN notes n ON n.id = t.favour
WHERE ?3 IS NULL OR t.note_id = ?3 OR t.favour = ?3 ORDER BY t.seq DESC LIMIT ?4
"""
"""What cycles took away: merged into another note, or lost against one that it contradicted."""


class Superseded(Value, frozen=True):
    """A note that a cycle took away."""

    id: str
    text: str | None
    """None where it was erased for good."""
    at: dt.datetime
    cycle: str
    actor: str
    favour: str | None
    """The note that says it now."""
    favour_text: str | None
    """None where that note is gone."""
    back: bool
    """Whether it is there again."""


def superseded(
    database: Database,
    namespaces: Sequence[int],
    limit: int,
    cycle: str | None = None,
    note: str | None = None,
) -> tuple[Superseded, ...]:
    """List which notes were taken away, when, by which cycle and in whose favour, newest first.

    `note` leaves those that it was, or in whose favour they went.
    """
    found = database.rows(TAKEN, (listed(namespaces), cycle, note, limit))
    return tuple(
        Superseded(
            id=id_,
            text=text,
            at=from_millis(at),
            cycle=by,
            actor=actor,
            favour=favour,
            favour_text=favour_text,
            back=bool(back),
        )
        for id_, text, at, by, actor, favour, favour_text, back in found
    )
