"""`memory.*` that change notes."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from msgspec import UnsetType

from memboard.engine import UNSET, Added, Draft, Edited, Forgotten, Undone
from memboard.engine.errors import InvalidInput
from memboard.rpc import params, results
from memboard.rpc.calls.call import Call

Answer = TypeVar("Answer", Added, Edited)


def shown(call: Call, answer: Answer) -> Answer:
    """Withhold the look-alikes that an agent may not read: it did not ask for them."""
    if not answer.similar:
        return answer
    similar = call.memory.similar_for_model(answer.similar)
    return msgspec.structs.replace(answer, similar=similar)


def add(call: Call, draft: Draft) -> Added:
    """Remember one fact; when this answers it is findable by meaning, if there is a model."""
    session = call.connection.changing(draft.session)
    return shown(call, call.memory.add_many([draft], session=session)[0])


def add_many(call: Call, given: params.AddMany) -> results.AddedMany:
    """Remember many facts in one undoable change, or none of them."""
    session = call.connection.changing(given.session)
    drafts = [
        msgspec.structs.replace(draft, session=draft.session or session) for draft in given.notes
    ]
    added = call.memory.add_many(drafts, session=session)
    return results.AddedMany(results=tuple(shown(call, one) for one in added))


def edit(call: Call, given: params.Edit) -> Edited:
    """Change fields of a note; those left out stay, null empties one."""
    edited = call.memory.edit(
        given.id,
        text=UNSET if isinstance(given.text, UnsetType) else given.text,
        topic=UNSET if isinstance(given.topic, UnsetType) else given.topic,
        tags=UNSET if isinstance(given.tags, UnsetType) else given.tags,
        importance=UNSET if isinstance(given.importance, UnsetType) else given.importance,
        pinned=UNSET if isinstance(given.pinned, UnsetType) else given.pinned,
        scope=UNSET if isinstance(given.scope, UnsetType) else given.scope,
        expected_revision=given.expected_revision,
        session=call.connection.changing(given.session),
    )
    return shown(call, edited)


def pin(call: Call, given: params.Pin) -> results.OneNote:
    """Pin a note, or unpin it."""
    session = call.connection.changing(given.session)
    (note,) = call.memory.pin(given.id, pinned=given.pinned, session=session)
    return results.OneNote(note=note)


def forget(call: Call, given: params.Forget) -> Forgotten:
    """Take a note out of every index at once; restorable for 30 days unless purged."""
    session = call.connection.changing(given.session)
    (forgotten,) = call.memory.forget(given.id, purge=given.purge, session=session)
    return forgotten


def restore(call: Call, given: params.Restore) -> results.OneNote:
    """Bring a forgotten note back as it was."""
    session = call.connection.changing(given.session)
    return results.OneNote(note=call.memory.restore(given.id, session=session))


def undo(call: Call, given: params.Undo) -> Undone:
    """Take back your own last change, or one entry, change or cycle of anybody's."""
    named = [value for value in (given.seq, given.change, given.cycle) if value is not None]
    if len(named) > 1:
        raise InvalidInput("An undo takes one of seq, change and cycle.", hint="Name one.")
    session = call.connection.undoing(given.session)
    return call.memory.undo(given.seq, change=given.change, cycle=given.cycle, session=session)


def redo(call: Call, given: params.Redo) -> Undone:
    """Do again what you took back last, unless you changed something since."""
    return call.memory.redo(session=call.connection.undoing(given.session))
