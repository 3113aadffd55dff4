"""From the engine's answers to what a model may read of them.

A search's hits come scanned from the engine. Everything else that holds words of a note, or of
whoever wrote one, is scanned here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from memboard.engine import Change, Hit, Memory, Note, Parts
from memboard.engine.answers import Recalled
from memboard.engine.recall.withhold import placeholder
from memboard.mcp.answered import Shown, ShownChange, ShownHit, ShownNote, ShownParts

Target = TypeVar("Target", bound=ShownNote)

LATELY = 10
"""Entries of a history, and recalls, that an answer shows."""


def shown_text(memory: Memory, text: str) -> str:
    """Give a text as a model may read it."""
    found = memory.threats(text)
    return placeholder(found[0].class_) if found else text


def shown_name(memory: Memory, name: str | None) -> str | None:
    """Give a session's, a host's or an actor's name as a model may read it."""
    return None if name is None else shown_text(memory, name)


def shown_note(memory: Memory, note: Note) -> ShownNote:
    """Give a note as a model may read it; one that a person released is shown."""
    found = memory.withheld(note)
    if found:
        text = placeholder(found[0].class_)
        note = msgspec.structs.replace(note, text=text, topic=None, tags=())
    return like(ShownNote, note)


def shown_hit(hit: Hit) -> ShownHit:
    """Give a hit that the engine has scanned."""
    return like(
        ShownHit,
        hit.note,
        score=hit.score,
        relevance=hit.parts.relevance,
        below_floor=hit.below_floor,
        parts=shown_parts(hit.parts),
    )


def shown_parts(parts: Parts) -> ShownParts:
    """Give the factors of a score, as exact as a reader needs them."""
    return ShownParts(
        vector=None if parts.vector is None else round(parts.vector, 3),
        bm25=round(parts.bm25, 3),
        weight=round(parts.weight, 3),
        recency=round(parts.recency, 3),
        importance=round(parts.importance, 3),
    )


def shown_history(memory: Memory, history: Sequence[Change]) -> tuple[ShownChange, ...]:
    """Give the newest journal entries without the texts, some of which may be old poison."""
    return tuple(
        ShownChange(
            at=entry.at,
            by=shown_text(memory, entry.actor),
            op=entry.op,
            session=shown_name(memory, entry.session),
            undone=entry.undone_by is not None,
        )
        for entry in history[:LATELY]
    )


def shown_recalls(memory: Memory, recalls: Sequence[Recalled]) -> tuple[Shown, ...]:
    """Give the latest times a note was shown."""
    return tuple(
        Shown(
            at=one.at,
            surface=one.surface,
            rank=one.rank,
            outcome=one.outcome,
            session=shown_name(memory, one.session),
        )
        for one in recalls[:LATELY]
    )


def like(target: type[Target], note: Note, **more: Any) -> Target:
    """Copy the fields that a model is shown of a note."""
    fields = ShownNote.__struct_fields__
    return target(**{name: getattr(note, name) for name in fields}, **more)
