"""Writes merged notes and takes their originals out of the indexes, inside the transaction."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from memboard.engine.curate.adding import free_id
from memboard.engine.curate.workshop import Embedded, Workshop
from memboard.engine.dream import points
from memboard.engine.dream.fitting import Fitting, new_row
from memboard.engine.dream.gate import Made
from memboard.engine.store import forgotten, links, notes
from memboard.engine.store.journal import Author, Entry
from memboard.engine.store.notes import NoteRow
from memboard.engine.store.store import Store


def supersede(
    workshop: Workshop,
    namespace: int,
    cycle: str,
    fitting: Mapping[int, Fitting],
    embedded: Embedded,
    written: Collection[bytes],
    now: int,
) -> dict[int, Made]:
    """Write the merged notes, then supersede their originals, then say so in the journal.

    Gives what was written, by the places of the merges, which are those of the vectors too.
    """
    store = workshop.store
    made: dict[int, Made] = {}
    entries: list[Entry] = []
    for at, one in fitting.items():
        make_room(store, namespace, one, now, bidden=one.merge.digest in written)
        row = store.insert(new_row(one, namespace, free_id(store), now))
        if one.text == one.merge.text.strip():  # else a credential was masked in it
            embedded.only(at).put(store, row, now)
        made[at] = Made(row.id, one)
        entries.append(added(store, row))
    points.reach("merged")
    for one in fitting.values():
        entries += [taken_away(store, row, now) for row in one.rows]
    points.reach("superseded")
    author = workshop.author
    store.record(Author(author.actor, author.session, cycle), now, entries)
    for noted in made.values():
        for row in noted.fitting.rows:
            links.add_link(store.database, noted.id, row.id, "merged_from", now)
    points.reach("recorded")
    return made


def make_room(store: Store, namespace: int, one: Fitting, now: int, *, bidden: bool) -> None:
    """Take away first the original that says just what the merged note will say.

    No two notes of a namespace may have one text. A text that a person wrote may come back though
    it was forgotten.
    """
    twin = notes.by_digest(store.database, namespace, one.digest)
    if twin is not None:
        store.remove(twin, now, suppress=True)
    elif bidden:
        forgotten.allow_again(store.database, namespace, one.digest)


def added(store: Store, row: NoteRow) -> Entry:
    """Write down a merged note."""
    return Entry(
        op="add", note_id=row.id, namespace=row.namespace, before=None, after=store.snapshot(row)
    )


def taken_away(store: Store, row: NoteRow, now: int) -> Entry:
    """Take an original out of rows, words and vectors, unless it made room; write it down."""
    if notes.by_id(store.database, row.id) is not None:
        store.remove(row, now, suppress=True)
    return Entry(
        op="supersede",
        note_id=row.id,
        namespace=row.namespace,
        before=store.snapshot(row),
        after=None,
    )
