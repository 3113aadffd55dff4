"""Notes that no model was given while others were."""

from __future__ import annotations

from memboard.engine.model import Value
from memboard.engine.triage.looked import Looked
from memboard.engine.triage.values import SuspectReason

DAY_MILLISECONDS = 24 * 3_600_000
OLD_DAYS = 60
"""A younger note had no fair chance yet."""
YEAR_DAYS = 365
FEWEST_RECALLED = 5
"""Other notes of the namespace that were given to a model."""
WATCHED_DAYS = 30
"""How far back the records of a namespace must go."""


class Watched(Value, frozen=True):
    """What is recorded of a namespace's recalls."""

    notes: int
    """How many different notes were given to a model."""
    since: int
    """The oldest record, in milliseconds."""


def never_recalled(note: Looked, now: int, watched: Watched | None) -> SuspectReason | None:
    """Suspect a note older than 60 days that no model was given, though other notes were.

    Only where 5 other notes of its namespace were given, and that has been recorded for 30 days.
    weight = 0.2 + 0.2 × min(1, (days - 60) / 305): what nobody asked for is not yet worthless.
    """
    days = (now - note.created_at) // DAY_MILLISECONDS
    if note.recalled or days <= OLD_DAYS or watched is None:
        return None
    if watched.notes < FEWEST_RECALLED or now - watched.since < WATCHED_DAYS * DAY_MILLISECONDS:
        return None
    aged = min(1.0, (days - OLD_DAYS) / (YEAR_DAYS - OLD_DAYS))
    text = f"{days:,} days old, and no model was given it while {watched.notes:,} others were"
    return SuspectReason(code="never_recalled", text=text, weight=round(0.2 + 0.2 * aged, 2))
