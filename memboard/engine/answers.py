"""What the engine answers: frozen values that every door shows or encodes as they are."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from memboard.engine.model import Change, Note, Scope, Surface, Value

Mode = Literal["meaning", "words"]
"""How a search was answered: with vectors, or by words alone."""


class Notice(Value, frozen=True):
    """Something that works less well than it should, and what to do about it."""

    code: str
    """Stable, for programs: words_only, pending, stale, brute_force, read_only, no_project, …"""
    text: str


class Similar(Value, frozen=True):
    """A stored note that says nearly the same."""

    id: str
    text: str
    score: float
    """Cosine of the two vectors, -1 to 1."""


class Added(Value, frozen=True):
    """What became of one draft."""

    status: Literal["added", "masked", "known", "suppressed"]
    """Stored; stored with credentials masked; an exact repeat of `note`; or kept out because it
    was forgotten here."""
    note: Note | None
    """The stored or the known note; None when suppressed."""
    similar: tuple[Similar, ...] = ()
    forgotten_at: dt.datetime | None = None
    """When this text was forgotten here, if it was."""
    masked: tuple[str, ...] = ()
    """Kinds of credentials that were masked before anything was stored."""
    notices: tuple[Notice, ...] = ()


class Edited(Value, frozen=True):
    """What an edit changed."""

    note: Note
    changed: tuple[str, ...]
    """Names of the fields that differ now; empty when nothing did."""
    masked: tuple[str, ...] = ()
    """Kinds of credentials that were masked before anything was stored."""
    similar: tuple[Similar, ...] = ()
    notices: tuple[Notice, ...] = ()


class Forgotten(Value, frozen=True):
    """A note that is out of every index."""

    forgotten: str
    """The note's id."""
    purged: bool
    restorable_until: dt.datetime | None
    """None when purged."""


class Parts(Value, frozen=True):
    """Every factor of a hit's score, as `recall.rank` documents them."""

    cosine: float | None
    """Raw cosine, -1 to 1; None where the note has no comparable vector."""
    coverage: float | None
    """The query's tokens' best matches in the note, averaged; None without token vectors."""
    vector: float | None
    """Cosine and coverage, averaged, on the embedder's own 0..1 scale."""
    bm25: float
    """s / (s + 3 n) for n terms looked up, or `exact` where that is more; 0 to 1."""
    exact: float
    """The share of the query that the note holds letter for letter, in names such as `src/q`."""
    hybrid: float
    weight: float
    """Source weight: 1.0 for the project, 0.9 for global."""
    relevance: float
    """hybrid × weight: what the floor looks at, on a scale that does not depend on the query."""
    share: float
    """BM25 as a share of the best this query found, 0 to 1."""
    late: float | None
    """Late interaction of the query's tokens with the note's, -1 to 1; None without them."""
    match: float
    """cosine, share and late joined: how well the note fits among those compared."""
    recency: float
    importance: float
    """0.1 × (importance - 0.5)."""
    score: float
    """match × weight × recency + importance: what the order looks at."""


class Evidence(Value, frozen=True):
    """Which vector spoke for a note."""

    note_id: str
    namespace: str
    revision: int
    embedder: str | None
    embedded_at: dt.datetime | None


class Hit(Value, frozen=True):
    """A note that a search found, and why."""

    note: Note
    score: float
    parts: Parts
    evidence: Evidence
    below_floor: bool


class Found(Value, frozen=True):
    """The answer to a search."""

    query: str
    """As far as it was read: its first 20,000 characters."""
    hits: tuple[Hit, ...]
    below_floor: int
    """How many of the hits lie below `floor`."""
    floor: float
    mode: Mode
    pending: int
    """Notes here that have no vector yet."""
    stale: int
    """Notes here whose vector is of an older text."""
    notices: tuple[Notice, ...] = ()


class Page(Value, frozen=True):
    """A stretch of a list, and how long the whole of it is."""

    notes: tuple[Note, ...]
    total: int
    notices: tuple[Notice, ...] = ()


class Recalled(Value, frozen=True):
    """One time a note was shown to a model, or withheld from it."""

    at: dt.datetime
    session: str | None
    surface: Surface
    rank: int
    """1 is the best."""
    score: float
    outcome: str
    """`given`, or `blocked: <class>`."""


LinkKind = Literal["may_supersede", "merged_from"]
"""How two notes belong together: the newer may be the present value of the older, or says what
several older ones said."""


class Link(Value, frozen=True):
    """Another note that belongs to one."""

    kind: LinkKind
    newer: bool
    """Whether the other note is the newer of the two."""
    id: str
    text: str
    at: dt.datetime
    """Since when they are linked."""


class Why(Value, frozen=True):
    """Where a note comes from, and what became of it."""

    note: Note
    state: Literal["kept", "forgotten", "purged"]
    evidence: Evidence
    history: tuple[Change, ...]
    """Newest first."""
    similar: tuple[Similar, ...]
    recalls: tuple[Recalled, ...] = ()
    """Where it was shown to a model lately; newest first, as the links are."""
    released: bool = False
    """Whether a person let this revision pass the scan."""
    links: tuple[Link, ...] = ()
    notices: tuple[Notice, ...] = ()


class Undone(Value, frozen=True):
    """What an undo (or redo) put back, and what it had to leave."""

    op: str
    """What the entry taken back had done: add, edit, pin, forget, …"""
    change: int
    """The change that was taken back."""
    seq: int
    """The journal entry this undo is."""
    notes: tuple[str, ...]
    """Ids put back."""
    left: tuple[Left, ...]


class Left(Value, frozen=True):
    """A note an undo did not touch, and why."""

    id: str
    reason: str


class CheapQueries(Value, frozen=True):
    """How many small questions a model was asked today, in UTC, by the whole home."""

    provider: Literal["command", "url", "none"]
    """Who is configured to answer; a host that lends its own model goes before it."""
    asked: int
    failed: int
    """Of those asked."""
    cap: int
    """Questions a day."""


class Stats(Value, frozen=True):
    """How a store stands."""

    home: str
    project: str | None
    notes: int
    """In this project."""
    global_notes: int
    by_meaning: int
    pending: int
    stale: int
    other: int
    """Notes whose only vector is of another embedder."""
    pinned: int
    forgotten: int
    embedder: str | None
    """The id of the embedder this store is bound to."""
    mode: Mode
    backend: Literal["sqlite-vec", "brute force"]
    triggers: dict[str, int]
    cheap_queries: CheapQueries
    store_bytes: int
    schema: int
    notices: tuple[Notice, ...] = ()


class Reindexed(Value, frozen=True):
    """What a reindex did."""

    embedder: str
    embedded: int
    """Notes embedded in this run."""
    total: int
    switched: bool
    """Whether this embedder answers now."""


class ProjectRow(Value, frozen=True):
    """A project memboard keeps notes of."""

    name: str
    keys: tuple[str, ...]
    """The identities that lead to it."""
    notes: int
    last_change: dt.datetime | None
    current: bool
    scope: Scope


class Moved(Value, frozen=True):
    """What merging two projects did."""

    source: str
    target: str
    moved: int
    doubles: int
    """Notes that the target already had word for word; forgotten in the source, restorable."""


class Imported(Value, frozen=True):
    """What became of the lines of an import."""

    new: int
    unchanged: int
    """Here already, word for word."""
    changed_here: int
    """The same note, edited here since; the newer text was kept."""
    suppressed: int
    """Forgotten here, and kept out."""
    masked: int
    """New notes in which credentials were masked."""
    skipped: tuple[str, ...]
    """Faulty lines that were left out on request, with the reason."""
    change: int | None
    """What `undo` takes back at once; None when nothing was written."""
    notices: tuple[Notice, ...] = ()
