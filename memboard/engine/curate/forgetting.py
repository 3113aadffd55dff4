"""Forgetting, purging and restoring."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from memboard.engine.answers import Forgotten
from memboard.engine.curate.workshop import Workshop, embed
from memboard.engine.errors import Conflict, NotFound
from memboard.engine.model import Note
from memboard.engine.sources import from_millis
from memboard.engine.store import forgotten, journal, notes, vectors, words
from memboard.engine.store.forgotten import KEPT_MILLISECONDS, ForgottenRow
from memboard.engine.store.journal import Entry
from memboard.engine.store.notes import NoteRow
from memboard.engine.store.store import Store


def forget_notes(workshop: Workshop, ids: Sequence[str]) -> tuple[Forgotten, ...]:
    """Take notes out of every index in one change; their texts stay restorable for 30 days.

    Raises:
        NotFound: one of them is gone already; nothing was changed.
    """
    store = workshop.store
    with store.writing(f"forgetting {', '.join(ids)}") as now:
        rows = [present(store, note_id) for note_id in dict.fromkeys(ids)]
        entries = [forget_entry(store, row) for row in rows]
        for row in rows:
            store.remove(row, now, suppress=True)
        store.record(workshop.author, now, entries)
    until = from_millis(now + KEPT_MILLISECONDS)
    return tuple(Forgotten(forgotten=row.id, purged=False, restorable_until=until) for row in rows)


def forget_entry(store: Store, row: NoteRow) -> Entry:
    """Write down a forgetting."""
    return Entry(
        op="forget",
        note_id=row.id,
        namespace=row.namespace,
        before=store.snapshot(row),
        after=None,
    )


def purge_notes(workshop: Workshop, ids: Sequence[str]) -> tuple[Forgotten, ...]:
    """Erase notes for good: text, vector, words and history; id, time and a keyed hash stay.

    Works on kept and on forgotten notes alike.
    """
    store, database = workshop.store, workshop.store.database
    with store.writing(f"purging {', '.join(ids)}") as now:
        for note_id in dict.fromkeys(ids):
            row = notes.by_id(database, note_id)
            if row is not None:
                store.remove(row, now, suppress=True)
            gone = forgotten.find_forgotten(database, note_id)
            if gone is None:
                raise missing(note_id)
            forgotten.erase(database, note_id)
            entry = Entry(
                op="purge", note_id=note_id, namespace=gone.namespace, before=None, after=None
            )
            store.record(workshop.author, now, [entry])
        words.drop_traces(database)
    database.checkpoint()
    return tuple(
        Forgotten(forgotten=note_id, purged=True, restorable_until=None)
        for note_id in dict.fromkeys(ids)
    )


def restore_note(workshop: Workshop, note_id: str) -> Note:
    """Bring a forgotten note back as it was.

    Raises:
        NotFound: it is not forgotten, or its text is gone for good.
        Conflict: another note says the same now.
    """
    store, database = workshop.store, workshop.store.database
    gone = forgotten.find_forgotten(database, note_id)
    if gone is None:
        raise Conflict(f"{note_id} is not forgotten.", hint="There is nothing to restore.")
    embedded = embed(workshop, [] if gone.note is None or usable(store, gone) else [gone.note.text])
    with store.writing(f"restoring {note_id}") as now:
        row = bring_back(store, note_id, now)
        embedded.put(store, row, now)
        entry = Entry(
            op="restore",
            note_id=note_id,
            namespace=row.namespace,
            before=None,
            after=store.snapshot(row),
        )
        store.record(workshop.author, now, [entry])
        return notes.to_notes(database, [row])[0]


def bring_back(store: Store, note_id: str, now: int) -> NoteRow:
    """Put a forgotten note back into rows, words and, where it still speaks, vectors."""
    database = store.database
    if notes.by_id(database, note_id) is not None:
        raise Conflict(f"{note_id} is back already.")
    gone = forgotten.find_forgotten(database, note_id)
    if gone is None or gone.note is None:
        raise NotFound(f"The text of {note_id} is gone for good.")
    twin = notes.by_digest(database, gone.namespace, gone.note.digest)
    if twin is not None:
        raise Conflict(f"Not restored: {twin.id} says the same now.")
    # its project may have been merged into another meanwhile
    row = store.insert(msgspec.structs.replace(gone.note, namespace=gone.namespace))
    generation = store.bound()
    if gone.vector is not None and usable(store, gone) and generation is not None:
        vectors.put_vector(database, generation, row.key, row.revision, now, gone.vector)
    forgotten.drop_forgotten(database, note_id)
    return row


def usable(store: Store, gone: ForgottenRow) -> bool:
    """Tell whether a forgotten note's vector is of the embedder that answers now."""
    generation = store.bound()
    return gone.vector is not None and generation is not None and gone.generation == generation.id


def present(store: Store, note_id: str) -> NoteRow:
    """Read a note's row inside a transaction.

    Raises:
        NotFound: another process forgot it meanwhile.
    """
    row = notes.by_id(store.database, note_id)
    if row is None:
        raise missing(note_id)
    return row


def missing(note_id: str) -> NotFound:
    """Say that a note is gone."""
    return NotFound(
        f"{note_id} is not here any more.",
        hint=f"memboard history {note_id} shows who forgot it, memboard restore brings it back.",
    )


def last_changer(store: Store, note_id: str) -> str:
    """Name who changed a note last."""
    entries = journal.read_entries(
        store.database, "note_id = ? ORDER BY seq DESC LIMIT 1", (note_id,)
    )
    return entries[0].actor if entries else "somebody"
