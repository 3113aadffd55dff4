"""What a model is shown of notes and lessons, and what is withheld from it: frozen values."""

from __future__ import annotations

import datetime as dt
from typing import Literal

import msgspec

from memboard.engine.answers import Mode, Notice
from memboard.engine.model import Level, Surface, Value

Reason = Literal["floor", "limit", "budget", "blocked", "repeated"]
"""Why a candidate is not in the block."""


class Threat(Value, frozen=True, rename={"class_": "class"}):
    """A place in a text that the scan withholds it for."""

    class_: str
    rule: str
    span: tuple[int, int]
    """In characters of the text."""


class Given(Value, frozen=True):
    """A note of a recalled block."""

    id: str
    rank: int
    score: float
    relevance: float
    blocked: str | None
    """The class for which its text was withheld; the block then holds a placeholder."""


class LeftOut(Value, frozen=True):
    """A candidate that is not in the block, and why."""

    id: str
    reason: Reason
    relevance: float


class Recall(Value, frozen=True):
    """What a prompt is given, and what it is not."""

    block: str
    """To be put before the prompt; empty where nothing is worth it."""
    notes: tuple[Given, ...]
    left_out: tuple[LeftOut, ...]
    """Best first."""
    level: Level
    floor: float
    limit: int
    budget: int | None
    used: int
    """Characters of the block."""
    mode: Mode
    pending: int
    stale: int
    notices: tuple[Notice, ...] = ()


class Blocked(Value, frozen=True, rename={"class_": "class"}):
    """One line of the blocked log."""

    at: dt.datetime
    note_id: str
    revision: int
    class_: str
    rule: str
    span: tuple[int, int]
    surface: Surface
    session: str | None
    namespace: str


class Dreamt(Value, frozen=True):
    """What a cycle of consolidation came to, or why there was none."""

    cycle: str | None = None
    """Its id; None where none was begun."""
    asked: str | None = None
    """Who was asked; None where nobody was."""
    shown: int = 0
    """Notes that the model was shown."""
    proposed: int = 0
    """New merges that wait for a person."""
    conflicts: int = 0
    """New pairs of notes that contradict each other, and wait for a person."""
    merged: tuple[str, ...] = ()
    """Notes that were written in the place of others, where that is automatic."""
    superseded: tuple[str, ...] = ()
    """Notes that these took the place of."""
    dropped: dict[str, int] = msgspec.field(default_factory=dict)
    """What of the answer was left out, by reason."""
    reason: str | None = None
    """Why nothing came of it; None where all went well."""


class Failure(Value, frozen=True):
    """A failure lesson: a command that failed, and what worked instead."""

    key: str
    """The SHA-256 of the command's form: the same command has the same."""
    command: str
    fix: str | None
    tool: str
    times: int
    """Sessions it happened in."""
    first: dt.datetime
    last: dt.datetime
    session: str
    """The one it happened in last."""
    project: str | None
    """The project's name; None for what was done in none."""
