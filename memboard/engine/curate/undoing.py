"""Undo: any change put back, field by field, unless something newer stands in its way.

An undo is itself a change. Without an argument it takes back the caller's own last one, never
somebody else's, and pressing on walks further back; `redo` walks forward again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import msgspec

from memboard.engine.answers import Left, Undone
from memboard.engine.curate import editing, forgetting
from memboard.engine.curate.workshop import NO_VECTORS, Embedded, Workshop, embed
from memboard.engine.errors import Conflict, NotFound
from memboard.engine.model import Change, Snapshot
from memboard.engine.store import forgotten, journal, links, namespaces, notes, recalls
from memboard.engine.store.journal import PERSON, Author, Entry
from memboard.engine.store.notes import NoteRow
from memboard.engine.store.store import Store

FIELDS = ("text", "topic", "tags", "importance", "pinned", "scope")
PAGE = 64
REVERSIBLE = (
    "undoes IS NULL AND op NOT IN ('purge', 'merge') AND NOT (before IS NULL AND after IS NULL)"
)
"""The condition for entries that `undo` walks over: changes whose texts are still there."""


def own_entries(store: Store, author: Author, also: str = "true") -> Iterator[Change]:
    """Read the caller's own entries in the namespaces seen here, newest first, page by page."""
    any_session = author.actor == PERSON  # a person's changes are one's own in all of them
    own = "actor = ? AND (? OR session IS ?)"
    bindings = (author.actor, any_session, author.session)
    below: int | None = None
    while True:
        page = journal.read_entries(
            store.database,
            f"{own} AND namespace IN ({eligible(store)}) AND {also}"
            f" AND (? IS NULL OR seq < ?) ORDER BY seq DESC LIMIT {PAGE}",
            (*bindings, below, below),
        )
        yield from page
        if len(page) < PAGE:
            return
        below = page[-1].seq


def own_changes(store: Store, author: Author) -> Iterator[int]:
    """Find the caller's changes that are no undo and not yet taken back, newest first."""
    last: int | None = None
    for entry in own_entries(store, author, REVERSIBLE):
        if entry.undone_by is None and entry.change != last:
            last = entry.change
            yield last


def last_own_undo(store: Store, author: Author) -> int | None:
    """Find the caller's last undo, unless a new change was made after it."""
    for entry in own_entries(store, author):
        if entry.undoes is None:
            return None
        undone = journal.read_entries(store.database, "seq = ?", (entry.undoes,))
        if entry.undone_by is None and undone and undone[0].undoes is None:
            return entry.change
    return None


def undo_last(workshop: Workshop) -> Undone:
    """Take back the caller's own last change.

    What an earlier undo had to leave of a change does not keep one from walking further back.

    Raises:
        NotFound: there is none.
        Conflict: it cannot be taken back, because all of it was changed since.
    """
    store = workshop.store
    for change in own_changes(store, workshop.author):
        try:
            return take_back(workshop, entries_where(store, "change = ?", change))
        except Conflict:
            whole = journal.read_entries(store.database, "change = ?", (change,))
            if all(entry.undone_by is None for entry in whole):
                raise
    raise NotFound(
        "Nothing of yours to take back.", hint="memboard history lists everybody's changes."
    )


def redo_last(workshop: Workshop) -> Undone:
    """Do again what the caller took back last.

    Raises:
        NotFound: nothing was taken back, or a new change was made since.
    """
    change = last_own_undo(workshop.store, workshop.author)
    if change is None:
        raise NotFound("Nothing to do again.")
    return take_back(workshop, entries_where(workshop.store, "change = ?", change))


def undo_entry(workshop: Workshop, seq: int) -> Undone:
    """Take back one journal entry, whoever made it."""
    return take_back(workshop, entries_where(workshop.store, "seq = ?", seq))


def undo_change(workshop: Workshop, change: int) -> Undone:
    """Take back all entries that were made together."""
    return take_back(workshop, entries_where(workshop.store, "change = ?", change))


def undo_cycle(workshop: Workshop, cycle: str) -> Undone:
    """Take back a whole cycle."""
    return take_back(workshop, entries_where(workshop.store, "cycle = ?", cycle))


def entries_where(store: Store, where: str, value: object) -> tuple[Change, ...]:
    """Read the entries to take back, newest first, of the namespaces seen here.

    Raises:
        NotFound: there are none.
        Conflict: they were taken back already, or cannot be.
    """
    found = journal.read_entries(
        store.database, f"{where} AND namespace IN ({eligible(store)}) ORDER BY seq DESC", (value,)
    )
    if not found:
        raise NotFound(f"There is no change {value} here.", hint="memboard history lists them.")
    standing = tuple(entry for entry in found if entry.undone_by is None)
    if not standing:
        raise Conflict(f"Change {value} was taken back already.")
    return standing


def eligible(store: Store) -> str:
    """Write the namespaces seen here as a list for SQL; they are our own numbers."""
    return ",".join(map(str, store.namespaces()))


def take_back(workshop: Workshop, entries: Sequence[Change]) -> Undone:
    """Put back what entries changed, as far as nothing newer stands in the way."""
    store = workshop.store
    embedded, places = embed_texts(workshop, entries)
    done: list[Entry] = []
    left: list[Left] = []
    returning = {entry.note_id for entry in entries if entry.after is None}
    with store.writing("the undo") as now:
        for entry in sorted(entries, key=makes_room):
            try:
                refuse_hole(store, entry, returning)
                done.append(put_back(store, entry, embedded, places.get(entry.seq), now))
            except (Conflict, NotFound) as reason:
                left.append(Left(id=entry.note_id, reason=reason.message))
        if not done:
            raise Conflict(f"Not taken back: {'; '.join(one.reason for one in left)}")
        numbers = store.record(workshop.author, now, done)
    return Undone(
        op=entries[0].op,
        change=entries[0].change,
        seq=numbers[0],
        notes=tuple(entry.note_id for entry in done),
        left=tuple(left),
    )


def makes_room(entry: Change) -> tuple[int, bool, int]:
    """Order entries: later changes first, and in a change what takes a note away first.

    A merged note may say just what one of its originals says.
    """
    return -entry.change, entry.before is not None, -entry.seq


def refuse_hole(store: Store, entry: Change, returning: Collection[str]) -> None:
    """Raise Conflict where a merged note would go and not all of its originals come back."""
    if entry.before is not None or journal.root_op(store.database, entry.seq) != "add":
        return
    for original in links.merged_from(store.database, entry.note_id):
        gone = forgotten.find_forgotten(store.database, original)
        kept = notes.by_id(store.database, original) is not None
        if not kept and (original not in returning or gone is None or gone.note is None):
            raise Conflict(
                f"{entry.note_id} stays: {original}, of which it was made, would not come back."
            )


def embed_texts(workshop: Workshop, entries: Sequence[Change]) -> tuple[Embedded, dict[int, int]]:
    """Embed, before the transaction, the texts that edits had replaced."""
    texts = {
        entry.seq: entry.before.text
        for entry in entries
        if entry.before and entry.after and entry.before.text != entry.after.text
    }
    places = {seq: at for at, seq in enumerate(texts)}
    return embed(workshop, list(texts.values())), places


def put_back(store: Store, entry: Change, embedded: Embedded, at: int | None, now: int) -> Entry:
    """Put one note back to what it was before an entry."""
    if entry.before is None and entry.after is None:
        raise Conflict(f"{entry.note_id} was erased for good.")
    if entry.op == "merge":
        raise Conflict(f"{entry.note_id} came in when two projects were merged; that stays.")
    if entry.after is None:
        row = forgetting.bring_back(store, entry.note_id, now)
        return undo_note(store, entry, None, row)
    row = forgetting.present(store, entry.note_id)
    if journal.root_op(store.database, entry.seq) in ("release", "withhold"):
        return turn_release(store, entry, row, now)
    if entry.before is None:
        refuse_changed(store, entry, row, store.snapshot(row), FIELDS)
        store.remove(row, now, suppress=journal.root_op(store.database, entry.seq) != "add")
        return undo_note(store, entry, row, None)
    new = reverted_row(store, entry, row, entry.before, now)
    editing.apply_rows(store, [(row, new)], NO_VECTORS, now)
    if at is not None and new.revision != row.revision:
        embedded.only(at).put(store, new, now)
    return undo_note(store, entry, row, new)


def turn_release(store: Store, entry: Change, row: NoteRow, now: int) -> Entry:
    """Release what was withheld, or withhold what was released, if the text is still the same."""
    on = recalls.released(store.database, row.id, row.revision)
    same = entry.after is not None and row.revision == entry.after.revision
    if not same or on != journal.leaves_released(store.database, entry.seq):
        raise Conflict(f"{row.id} was changed since by {forgetting.last_changer(store, row.id)}.")
    recalls.set_released(store.database, row.id, row.revision, now, on=not on)
    return undo_note(store, entry, row, row)


def reverted_row(store: Store, entry: Change, row: NoteRow, before: Snapshot, now: int) -> NoteRow:
    """Make the row with only the fields that the entry changed set back."""
    assert entry.after is not None  # noqa: S101 - the caller looked
    fields = [name for name in FIELDS if getattr(before, name) != getattr(entry.after, name)]
    refuse_changed(store, entry, row, store.snapshot(row), fields)
    values = {name: getattr(before, name) for name in fields}
    if values.pop("scope", None):
        values["namespace"] = namespace_back(store, entry, before)
    if "text" in values:
        values["digest"] = notes.digest_of(store.database, before.text)
        values["revision"] = row.revision + 1
    return msgspec.structs.replace(row, **values, updated_at=now)


def refuse_changed(
    store: Store, entry: Change, row: NoteRow, present: Snapshot, fields: Sequence[str]
) -> None:
    """Raise Conflict where a field is no longer what the entry made it."""
    if any(getattr(present, name) != getattr(entry.after, name) for name in fields):
        who = forgetting.last_changer(store, row.id)
        raise Conflict(f"{row.id} was changed since by {who}.")


def namespace_back(store: Store, entry: Change, before: Snapshot) -> int:
    """Find the namespace a note is moved back to: its own project, whoever asks."""
    if before.scope == "global":
        return namespaces.GLOBAL
    earlier = store.database.value(
        "SELECT namespace FROM journal WHERE note_id = ? AND seq < ? AND namespace <> ?"
        " ORDER BY seq DESC LIMIT 1",
        (entry.note_id, entry.seq, namespaces.GLOBAL),
    )
    return store.ensure_target("project") if earlier is None else int(earlier)


def undo_note(store: Store, entry: Change, old: NoteRow | None, new: NoteRow | None) -> Entry:
    """Write down an undo."""
    row = new or old
    assert row is not None  # noqa: S101 - one of the two is there
    return Entry(
        op="undo",
        note_id=row.id,
        namespace=row.namespace,
        before=None if old is None else store.snapshot(old),
        after=None if new is None else store.snapshot(new),
        undoes=entry.seq,
    )
