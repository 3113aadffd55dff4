"""Whether a merge fits the notes as they are now: looked at again inside the transaction.

What cannot come from a sound proposal raises `Refused` and takes the whole cycle with it. What a
merge only came too late for leaves out that merge.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from memboard.engine.curate.workshop import Masking
from memboard.engine.dream.neighbourhoods import member_of
from memboard.engine.dream.surviving import faithful, survives, told_apart
from memboard.engine.dream.topics import topic_of
from memboard.engine.dream.values import MAX_MERGED, Member, Merge
from memboard.engine.errors import InvalidNote
from memboard.engine.limits import checked_tags, checked_text, checked_topic
from memboard.engine.model import NEUTRAL_IMPORTANCE, Value
from memboard.engine.recall.withhold import threats
from memboard.engine.store import forgotten, notes
from memboard.engine.store.notes import NoteRow
from memboard.engine.store.store import Store


class Refused(Exception):
    """A whole cycle is refused; the reason says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Unfit(Exception):
    """One merge is left out; the reason says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Fitting(Value, frozen=True):
    """A merge that fits, with the rows it takes the place of and all that its note will hold."""

    merge: Merge
    rows: tuple[NoteRow, ...]
    text: str
    digest: bytes
    topic: str | None
    tags: tuple[str, ...]
    importance: float | None
    known_since: int


def refuse_unsound(merges: Sequence[Merge], written: Collection[bytes]) -> None:
    """Raise Refused for merges that no sound proposal holds, before anything is read."""
    seen: set[str] = set()
    for merge in merges:
        named = {member.id for member in merge.members}
        if len(named) < 2 or len(named) != len(merge.members):
            raise Refused("A merge names fewer than two notes.")
        if seen & named:
            raise Refused(f"{min(seen & named)} is in two merges.")
        seen |= named
        if not merge.text.strip():
            raise Refused("A merged text is empty.")
        if len(merge.text) > MAX_MERGED and merge.digest not in written:
            raise Refused(f"A merged text is longer than {MAX_MERGED} characters.")


def fitted(store: Store, namespace: int, merge: Merge, *, written: bool) -> Fitting:
    """Look at one merge; `written` says that a person wrote its text.

    Raises:
        Refused: one of its notes lies in another namespace.
        Unfit: a note is gone, changed or pinned, or the text cannot stand for the notes.
    """
    rows = tuple(row_of(store, namespace, member) for member in merge.members)
    masked = Masking()
    try:
        text = masked(checked_text(merge.text))
        topic = checked_topic(topic_of([member_of(row) for row in rows], merge.topic))
        tags = checked_tags(tag for row in rows for tag in row.tags)
    except InvalidNote as error:
        raise Unfit(error.message) from error
    refuse_text(rows, text, topic, written=written)
    digest = notes.digest_of(store.database, text)
    refuse_twin(store, namespace, digest, rows, written=written)
    return Fitting(
        merge=merge,
        rows=rows,
        text=text,
        digest=digest,
        topic=masked(topic) if topic else None,
        tags=tags,
        importance=highest([row.importance for row in rows]),
        known_since=min(notes.since_of(row) for row in rows),
    )


def row_of(store: Store, namespace: int, member: Member) -> NoteRow:
    """Read the note that a merge means, if it is still what the merge was made from."""
    row = notes.by_id(store.database, member.id)
    if row is None:
        raise Unfit(f"{member.id} is not here any more.")
    if row.namespace != namespace:
        raise Refused(f"{member.id} lies outside of what the cycle was for.")
    if row.revision != member.revision or row.text != member.text:
        raise Unfit(f"{member.id} was changed since.")
    if row.pinned:
        raise Unfit(f"{member.id} is pinned.")
    return row


def refuse_text(rows: Sequence[NoteRow], text: str, topic: str | None, *, written: bool) -> None:
    """Raise Unfit for a text that loses a value; a model's must be clean and the notes' own."""
    members = [member_of(row) for row in rows]
    if written:
        dropped = survives(members, text)
        if dropped is not None:
            raise Unfit(f"The text does not keep {dropped}.")
        return
    found = threats("\n".join((text, topic or "")))
    if found:
        raise Unfit(f"The merged text was withheld by the scan: {found[0].class_}.")
    if told_apart(members) is not None:
        raise Unfit("Its notes state different facts.")
    lost = faithful(members, text)
    if lost is not None:
        raise Unfit(f"The merged text does not keep {lost}.")


def refuse_twin(
    store: Store, namespace: int, digest: bytes, rows: Sequence[NoteRow], *, written: bool
) -> None:
    """Raise Unfit for a text that another note has, or that was forgotten here."""
    twin = notes.by_digest(store.database, namespace, digest)
    if twin is not None and twin.id not in {row.id for row in rows}:
        raise Unfit(f"{twin.id} says the same already.")
    if written or twin is not None:
        return
    if forgotten.was_forgotten(store.database, namespace, digest):
        raise Unfit("The merged text was forgotten here, and stays forgotten.")


def highest(importances: Sequence[float | None]) -> float | None:
    """Give the highest importance; an unrated note counts as neutral, and stays unrated."""
    return max(importances, key=lambda one: NEUTRAL_IMPORTANCE if one is None else one)


def new_row(fitting: Fitting, namespace: int, note_id: str, now: int) -> NoteRow:
    """Make the row of a merged note."""
    row = fitting.rows[0]
    return msgspec.structs.replace(
        row,
        key=0,
        id=note_id,
        namespace=namespace,
        text=fitting.text,
        digest=fitting.digest,
        topic=fitting.topic,
        tags=fitting.tags,
        importance=fitting.importance,
        pinned=False,
        trigger="dream",
        session=None,
        host=None,
        revision=1,
        created_at=now,
        updated_at=now,
        known_since=fitting.known_since,
    )
