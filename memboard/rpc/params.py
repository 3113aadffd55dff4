"""What each method takes: the types that check requests and describe them in `rpc.discover`."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from memboard.engine.model import Draft, Level, Scope, Value
from memboard.engine.triage.values import Code

NoteId: TypeAlias = Annotated[
    str, Meta(description="A note's id, or an unambiguous prefix of three characters or more.")
]
Session: TypeAlias = Annotated[
    str | None,
    Meta(description="Whose change it is in the journal. Null: this connection's own."),
]
Conversation: TypeAlias = Annotated[
    str | None, Meta(description="The host's session id, kept with the record of what was shown.")
]
HowMuch: TypeAlias = Annotated[
    Level | None, Meta(description="How much. Null: the setting memory.aggressiveness.")
]
Characters: TypeAlias = Annotated[
    int | None, Meta(description="Characters the block may have; whole notes only.")
]
Limit: TypeAlias = Annotated[int, Meta(description="How many, 1 to 1,000.")]
OnlyScope: TypeAlias = Annotated[
    Scope | None, Meta(description="Only the project's, or only global notes. Null: both.")
]


class Params(Value, frozen=True, forbid_unknown_fields=True):
    """The parameters of one method, given by name."""


class Nothing(Params, frozen=True):
    """For methods that take none."""


class AddMany(Params, frozen=True):
    """`memory.add_many`."""

    notes: Annotated[tuple[Draft, ...], Meta(description="All of them are stored, or none.")]
    session: Session = None


class Search(Params, frozen=True):
    """`memory.search`."""

    query: Annotated[str, Meta(description="Any text; data, never syntax.")]
    k: Annotated[int, Meta(description="How many hits at most, 1 to 1,000.")] = 8
    scope: OnlyScope = None
    min_score: Annotated[float | None, Meta(description="Leave out hits with a smaller score.")] = (
        None
    )
    session: Conversation = None


class Prompt(Params, frozen=True):
    """`memory.recall`."""

    prompt: Annotated[str, Meta(description="Any text; data, never syntax.")]
    level: HowMuch = None
    budget: Characters = None
    session: Annotated[
        str | None,
        Meta(
            description="The host's session id: a note is given to it once. "
            "Null: nothing is remembered as given."
        ),
    ] = None


class Forget(Params, frozen=True):
    """`memory.forget`."""

    id: NoteId
    purge: Annotated[bool, Meta(description="Erase the text for good; cannot be undone.")] = False
    session: Session = None


class Restore(Params, frozen=True):
    """`memory.restore`."""

    id: NoteId
    session: Session = None


class Edit(Params, frozen=True):
    """`memory.edit`: a field left out stays, null empties it."""

    id: NoteId
    text: str | UnsetType = UNSET
    topic: str | UnsetType | None = UNSET
    tags: tuple[str, ...] | UnsetType = UNSET
    importance: float | UnsetType | None = UNSET
    pinned: bool | UnsetType = UNSET
    scope: Scope | UnsetType = UNSET
    expected_revision: Annotated[
        int | None, Meta(description="The revision you saw; another one now is a conflict.")
    ] = None
    session: Session = None


class Pin(Params, frozen=True):
    """`memory.pin`."""

    id: NoteId
    pinned: Annotated[bool, Meta(description="False unpins.")] = True
    session: Session = None


class About(Params, frozen=True):
    """`memory.why`."""

    id: NoteId


class Recent(Params, frozen=True):
    """`memory.recent`."""

    limit: Limit = 20
    offset: Annotated[int, Meta(description="How many to skip.")] = 0
    scope: OnlyScope = None


class History(Params, frozen=True):
    """`memory.history`."""

    id: Annotated[str | None, Meta(description="Only this note's entries.")] = None
    limit: Limit = 50
    before: Annotated[int | None, Meta(description="Only entries with a smaller seq.")] = None
    session: Annotated[str | None, Meta(description="Only this session's entries.")] = None


class Undo(Params, frozen=True):
    """`memory.undo`: at most one of seq, change and cycle; none takes back your last change."""

    seq: Annotated[int | None, Meta(description="One journal entry, whoever made it.")] = None
    change: Annotated[int | None, Meta(description="All entries made together.")] = None
    cycle: Annotated[str | None, Meta(description="A whole consolidation cycle.")] = None
    session: Session = None


class Redo(Params, frozen=True):
    """`memory.redo`."""

    session: Session = None


class TriageNotes(Params, frozen=True):
    """`memory.triage`."""

    limit: Limit = 20
    reason: Annotated[
        Code | None, Meta(description="Only notes suspected for this. Null: all.")
    ] = None


class Reindex(Params, frozen=True):
    """`memory.reindex`."""

    embedder: Annotated[
        str | None, Meta(description="Build and switch to this one. Null: fill in what lacks.")
    ] = None


class Merge(Params, frozen=True):
    """`project.merge`."""

    source: Annotated[str, Meta(description="A project's name, key or folder; it goes.")]
    target: Annotated[str, Meta(description="A project's name, key or folder; it stays.")]


class Rename(Params, frozen=True):
    """`project.rename`."""

    project: Annotated[str, Meta(description="A project's name, key or folder.")]
    name: Annotated[str, Meta(description="What it is called from now on.")]


class BlockedLog(Params, frozen=True):
    """`blocked.list`."""

    limit: Limit = 50


class Release(Params, frozen=True):
    """`blocked.release`."""

    id: NoteId
    on: Annotated[bool, Meta(description="False withholds it again.")] = True
    session: Session = None


class Texts(Params, frozen=True):
    """`blocked.check`."""

    texts: Annotated[tuple[str, ...], Meta(description="Texts to scan; nothing is stored.")]
