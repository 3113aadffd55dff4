"""What a person is shown of proposals and cycles, and what came of a decision: frozen values."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from memboard.engine.answers import Left
from memboard.engine.dream.due import Due
from memboard.engine.model import Note, Value
from memboard.engine.store.cycles import Cycle, Statistics
from memboard.engine.store.proposals import Kind, Named, Standing

Keep = Literal["left", "right", "both"]
"""The first of two notes that contradict each other, the second, or both of them."""


class Dropped(Value, frozen=True):
    """A merge that was left out."""

    members: tuple[str, ...]
    reason: str


class Applied(Value, frozen=True):
    """What became of merges."""

    cycle: str
    merged: tuple[str, ...] = ()
    """The notes that were written."""
    superseded: tuple[str, ...] = ()
    """The notes that these took the place of."""
    dropped: tuple[Dropped, ...] = ()
    rejected: str | None = None
    """Why nothing was changed at all, if so."""
    statistics: Statistics = Statistics()


class Suggestion(Value, frozen=True):
    """A proposed merge or conflict, with its notes as they are now."""

    id: str
    kind: Kind
    status: Standing
    members: tuple[Named, ...]
    """The notes it was made from, at which revision."""
    notes: tuple[Note, ...]
    """Those of them that are still there, in the same order."""
    text: str | None
    """What is to stand for all of them; None for a conflict."""
    topic: str | None
    what: str | None
    """What a conflict is about: numbers, names, negations, opposites, meaning, …"""
    edited_by: str | None
    """Who wrote the text, where it is not as it was proposed."""
    namespace: str
    cycle: str
    """The cycle that proposed it."""
    proposed_at: dt.datetime
    decided_at: dt.datetime | None
    decided_by: str | None
    decided_in: str | None
    """The cycle that carried it out; one undo takes it back."""


class Consolidated(Value, frozen=True):
    """What became of proposals that were accepted."""

    cycles: tuple[Applied, ...]
    """One for each namespace whose notes were to be changed; each is one undo."""
    accepted: tuple[str, ...]
    """Ids of the proposals that were carried out."""
    left: tuple[Left, ...]
    """Ids of those that were not, and why."""


class Settled(Value, frozen=True):
    """What became of a conflict."""

    id: str
    kept: tuple[str, ...]
    superseded: tuple[str, ...]
    """The note that did not hold; restorable for 30 days."""
    cycle: str | None
    """One undo takes it back; None where both notes stay."""


class DreamStatus(Value, frozen=True):
    """How it stands with consolidation here."""

    due: Due
    running: str | None
    """The cycle that runs now."""
    waiting: int
    """Proposals that wait for a person."""
    asks: str | None
    """Who is configured to be asked: `command` or `url`; None for nobody. A host may lend one."""
    cycles: tuple[Cycle, ...]
    """The latest, newest first."""
