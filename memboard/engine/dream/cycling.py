"""One cycle from its claim to its proposals: one question at most, and every end keeps its reason.

What the model answers is untrusted, and only waits. Where merging is automatic, what was proposed
is applied under the same cycle, within the bracket that holds for what a person accepts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import msgspec

from memboard.engine.curate.workshop import Workshop
from memboard.engine.dream import gate
from memboard.engine.dream.answers import Applied
from memboard.engine.dream.applying import apply_merges, refuse_taken_over
from memboard.engine.dream.claiming import claimed, end_cycle
from memboard.engine.dream.neighbourhoods import neighbourhoods
from memboard.engine.dream.parsing import proposed_from
from memboard.engine.dream.question import prompt_of
from memboard.engine.dream.values import Clash, Merge, Neighbourhood, Proposed, digest_of
from memboard.engine.model import Value
from memboard.engine.session.capture import answer_of
from memboard.engine.session.cheap import CheapQuery
from memboard.engine.shown import Dreamt
from memboard.engine.sources import new_id
from memboard.engine.store import cycles, proposals
from memboard.engine.store.cycles import Statistics, Status
from memboard.engine.store.notes import count_of
from memboard.engine.store.proposals import Fresh, Named
from memboard.engine.store.store import Store

NOTHING_NEW = "No notes lie near each other that were not compared before."
NOBODY = "no cheap query: the host lends none, and none is configured"
MAX_ANSWER = 24_000
"""Characters that an answer may have: fifty merges with their topics."""


class Heard(Value, frozen=True):
    """What came of the question."""

    proposed: Proposed
    asked: str | None = None
    """Who was asked."""
    failure: str | None = None
    """Why there is no answer."""


def run_cycle(
    work: Workshop,
    namespace: int,
    query: CheapQuery | None,
    *,
    timeout: float,
    automatic: bool = False,
) -> Dreamt:
    """Run one cycle over the notes of a namespace.

    Args:
        work: the store's tools; its author is whose cycle it is.
        namespace: whose notes.
        query: who is asked; without anybody only what contradicts each other is found.
        timeout: seconds for the answer.
        automatic: merge what was proposed, instead of letting it wait.

    Raises:
        Conflict: another cycle runs, or took this one over.
        Cancelled: whoever called no longer wants to wait; the cycle is ended.
        StoreBusy, StoreFull, StoreReadOnly, EmbedderFailed: no note was changed.
    """
    store = work.store
    with claimed(store, work.author, namespace, "automatic" if automatic else "propose") as cycle:
        near = neighbourhoods(store, namespace, asked=lambda pair: asked(store, namespace, pair))
        if not near:
            end_cycle(store, cycle, "empty", NOTHING_NEW)
            return Dreamt(cycle=cycle, reason=NOTHING_NEW)
        heard = ask(store, near, query, timeout)
        dreamt, merges, figures = keep(work, namespace, cycle, near, heard, automatic=automatic)
        if not merges:
            return dreamt
        applied = apply_merges(
            work,
            namespace,
            merges,
            cycle,
            asked=figures,
            done=lambda done, now: accept(work, namespace, cycle, done, now),
        )
    return with_applied(dreamt, applied)


def asked(store: Store, namespace: int, pair: bytes) -> bool:
    """Tell whether a model was shown two notes together."""
    return proposals.was_asked(store.database, namespace, pair)


def ask(
    store: Store, near: Sequence[Neighbourhood], query: CheapQuery | None, timeout: float
) -> Heard:
    """Ask the one question; what contradicts each other shows without an answer too."""
    if query is None:
        return Heard(proposed=without_answer(near), failure=NOBODY)
    question = prompt_of(near, store.entropy)
    reply, failure = answer_of(query, question, timeout, MAX_ANSWER)
    if failure is not None:
        return Heard(proposed=without_answer(near), asked=query.name, failure=failure)
    return Heard(proposed=proposed_from(reply, near), asked=query.name)


def without_answer(near: Sequence[Neighbourhood]) -> Proposed:
    """Give the contradictions that need no model."""
    return msgspec.structs.replace(proposed_from("", near), reason=None)


def keep(
    work: Workshop,
    namespace: int,
    cycle: str,
    near: Sequence[Neighbourhood],
    heard: Heard,
    *,
    automatic: bool,
) -> tuple[Dreamt, tuple[Merge, ...], Statistics]:
    """Write what was proposed, and remember what was shown, in one transaction.

    It ends the cycle, unless there are merges to apply; gives those.
    """
    store, proposed = work.store, heard.proposed
    answered = heard.asked is not None and heard.failure is None
    shown = sum(len(one.members) for one in near) if heard.asked else 0
    with store.writing("the proposals") as now:
        refuse_taken_over(store, cycle)
        merges = [one for one in proposed.merges if not stands_against(store, namespace, one)]
        new = proposals.put(store.database, cycle, namespace, merging(store, merges), now)
        clashes = proposals.put(
            store.database, cycle, namespace, clashing(store, proposed.clashes), now
        )
        if answered:
            pairs = [pair for one in near for pair in one.pairs]
            proposals.mark_asked(store.database, namespace, pairs, now)
        proposals.outdate(store.database, now)
        figures = counted(store, namespace, heard, shown, len(proposed.merges), clashes)
        chosen = within_room(figures.notes_before, merges) if automatic else ()
        dreamt = Dreamt(
            cycle=cycle,
            asked=heard.asked,
            shown=shown,
            proposed=new,
            conflicts=clashes,
            dropped=proposed.dropped,
            reason=reason_of(heard, new + clashes),
        )
        if not chosen:
            status = status_of(heard, new + clashes)
            cycles.end(store.database, cycle, status, now, reason=dreamt.reason, statistics=figures)
    return dreamt, chosen, figures


def stands_against(store: Store, namespace: int, merge: Merge) -> bool:
    """Tell whether somebody decided against a merge, or against two of its notes being one."""
    pairs = [digest_of(pair) for pair in combinations(merge.members, 2)]
    return proposals.stands_against(store.database, namespace, pairs) or proposals.is_rejected(
        store.database, namespace, merge.digest
    )


def merging(store: Store, merges: Iterable[Merge]) -> list[Fresh]:
    """Make proposals of merges."""
    return [
        Fresh(
            id=new_id(store.entropy),
            kind="merge",
            members=tuple(Named(id=note.id, revision=note.revision) for note in one.members),
            digest=one.digest,
            text=one.text,
            topic=one.topic,
        )
        for one in merges
    ]


def clashing(store: Store, clashes: Iterable[Clash]) -> list[Fresh]:
    """Make proposals of conflicts."""
    return [
        Fresh(
            id=new_id(store.entropy),
            kind="conflict",
            members=tuple(Named(id=note.id, revision=note.revision) for note in one.members),
            digest=one.digest,
            what=one.what,
        )
        for one in clashes
    ]


def counted(
    store: Store, namespace: int, heard: Heard, shown: int, merges: int, clashes: int
) -> Statistics:
    """Say in figures what a question came to."""
    count = count_of(store.database, namespace)
    return Statistics(
        notes_before=count,
        notes_after=count,
        shown=shown,
        proposed=merges,
        conflicts=clashes,
        dropped=sum(heard.proposed.dropped.values()),
        left_out=heard.proposed.dropped,
    )


def within_room(count: int, merges: Sequence[Merge]) -> tuple[Merge, ...]:
    """Choose the merges that fit the cap of one cycle, in their order."""
    room = gate.allowed(count)
    chosen: list[Merge] = []
    for merge in merges:
        if len(merge.members) <= room:
            room -= len(merge.members)
            chosen.append(merge)
    return tuple(chosen)


def reason_of(heard: Heard, new: int) -> str | None:
    """Say why nothing, or less than was hoped for, came of a cycle."""
    if heard.failure or heard.proposed.reason:
        return heard.failure or heard.proposed.reason
    if new:
        return None
    if heard.proposed.dropped:
        named = ", ".join(f"{count} {why}" for why, count in heard.proposed.dropped.items())
        return f"Nothing of the answer could be used: {named}."
    return "Nothing repeats or contradicts anything."


def status_of(heard: Heard, new: int) -> Status:
    """Say how a cycle ended that changed no note."""
    if heard.asked is not None and heard.failure is not None:
        return "failed"
    if new:
        return "proposed"
    return "rejected" if heard.proposed.reason or heard.proposed.dropped else "empty"


def accept(work: Workshop, namespace: int, cycle: str, merges: Sequence[Merge], now: int) -> None:
    """Mark inside the cycle's transaction what was carried out, and what it made outdated."""
    database = work.store.database
    for one in merges:
        proposals.decide_same(database, namespace, one.digest, work.author.actor, now, cycle)
    proposals.outdate(database, now)


def with_applied(dreamt: Dreamt, applied: Applied) -> Dreamt:
    """Say also what was merged at once."""
    return msgspec.structs.replace(
        dreamt,
        proposed=max(0, dreamt.proposed - len(applied.merged)),
        merged=applied.merged,
        superseded=applied.superseded,
        reason=applied.rejected or dreamt.reason,
    )
