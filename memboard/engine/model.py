"""The values memboard speaks of: notes and the changes made to them. All are frozen."""

from __future__ import annotations

import datetime as dt
from typing import Literal

import msgspec

Scope = Literal["project", "global"]
"""Where a note counts: in its project, or in every one."""

Trigger = Literal[
    "manual", "board", "capture:shutdown", "capture:before_compact", "dream", "import", "markdown"
]
"""How a note came in."""

UNBIDDEN: frozenset[str] = frozenset(
    {"capture:shutdown", "capture:before_compact", "dream", "import", "markdown"}
)
"""Triggers that nobody typed: they never bring a forgotten note back."""

Embedding = Literal["current", "stale", "pending", "other"]
"""A note's vector: of this text, of an older text, none yet, or of another embedder only."""

Findable = Literal["meaning", "words"]
"""How a search can come upon a note."""

Op = Literal[
    "add",
    "edit",
    "pin",
    "forget",
    "purge",
    "restore",
    "undo",
    "move",
    "merge",
    "release",
    "withhold",
    "supersede",
]
"""What a journal entry records."""

Surface = Literal["recall", "search", "research", "capture"]
"""Where a text is shown to a model, or comes from one: what is blocked there is not stored."""

Level = Literal["low", "default", "high", "max"]
"""How much is recalled without being asked for."""

MAX_TEXT = 2_000
"""Characters of a note's text, after trimming."""
MAX_TOPIC = 80
"""Characters of a topic."""
MAX_TAGS = 16
"""Tags of one note."""
MAX_TAG = 40
"""Characters of one tag."""
KEPT_RECALLS = 20
"""Times it was shown to a model that are kept of one note, the latest."""
NEUTRAL_IMPORTANCE = 0.5
"""What an unrated note counts as."""


class Value(msgspec.Struct, frozen=True):
    """The common shape: immutable, encoded as JSON by its field names."""


class Draft(Value, frozen=True, forbid_unknown_fields=True):
    """A note somebody wants remembered, before it is checked."""

    text: str
    scope: Scope | None = None
    """None: the project where there is one, else global."""
    topic: str | None = None
    tags: tuple[str, ...] = ()
    importance: float | None = None
    """0 to 1; None is neutral."""
    pinned: bool = False
    trigger: Trigger = "manual"
    session: str | None = None
    """The host's session id."""
    host: str | None = None
    """The program whose session it is, such as claude-code."""


class Note(Value, frozen=True):
    """One remembered fact as it stands now."""

    id: str
    text: str
    scope: Scope
    namespace: str
    """The project's name, or `global`."""
    topic: str | None
    tags: tuple[str, ...]
    importance: float | None
    pinned: bool
    trigger: Trigger | None
    """None in a store from before origins were kept."""
    session: str | None
    host: str | None
    revision: int
    """Counts the texts this note has had, from 1."""
    created_at: dt.datetime
    updated_at: dt.datetime
    embedding: Embedding
    findable: Findable
    known_since: dt.datetime
    """When the earliest of the notes merged into it was written; else as `created_at`."""


class Snapshot(Value, frozen=True):
    """What a journal entry keeps of a note: all that a change can alter."""

    text: str
    scope: Scope
    namespace: str
    topic: str | None
    tags: tuple[str, ...]
    importance: float | None
    pinned: bool
    revision: int
    known_since: dt.datetime | None = None
    """None where no notes were merged into it."""


class Change(Value, frozen=True):
    """One journal entry: who changed which note, when, from what to what."""

    seq: int
    change: int
    """The seq of the first entry written together with this one: what `undo` takes back at once."""
    at: dt.datetime
    actor: str
    session: str | None
    cycle: str | None
    """The consolidation cycle, where one made the change."""
    op: Op
    note_id: str
    before: Snapshot | None
    after: Snapshot | None
    undoes: int | None
    """The seq this entry takes back."""
    undone_by: int | None
    """The seq of the entry that took this one back."""
