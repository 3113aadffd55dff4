"""The four ops: each asks the store one thing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from memboard.engine import Memory, Note, Notice, Why
from memboard.engine.model import Value
from memboard.mcp.answered import (
    Added,
    Answered,
    Explained,
    Forgotten,
    Found,
    Origin,
    ShownVector,
)
from memboard.mcp.asked import About, Add, Forget, Search
from memboard.mcp.showing import (
    shown_history,
    shown_hit,
    shown_name,
    shown_note,
    shown_recalls,
)


class Caller(Value, frozen=True):
    """Who asks."""

    actor: str
    """In whose name the store was opened."""
    session: str
    """The connection's own, in the journal and in the record of what was shown."""


def add(memory: Memory, caller: Caller, given: Add) -> Added:
    """Save one fact; findable by meaning when this answers, if there is a model."""
    added = memory.add(
        given.text,
        scope=given.scope,
        topic=given.topic,
        tags=given.tags,
        importance=given.importance,
        session=given.session,
        host=caller.actor if given.session else None,
    )
    note = shown_note(memory, added.note) if added.note else None
    return Added(
        ok=True,
        op="add",
        status=added.status,
        note=note,
        forgotten_at=added.forgotten_at,
        masked=added.masked,
        similar=memory.similar_for_model(added.similar),
        notices=(*added.notices, *withheld_notice(memory, added.note)),
    )


def withheld_notice(memory: Memory, note: Note | None) -> tuple[Notice, ...]:
    """Say so where a note that was just added will not be shown to a model."""
    found = memory.withheld(note) if note else ()
    if note is None or not found:
        return ()
    text = (
        f"This note reads like an attack ({found[0].class_}): models see [BLOCKED] in its place "
        f"until a person releases it with: memboard blocked release {note.id}"
    )
    return (Notice(code="withheld", text=text),)


def search(memory: Memory, caller: Caller, given: Search) -> Found:
    """Find the best notes by meaning and words; while the model loads, by words."""
    found = memory.search_for_model(
        given.query,
        k=given.k,
        scope=given.scope,
        session=given.session or caller.session,
        wait=False,
    )
    return Found(
        ok=True,
        op="search",
        hits=tuple(map(shown_hit, found.hits)),
        mode=found.mode,
        floor=found.floor,
        notices=found.notices,
    )


def forget(memory: Memory, _: Caller, given: Forget) -> Forgotten:
    """Take one note out of every index; a person can restore it."""
    (forgotten,) = memory.forget(given.id, session=given.session)
    return Forgotten(
        ok=True, op="forget", id=forgotten.forgotten, restorable_until=forgotten.restorable_until
    )


def why(memory: Memory, _: Caller, given: About) -> Explained:
    """Tell where a note comes from; of a forgotten one everything but its text."""
    found = memory.why(given.id)
    kept = found.state == "kept"
    evidence = found.evidence
    return Explained(
        ok=True,
        op="why",
        id=found.note.id,
        state=found.state,
        note=shown_note(memory, found.note) if kept else None,
        origin=origin_of(memory, found),
        revision=found.note.revision,
        findable=found.note.findable if kept else None,
        vector=ShownVector(embedder=evidence.embedder, embedded_at=evidence.embedded_at),
        released=found.released,
        history=shown_history(memory, found.history),
        recalls=shown_recalls(memory, found.recalls),
        similar=memory.similar_for_model(found.similar),
        notices=found.notices,
    )


def origin_of(memory: Memory, found: Why) -> Origin:
    """Tell who added a note, when and from where."""
    note = found.note
    added = found.history[-1] if found.history else None
    return Origin(
        trigger=note.trigger,
        by=shown_name(memory, added.actor if added else None),
        session=shown_name(memory, note.session),
        host=shown_name(memory, note.host),
        created_at=note.created_at,
        updated_at=note.updated_at,
    )


Operation = Callable[[Memory, Caller, Any], Answered]

OPERATIONS: dict[str, Operation] = {"add": add, "search": search, "forget": forget, "why": why}
