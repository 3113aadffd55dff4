"""Settles a conflict: which of two notes holds, or both."""

from __future__ import annotations

from typing import get_args

from memboard.engine.curate.forgetting import forget_entry
from memboard.engine.curate.workshop import Workshop
from memboard.engine.dream.answers import Keep, Settled
from memboard.engine.dream.applying import refuse_taken_over
from memboard.engine.dream.claiming import claimed
from memboard.engine.dream.reviewing import find_waiting, present, stale
from memboard.engine.errors import Conflict, InvalidInput
from memboard.engine.store import cycles, proposals
from memboard.engine.store.cycles import Statistics
from memboard.engine.store.journal import Author
from memboard.engine.store.notes import NoteRow, count_of
from memboard.engine.store.proposals import Proposal
from memboard.engine.store.store import Store


def settle(work: Workshop, prefix: str, keep: Keep) -> Settled:
    """Decide on a conflict; the note that does not hold goes, and one undo brings it back.

    Args:
        work: the store's tools; its author is who decides.
        prefix: the proposal's id.
        keep: `both` says that they do not contradict each other; they are not named again as
            a conflict until one of them changes.

    Raises:
        InvalidInput: it is no conflict, or there is no such decision.
        NotFound, Ambiguous: the id means none, or several.
        Conflict: somebody decided already, a note was changed, or the one to go is pinned.
    """
    if keep not in get_args(Keep):
        raise InvalidInput(f'"{keep}" is no decision.', hint="It is left, right or both.")
    found = find_waiting(work.store, prefix)
    if found.kind != "conflict":
        raise InvalidInput(
            f"{found.id} is a merge.", hint="memboard dream apply accepts it, reject rejects it."
        )
    return keep_both(work, found) if keep == "both" else keep_one(work, found, keep)


def keep_both(work: Workshop, found: Proposal) -> Settled:
    """Let both notes stand."""
    store = work.store
    with store.writing("a conflict's end") as now:
        if not proposals.decide(store.database, found.id, "rejected", work.author.actor, now):
            raise Conflict(f"{found.id} was decided meanwhile; nothing was changed.")
    kept = tuple(one.id for one in found.members)
    return Settled(id=found.id, kept=kept, superseded=(), cycle=None)


def keep_one(work: Workshop, found: Proposal, keep: Keep) -> Settled:
    """Let one note stand, and take the other away under a cycle of its own."""
    store, author = work.store, work.author
    with (
        claimed(store, author, found.namespace_number, "apply") as cycle,
        store.writing("a conflict's end") as now,
    ):
        refuse_taken_over(store, cycle)
        stays, goes = standing(store, found, keep)
        take_away(store, Author(author.actor, author.session, cycle), goes, now)
        if not proposals.decide(store.database, found.id, "accepted", author.actor, now, cycle):
            raise Conflict(f"{found.id} was decided meanwhile; nothing was changed.")
        proposals.outdate(store.database, now)
    return Settled(id=found.id, kept=(stays.id,), superseded=(goes.id,), cycle=cycle)


def standing(store: Store, found: Proposal, keep: Keep) -> tuple[NoteRow, NoteRow]:
    """Give the note that stays and the one that goes, as they are inside the transaction."""
    rows = present(store, found)
    if len(rows) != 2:
        raise stale(found.id)
    stays, goes = rows if keep == "left" else reversed(rows)
    if goes.pinned:
        raise Conflict(f"{goes.id} is pinned, so it stays.", hint="Unpin it first.")
    return stays, goes


def take_away(store: Store, author: Author, goes: NoteRow, now: int) -> None:
    """Forget a note inside the transaction, and end the cycle that did."""
    count = count_of(store.database, goes.namespace)
    entry = forget_entry(store, goes)
    store.remove(goes, now, suppress=True)
    store.record(author, now, [entry])
    figures = Statistics(notes_before=count, notes_after=count - 1, conflicts=1, superseded=1)
    cycles.end(store.database, author.cycle or "", "applied", now, statistics=figures)
