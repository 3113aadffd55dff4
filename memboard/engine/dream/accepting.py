"""Accepts proposals: what can go together is applied in one cycle, the others say why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from memboard.engine.answers import Left
from memboard.engine.curate.reading import MAX_PAGE
from memboard.engine.curate.workshop import Workshop
from memboard.engine.dream import gate
from memboard.engine.dream.answers import Applied, Consolidated
from memboard.engine.dream.applying import apply_merges
from memboard.engine.dream.claiming import claimed
from memboard.engine.dream.cycling import accept as mark_accepted
from memboard.engine.dream.neighbourhoods import member_of
from memboard.engine.dream.reviewing import find, present
from memboard.engine.dream.values import Merge
from memboard.engine.errors import InvalidInput
from memboard.engine.store import proposals
from memboard.engine.store.notes import count_of
from memboard.engine.store.proposals import Proposal
from memboard.engine.store.store import Store


class Fitting(NamedTuple):
    """A proposal that waits, and the merge that it is."""

    proposal: Proposal
    merge: Merge


def accept(work: Workshop, wanted: Sequence[str], *, everything: bool = False) -> Consolidated:
    """Apply proposed merges; each is looked at again, and what does not hold is left.

    Args:
        work: the store's tools; its author is who accepts.
        wanted: ids of proposals, or prefixes of three characters or more.
        everything: all merges that wait, instead.

    Raises:
        InvalidInput: nothing was named, or both ids and everything.
        NotFound, Ambiguous: an id means none, or several; nothing was changed.
        Conflict: another cycle runs; nothing was changed.
        StoreBusy, StoreFull, StoreReadOnly, EmbedderFailed: nothing more was changed.
    """
    if bool(wanted) == everything:
        raise InvalidInput(
            "Either ids of proposals are accepted, or all of them.",
            hint="memboard dream review lists them.",
        )
    store = work.store
    chosen = waiting_merges(store) if everything else named(store, wanted)
    left: list[Left] = []
    fitting = [one for proposal in chosen if (one := fit(store, proposal, left)) is not None]
    done: list[Applied] = []
    for namespace, group in groupby(sorted(fitting, key=in_namespace), key=in_namespace):
        together = tuple(go_together(store, namespace, tuple(group), left))
        if together:
            done.append(apply(work, namespace, together, left))
    behind = {one.id for one in left}
    accepted = tuple(one.proposal.id for one in fitting if one.proposal.id not in behind)
    return Consolidated(cycles=tuple(done), accepted=accepted, left=tuple(left))


def in_namespace(fitting: Fitting) -> int:
    """Tell whose notes a proposal is about."""
    return fitting.proposal.namespace_number


def waiting_merges(store: Store) -> list[Proposal]:
    """List all merges that wait, oldest first: an earlier proposal goes before a later one."""
    found = proposals.list_proposals(store.database, store.namespaces(), "waiting", MAX_PAGE)
    return [one for one in reversed(found) if one.kind == "merge"]


def named(store: Store, wanted: Sequence[str]) -> list[Proposal]:
    """Find each proposal once, in the order in which they were named."""
    return list({one.id: one for one in (find(store, prefix) for prefix in wanted)}.values())


def fit(store: Store, proposal: Proposal, left: list[Left]) -> Fitting | None:
    """Give the merge that a proposal is; None, and why, where it cannot be accepted."""
    rows = present(store, proposal)
    why = None
    if proposal.status == "outdated" or len(rows) < len(proposal.members):
        why = "One of its notes was changed or went."
    elif proposal.status != "waiting":
        why = f"It was {proposal.status} by {proposal.decided_by} already."
    elif proposal.kind != "merge" or proposal.text is None:
        why = "It is a conflict: memboard dream settle says which note holds."
    if why is not None:
        left.append(Left(id=proposal.id, reason=why))
        return None
    members = tuple(member_of(row) for row in rows)
    merge = Merge(members=members, text=proposal.text or "", topic=proposal.topic)
    return Fitting(proposal, merge)


def go_together(
    store: Store, namespace: int, fitting: Sequence[Fitting], left: list[Left]
) -> Iterator[Fitting]:
    """Choose what one cycle may do: no note in two merges, and no more than its cap."""
    count = count_of(store.database, namespace)
    whole = room = gate.allowed(count)
    taken: dict[str, str] = {}
    for ready in fitting:
        one = ready.proposal
        ids = [member.id for member in one.members]
        other = next((taken[note] for note in ids if note in taken), None)
        if other is not None:
            left.append(Left(id=one.id, reason=f"{other}, accepted too, has one of its notes."))
        elif len(ids) > room:
            why = f"A cycle may supersede {whole} of the {count} notes here."
            left.append(Left(id=one.id, reason=why))
        else:
            room -= len(ids)
            taken |= dict.fromkeys(ids, one.id)
            yield ready


def apply(work: Workshop, namespace: int, together: Sequence[Fitting], left: list[Left]) -> Applied:
    """Apply proposals in one cycle, and say which of them it left out."""
    ids = {tuple(note.id for note in one.merge.members): one.proposal.id for one in together}
    written = {one.merge.digest for one in together if one.proposal.edited_by is not None}
    with claimed(work.store, work.author, namespace, "apply") as cycle:
        applied = apply_merges(
            work,
            namespace,
            [one.merge for one in together],
            cycle,
            written=written,
            done=lambda done, now: mark_accepted(work, namespace, cycle, done, now),
        )
    if applied.rejected is not None:
        left.extend(Left(id=one, reason=applied.rejected) for one in ids.values())
    left.extend(Left(id=ids[one.members], reason=one.reason) for one in applied.dropped)
    return applied
