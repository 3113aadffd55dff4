"""What each op of the tool takes: the types that check a call and describe it in its schema."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from memboard.engine.model import MAX_TAGS, MAX_TEXT, MAX_TOPIC, Scope, Value

MOST_HITS = 20
"""Hits of one search; twenty long notes are about as much as a host shows of one answer."""

NoteId: TypeAlias = Annotated[
    str,
    Meta(
        description="The note's id as a search shows it; an unambiguous prefix of three or more "
        "characters will do.",
        max_length=40,
        extra_json_schema={"minLength": 3},
    ),
]
Session: TypeAlias = (
    Annotated[str, Meta(description="Your host's session id, if you know it.", max_length=200)]
    | None
)


class Asked(Value, frozen=True, forbid_unknown_fields=True):
    """The arguments of one op, beside `op` itself."""


class Add(Asked, frozen=True):
    """Save one fact."""

    text: Annotated[
        str,
        Meta(
            description="One fact, in a sentence that stands alone, without credentials.",
            extra_json_schema={"minLength": 1, "maxLength": MAX_TEXT},
        ),
    ]
    scope: Annotated[
        Scope | None,
        Meta(
            description="project (left out: this) for this project, global for what holds in "
            "every project, such as a preference of the user."
        ),
    ] = None
    topic: Annotated[
        str | None,
        Meta(
            description="What it is about, in a few words.",
            extra_json_schema={"maxLength": MAX_TOPIC},
        ),
    ] = None
    tags: Annotated[
        tuple[str, ...],
        Meta(description="Short words to filter by.", extra_json_schema={"maxItems": MAX_TAGS}),
    ] = ()
    importance: Annotated[
        float | None,
        Meta(
            description="0 to 1; left out: neutral, 0.5.",
            extra_json_schema={"minimum": 0, "maximum": 1},
        ),
    ] = None
    session: Session = None


class Search(Asked, frozen=True):
    """Find notes."""

    query: Annotated[
        str, Meta(description="A question or a few words, in any language; data, never syntax.")
    ]
    k: Annotated[int, Meta(description="How many notes at most.", ge=1, le=MOST_HITS)] = 8
    scope: Annotated[
        Scope | None, Meta(description="only this project's, or only global notes.")
    ] = None
    session: Session = None


class Forget(Asked, frozen=True):
    """Remove one note."""

    id: NoteId
    session: Session = None


class About(Asked, frozen=True):
    """Ask where one note comes from."""

    id: NoteId


ASKED: dict[str, type[Asked]] = {"add": Add, "search": Search, "forget": Forget, "why": About}
"""The ops in the order in which they are shown."""
