"""`memory.search` and `memory.recall`, whose answers a model reads, and `blocked.*`."""

from __future__ import annotations

from memboard.engine.answers import Found
from memboard.engine.recall.withhold import threats
from memboard.engine.shown import Recall
from memboard.rpc import params, results
from memboard.rpc.calls.call import Call


def search(call: Call, given: params.Search) -> Found:
    """Find the best notes by meaning and words; while the model loads, by words."""
    return call.memory.search_for_model(
        given.query,
        k=given.k,
        scope=given.scope,
        min_score=given.min_score,
        session=given.session,
        wait=False,
    )


def recall(call: Call, given: params.Prompt) -> Recall:
    """Choose the few notes that are worth putting before a prompt, and say why not the others."""
    return call.memory.recall(
        given.prompt, level=given.level, budget=given.budget, session=given.session, wait=False
    )


def list_blocked(call: Call, given: params.BlockedLog) -> results.BlockedTexts:
    """List what was withheld from models lately, in every project, newest first."""
    return results.BlockedTexts(blocked=call.memory.blocked(given.limit))


def release(call: Call, given: params.Release) -> results.OneNote:
    """Let a note's present text pass the scan, or withhold it again."""
    session = call.connection.changing(given.session)
    return results.OneNote(note=call.memory.release(given.id, on=given.on, session=session))


def check(_: Call, given: params.Texts) -> results.Checked:
    """Scan texts as they would be scanned before a model reads them; needs no store."""
    return results.Checked(results=tuple(map(threats, given.texts)))
