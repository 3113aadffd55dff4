"""What the tool answers: less than the engine knows, since a model pays for every word of it."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from memboard.engine.answers import Mode, Notice, Similar
from memboard.engine.model import Findable, Scope, Trigger, Value


class Part(Value, frozen=True, omit_defaults=True):
    """A value inside an answer; what is not so is left out."""


class ShownNote(Part, frozen=True, kw_only=True):
    """A note as a model may read it."""

    id: str
    text: Annotated[str, Meta(description="[BLOCKED: class] where it is withheld from models.")]
    scope: Scope
    topic: str | None = None
    tags: tuple[str, ...] = ()
    importance: float | None = None
    pinned: bool = False
    trigger: Annotated[Trigger | None, Meta(description="How it came in.")] = None
    created_at: dt.datetime


NoteNow: TypeAlias = Annotated[
    ShownNote, Meta(description="The note as it stands now; left out once it is forgotten.")
]


class ShownParts(Part, frozen=True, kw_only=True):
    """The factors of a score, rounded."""

    vector: float | None = None
    bm25: float
    weight: float
    recency: float
    importance: float


class ShownHit(ShownNote, frozen=True, kw_only=True):
    """A note that a search found."""

    score: Annotated[float, Meta(description="What the order looks at.")]
    relevance: Annotated[float, Meta(description="How well it fits, 0 to 1, whatever the others.")]
    below_floor: Annotated[bool, Meta(description="Probably about something else.")] = False
    parts: ShownParts


class Origin(Part, frozen=True, kw_only=True):
    """Where a note comes from."""

    trigger: Trigger | None = None
    by: Annotated[str | None, Meta(description="Who added it.")] = None
    session: str | None = None
    host: str | None = None
    created_at: dt.datetime
    updated_at: dt.datetime


class ShownVector(Part, frozen=True, kw_only=True):
    """Which vector speaks for a note."""

    embedder: str | None = None
    embedded_at: dt.datetime | None = None


class ShownChange(Part, frozen=True, kw_only=True):
    """One journal entry, without the texts."""

    at: dt.datetime
    by: str
    op: str
    session: str | None = None
    undone: bool = False


class Shown(Part, frozen=True, kw_only=True):
    """One time the note was shown to a model, or withheld from it."""

    at: dt.datetime
    surface: str
    rank: int
    outcome: str
    session: str | None = None


class Trouble(Part, frozen=True, kw_only=True):
    """What went wrong, and what to do about it."""

    code: Annotated[str, Meta(description="Stable, for programs.")]
    message: str
    hint: Annotated[str | None, Meta(description="What to do about it.")] = None
    retryable: Annotated[bool, Meta(description="The same call may succeed in a moment.")] = False
    near: Annotated[tuple[str, ...], Meta(description="Ids that look like the one given.")] = ()
    candidates: Annotated[tuple[str, ...], Meta(description="Ids that the prefix fits.")] = ()


class Answered(Part, frozen=True, kw_only=True):
    """What every answer has."""

    ok: Annotated[bool, Meta(description="False: see error; nothing was changed.")]
    op: str | None = None
    notices: Annotated[
        tuple[Notice, ...], Meta(description="What works less well than it should.")
    ] = ()


class Failed(Answered, frozen=True, kw_only=True):
    """A call that could not be done."""

    error: Trouble


class Added(Answered, frozen=True, kw_only=True):
    """What became of a fact."""

    status: Annotated[
        Literal["added", "masked", "known", "suppressed"],
        Meta(description="Stored; stored with credentials masked; known word for word; kept out."),
    ]
    note: NoteNow | None = None
    forgotten_at: Annotated[
        dt.datetime | None, Meta(description="When this text was forgotten here, if it was.")
    ] = None
    masked: Annotated[
        tuple[str, ...], Meta(description="Kinds of credentials that were masked.")
    ] = ()
    similar: Annotated[
        tuple[Similar, ...], Meta(description="Notes that say nearly the same.")
    ] = ()


class Found(Answered, frozen=True, kw_only=True):
    """What a search found, best first."""

    hits: tuple[ShownHit, ...]
    mode: Annotated[Mode, Meta(description="By meaning and words, or by words alone.")]
    floor: Annotated[float, Meta(description="Relevance below which a hit is probably noise.")]


class Forgotten(Answered, frozen=True, kw_only=True):
    """A note that is gone."""

    id: str
    restorable_until: Annotated[
        dt.datetime | None, Meta(description="Until when a person can restore it.")
    ] = None


class Explained(Answered, frozen=True, kw_only=True):
    """Where a note comes from, and what became of it."""

    id: str
    state: Literal["kept", "forgotten", "purged"]
    note: NoteNow | None = None
    origin: Origin
    revision: int
    findable: Findable | None = None
    vector: ShownVector | None = None
    released: Annotated[
        bool, Meta(description="A person looked at it and let it pass the scan.")
    ] = False
    history: Annotated[tuple[ShownChange, ...], Meta(description="Newest first.")] = ()
    recalls: Annotated[
        tuple[Shown, ...], Meta(description="Where it was shown to a model lately.")
    ] = ()
    similar: tuple[Similar, ...] = ()


ANSWERED: dict[str, type[Answered]] = {
    "add": Added,
    "search": Found,
    "forget": Forgotten,
    "why": Explained,
    "": Failed,
}
"""What each op answers; any may fail."""
