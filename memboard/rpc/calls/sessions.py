"""`session.*`: a conversation, as the client drives it."""

from __future__ import annotations

from memboard.engine.session.events import Said
from memboard.engine.session.outcomes import Boundary, Compacted, Hinted, Started, Turn
from memboard.rpc import conversation
from memboard.rpc.calls.call import Call


def start(call: Call, given: conversation.SessionStart) -> Started:
    """Make a conversation known, and say what the client lends it."""
    session = call.connection.begin(
        given.session, given.host, given.settings, lends=given.cheap_query
    )
    return call.session(session).start(given.transcript)


def turn(call: Call, given: conversation.SessionTurn) -> Turn:
    """Give what a prompt is worth knowing for; no note twice in one conversation."""
    said = tuple(Said(role=one.role, text=one.text) for one in given.transcript)
    return call.session(given.session).turn(
        given.prompt, transcript=said, budget=given.budget, level=given.level, wait=False
    )


def tool_call(call: Call, given: conversation.SessionToolCall) -> Hinted:
    """Give the one line that a command about to be run is worth, if there is one."""
    return call.session(given.session).tool_call(given.tool, given.input, given.call_id)


def tool_result(call: Call, given: conversation.SessionToolResult) -> Hinted:
    """Log a call that ended; gives the line that names its fix, if it failed and has one."""
    return call.session(given.session).tool_result(
        given.tool,
        given.input,
        given.outcome,
        exit_code=given.exit_code,
        call_id=given.call_id,
    )


def before_compact(call: Call, given: conversation.SessionBoundary) -> Boundary:
    """Keep what is worth it before the client drops a part of the conversation."""
    return call.session(given.session).before_compact(timeout=given.timeout)


def compacted(call: Call, given: conversation.SessionCompacted) -> Compacted:
    """Let the conversation be given again what its compaction dropped."""
    return call.session(given.session).compacted(given.summary)


def shutdown(call: Call, given: conversation.SessionBoundary) -> Boundary:
    """End a conversation: keep what is worth it."""
    return call.session(given.session).shutdown(timeout=given.timeout)
