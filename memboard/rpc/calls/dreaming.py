"""`dream.*`: notes that repeat or contradict each other.

Their texts are given as `memory.why` gives them: whoever lists proposals asked for them, and no
note that the scan withholds is ever part of one.
"""

from __future__ import annotations

from memboard.engine.answers import Undone
from memboard.engine.dream.answers import Consolidated, DreamStatus, Settled
from memboard.engine.shown import Dreamt
from memboard.rpc import dreams
from memboard.rpc.calls.call import Call


def propose(call: Call, given: dreams.Propose) -> Dreamt:
    """Look for notes that repeat or contradict each other; what is found waits for a decision."""
    return call.memory.dream_propose(
        query=None if given.session is None else call.lent(given.session),
        timeout=given.timeout,
        force=given.force,
        scope=given.scope,
        session=given.session,
    )


def list_proposals(call: Call, given: dreams.ListProposals) -> dreams.Proposals:
    """List proposals with their notes, newest first."""
    found = call.memory.proposals(given.status, limit=given.limit)
    return dreams.Proposals(proposals=found)


def apply(call: Call, given: dreams.Apply) -> Consolidated:
    """Accept proposed merges; each is looked at again, and each cycle is one undo."""
    session = call.connection.changing(given.session)
    return call.memory.dream_apply(*given.ids, everything=given.all, session=session)


def reject(call: Call, given: dreams.Reject) -> dreams.Rejected:
    """Reject proposals; they come again only when one of their notes changes."""
    session = call.connection.changing(given.session)
    return dreams.Rejected(rejected=call.memory.dream_reject(*given.ids, session=session))


def edit(call: Call, given: dreams.EditProposal) -> dreams.OneProposal:
    """Write another text for a proposed merge; one that loses a value is refused."""
    session = call.connection.changing(given.session)
    edited = call.memory.dream_edit(given.id, given.text, session=session)
    return dreams.OneProposal(proposal=edited)


def settle(call: Call, given: dreams.Settle) -> Settled:
    """Say which of two notes that contradict each other holds: left, right, or both."""
    session = call.connection.changing(given.session)
    return call.memory.dream_settle(given.id, given.keep, session=session)


def status(call: Call, given: dreams.StatusOf) -> DreamStatus:
    """Tell what is due, what runs, what waits, and what the last cycles came to."""
    return call.memory.dream_status(given.limit)


def undo(call: Call, given: dreams.UndoCycle) -> Undone:
    """Take a whole cycle back; what was edited since is left, and named."""
    session = call.connection.changing(given.session)
    return call.memory.dream_undo(given.cycle, session=session)


def audit(call: Call, given: dreams.Audit) -> dreams.Removed:
    """List which notes were removed, when, by which cycle and in whose favour, newest first."""
    taken = call.memory.dream_audit(given.id, cycle=given.cycle, limit=given.limit)
    return dreams.Removed(superseded=taken)
