"""What a triage answers."""

from __future__ import annotations

from typing import Literal, get_args

from memboard.engine.answers import Notice
from memboard.engine.model import Note, Value

Code = Literal["duplicate", "near_duplicate", "plumbing", "fragment", "past_date", "never_recalled"]
"""Why a note is suspected."""

CODES: tuple[Code, ...] = get_args(Code)


class SuspectReason(Value, frozen=True):
    """One thing that speaks for forgetting a note."""

    code: Code
    text: str
    """For people; holds no word of the note."""
    weight: float
    """How much it speaks for forgetting by itself, 0 to 1."""
    other_id: str | None = None
    """The note that says the same and is to be kept; None for other reasons."""


class Suspect(Value, frozen=True):
    """A note that is probably worth nothing."""

    note: Note
    score: float
    """0 to 1: the weights of all reasons, and what its importance takes off."""
    reasons: tuple[SuspectReason, ...]
    """The heaviest first; never empty."""


class Triage(Value, frozen=True):
    """The most suspicious notes seen here."""

    suspects: tuple[Suspect, ...]
    """The most suspicious first."""
    found: int
    """How many there are, those beyond the limit too."""
    looked_at: int
    """Notes that were judged."""
    notices: tuple[Notice, ...]
