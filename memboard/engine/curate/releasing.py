"""Releasing: a person lets one revision of a note pass the scan, or withholds it again."""

from __future__ import annotations

from memboard.engine.curate.forgetting import present
from memboard.engine.curate.workshop import Workshop
from memboard.engine.model import Note
from memboard.engine.store import notes, recalls
from memboard.engine.store.journal import Entry


def release_note(workshop: Workshop, note_id: str, *, on: bool) -> Note:
    """Release a note's present revision, or take the release back; another revision is scanned.

    Nothing is journalled where nothing changes.

    Raises:
        NotFound: it is gone.
    """
    store, database = workshop.store, workshop.store.database
    with store.writing(f"the release of {note_id}") as now:
        row = present(store, note_id)
        if recalls.released(database, note_id, row.revision) != on:
            recalls.set_released(database, note_id, row.revision, now, on=on)
            picture = store.snapshot(row)
            entry = Entry(
                op="release" if on else "withhold",
                note_id=note_id,
                namespace=row.namespace,
                before=picture,
                after=picture,
            )
            store.record(workshop.author, now, [entry])
        return notes.to_notes(database, [row])[0]
