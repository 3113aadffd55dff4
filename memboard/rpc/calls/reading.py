"""`memory.*` that read."""

from __future__ import annotations

from memboard.engine import Page, Stats, Why
from memboard.engine.triage.values import Triage
from memboard.rpc import params, results
from memboard.rpc.calls.call import Call


def recent(call: Call, given: params.Recent) -> Page:
    """List notes, newest first."""
    return call.memory.recent(given.limit, offset=given.offset, scope=given.scope)


def why(call: Call, given: params.About) -> Why:
    """Tell where a note comes from, what speaks for it, and what became of it."""
    return call.memory.why(given.id)


def history(call: Call, given: params.History) -> results.Changes:
    """Read the journal, newest first: who changed what, from what to what."""
    changes = call.memory.history(
        given.id, limit=given.limit, before=given.before, session=given.session
    )
    return results.Changes(changes=changes)


def triage(call: Call, given: params.TriageNotes) -> Triage:
    """Name the notes that are probably worth nothing, the most suspicious first, and why."""
    return call.memory.triage(given.limit, reason=given.reason, cancelled=call.cancelled)


def stats(call: Call, _: params.Nothing) -> Stats:
    """Count what there is and how it can be found."""
    return call.memory.stats()
