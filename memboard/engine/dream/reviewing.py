"""Proposals as a person goes through them: listed with their notes, edited, rejected."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from memboard.engine.curate.reading import MAX_PAGE
from memboard.engine.curate.workshop import Masking, Workshop
from memboard.engine.dream.answers import Suggestion
from memboard.engine.dream.neighbourhoods import member_of
from memboard.engine.dream.surviving import survives
from memboard.engine.errors import Ambiguous, Conflict, InvalidInput, NotFound, StoreError
from memboard.engine.limits import checked_text
from memboard.engine.store import cycles, notes, proposals
from memboard.engine.store.notes import NoteRow
from memboard.engine.store.proposals import Proposal, Standing
from memboard.engine.store.store import Store

MIN_PREFIX = 3


def suggestions(store: Store, status: Standing | None, limit: int) -> tuple[Suggestion, ...]:
    """List proposals of the namespaces seen here, newest first; None lists all of them.

    Raises:
        InvalidInput: the limit is not within 1 to 1,000.
    """
    if not 1 <= limit <= MAX_PAGE:
        raise InvalidInput(f"A page has 1 to {MAX_PAGE:,} entries.")
    outdate(store)
    with store.database.reading():
        found = proposals.list_proposals(store.database, store.namespaces(), status, limit)
        return tuple(suggestion_of(store, one) for one in found)


def outdate(store: Store) -> None:
    """Mark what waits and names a note that was changed or went; only then is anything written."""
    gone = [
        one.id
        for one in proposals.list_proposals(store.database, store.namespaces(), "waiting", MAX_PAGE)
        if len(present(store, one)) < len(one.members)
    ]
    if not gone:
        return
    try:
        with store.writing("a look at the proposals") as now:
            proposals.outdate(store.database, now)
    except StoreError:
        return  # whoever lists them is told so all the same


def present(store: Store, proposal: Proposal) -> tuple[NoteRow, ...]:
    """Read the notes of a proposal that are as it saw them."""
    rows = (notes.by_id(store.database, one.id) for one in proposal.members)
    return tuple(
        row
        for row, named in zip(rows, proposal.members, strict=True)
        if row is not None
        and row.revision == named.revision
        and row.namespace == proposal.namespace_number
    )


def suggestion_of(store: Store, proposal: Proposal) -> Suggestion:
    """Show a proposal with its notes."""
    rows = [notes.by_id(store.database, one.id) for one in proposal.members]
    seen = store.namespaces()
    there = [row for row in rows if row is not None and row.namespace in seen]
    holds = proposal.status != "waiting" or len(present(store, proposal)) == len(rows)
    return Suggestion(
        id=proposal.id,
        kind=proposal.kind,
        status=proposal.status if holds else "outdated",
        members=proposal.members,
        notes=notes.to_notes(store.database, there),
        text=proposal.text,
        topic=proposal.topic,
        what=proposal.what,
        edited_by=proposal.edited_by,
        namespace=proposal.namespace,
        cycle=proposal.cycle,
        proposed_at=proposal.proposed_at,
        decided_at=proposal.decided_at,
        decided_by=proposal.decided_by,
        decided_in=proposal.decided_in,
    )


def find(store: Store, prefix: str) -> Proposal:
    """Find the one proposal that a prefix of three characters or more means.

    Raises:
        InvalidInput, NotFound, Ambiguous: it means none, or several.
    """
    whole = one_of(
        prefix,
        "proposal",
        lambda typed: proposals.starting_with(store.database, store.namespaces(), typed),
    )
    found = proposals.find(store.database, whole)
    if found is None:
        raise NotFound(f'There is no proposal "{prefix}" here.')
    return found


def find_cycle(store: Store, prefix: str) -> str:
    """Find the id of the one cycle that a prefix of three characters or more means.

    Raises:
        InvalidInput, NotFound, Ambiguous: it means none, or several.
    """
    return one_of(
        prefix,
        "cycle",
        lambda typed: cycles.starting_with(store.database, store.namespaces(), typed),
    )


def one_of(prefix: str, what: str, starting_with: Callable[[str], Sequence[str]]) -> str:
    """Give the one id that starts so."""
    typed = prefix.strip().lower().encode("utf-8", "replace").decode("utf-8")
    if len(typed) < MIN_PREFIX:
        raise InvalidInput(
            f'"{prefix}" is too short for an id.', hint=f"Type at least {MIN_PREFIX} characters."
        )
    found = starting_with(typed)
    if not found:
        lists = "review" if what == "proposal" else "status"
        raise NotFound(
            f'There is no {what} "{prefix}" here.', hint=f"memboard dream {lists} lists them."
        )
    if len(found) > 1:
        raise Ambiguous(
            f'"{prefix}" fits several: {", ".join(found[:8])}.',
            hint="Type one more letter.",
            candidates=tuple(found[:8]),
        )
    return found[0]


def find_waiting(store: Store, prefix: str) -> Proposal:
    """Find a proposal that waits for a decision.

    Raises:
        Conflict: somebody decided already, or one of its notes was changed or went.
    """
    found = find(store, prefix)
    refuse_decided(found)
    if len(present(store, found)) < len(found.members):
        outdate(store)
        raise stale(found.id)
    return found


def refuse_decided(proposal: Proposal) -> None:
    """Raise Conflict for a proposal that waits no more."""
    if proposal.status == "outdated":
        raise stale(proposal.id)
    if proposal.status != "waiting":
        raise Conflict(f"{proposal.id} was {proposal.status} by {proposal.decided_by} already.")


def stale(proposal: str) -> Conflict:
    """Say that the notes of a proposal are not what they were."""
    return Conflict(
        f"{proposal} is outdated: one of its notes was changed or went.",
        hint="memboard dream propose looks at them as they are now.",
    )


def reject(work: Workshop, wanted: Sequence[str]) -> tuple[Suggestion, ...]:
    """Reject proposals: all of them or none; they come again only when one of their notes changes.

    Raises:
        InvalidInput, NotFound, Ambiguous: an id means none, or several.
        Conflict: somebody decided already.
    """
    store = work.store
    found = {one.id: one for one in (find(store, prefix) for prefix in wanted)}
    if not found:
        raise InvalidInput("No proposal was named.", hint="memboard dream review lists them.")
    for one in found.values():
        refuse_decided(one)
    with store.writing("a rejection") as now:
        for one in found.values():
            if not proposals.decide(store.database, one.id, "rejected", work.author.actor, now):
                raise Conflict(f"{one.id} was decided meanwhile; nothing was rejected.")
    return tuple(suggestion_of(store, find(store, one)) for one in found)


def edit(work: Workshop, prefix: str, text: str) -> Suggestion:
    """Write another text for a proposed merge; it must keep the values of its notes.

    Raises:
        InvalidNote, InvalidInput: the text is empty, too long, or loses a value; says which.
        NotFound, Ambiguous: the id means none, or several.
        Conflict: somebody decided already, or a note was changed.
    """
    store = work.store
    found = find_waiting(store, prefix)
    if found.kind != "merge":
        raise InvalidInput(
            f"{found.id} is a conflict and has no text.",
            hint="memboard dream settle says which note holds.",
        )
    kept = Masking()(checked_text(text))
    lost = survives([member_of(row) for row in present(store, found)], kept)
    if lost is not None:
        raise InvalidInput(
            f"The text does not keep {lost}.",
            hint="It takes the place of the notes, so what they state has to stay.",
        )
    with store.writing("a proposal's text") as now:
        proposals.outdate(store.database, now)
        if not proposals.reword(store.database, found.id, kept, work.author.actor):
            raise Conflict(f"{found.id} waits no more; its text was not changed.")
    return suggestion_of(store, find(store, found.id))
