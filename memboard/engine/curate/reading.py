"""Readings that are no search: the newest notes, one note's origin, the journal, the figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from memboard.engine.answers import CheapQueries, Notice, Page, Similar, Stats, Why
from memboard.engine.curate.workshop import similar_to
from memboard.engine.errors import InvalidInput, NotFound
from memboard.engine.model import Change, Note, Scope
from memboard.engine.recall.search import evidence_of
from memboard.engine.settings import CheapQuerySettings
from memboard.engine.sources import day_of, from_millis
from memboard.engine.store import (
    cheap_queries,
    embeddings,
    forgotten,
    journal,
    links,
    migrations,
    namespaces,
    notes,
    recalls,
    vectors,
)
from memboard.engine.store.store import Store

MAX_PAGE = 1_000

Order = Literal["newest", "oldest", "importance"]
"""How a list of notes runs."""

ORDERS: dict[str, str] = {
    "newest": "created_at DESC, key DESC",
    "oldest": "created_at, key",
    "importance": "coalesce(importance, 0.5) DESC, created_at DESC, key DESC",
}


def eligible(store: Store, scope: Scope | None) -> str:
    """Write the namespaces seen here as a list for SQL; they are our own numbers."""
    return ",".join(map(str, store.namespaces(scope)))


def recent_notes(store: Store, limit: int, offset: int, scope: Scope | None) -> Page:
    """List notes, newest first.

    Raises:
        InvalidInput: limit is not within 1 to 1,000, or offset is negative.
    """
    if not 1 <= limit <= MAX_PAGE or offset < 0:
        raise InvalidInput(f"A page has 1 to {MAX_PAGE:,} notes, from 0 on.")
    with store.database.reading():
        keys = list_keys(store, "newest", scope, limit, offset)
        total = store.database.value(
            f"SELECT count(*) FROM notes WHERE namespace IN ({eligible(store, scope)})"  # noqa: S608
        )
        found = notes_of_keys(store, keys)
    return Page(notes=found, total=int(total))


def list_keys(
    store: Store, order: Order, scope: Scope | None = None, limit: int = -1, offset: int = 0
) -> list[int]:
    """List the keys of all notes seen here, in order: some 8 bytes a note, for a virtual list."""
    return [
        int(row[0])
        for row in store.database.rows(
            f"SELECT key FROM notes WHERE namespace IN ({eligible(store, scope)})"  # noqa: S608
            f" ORDER BY {ORDERS[order]} LIMIT ? OFFSET ?",
            (limit, offset),
        )
    ]


def notes_of_keys(store: Store, keys: Sequence[int]) -> tuple[Note, ...]:
    """Read the notes of some keys in that order; notes that are gone are left out."""
    rows = notes.by_keys(store.database, keys)
    return notes.to_notes(store.database, [rows[key] for key in keys if key in rows])


def kept_note(store: Store, note_id: str) -> Note:
    """Read one kept note by its whole id.

    Raises:
        NotFound: it is gone.
    """
    row = notes.by_id(store.database, note_id)
    if row is None:
        raise NotFound(f"No note here has the id {note_id}.", hint="memboard recent lists ids.")
    return notes.to_notes(store.database, [row])[0]


def explain(store: Store, note_id: str) -> Why:
    """Tell where a note comes from, and what became of it.

    Raises:
        NotFound: it was erased for good; the message says when.
    """
    with store.database.reading():
        row = notes.by_id(store.database, note_id)
        entries = recent_changes(store, note_id=note_id)
        if row is None:
            return explain_forgotten(store, note_id, entries)
        note = notes.to_notes(store.database, [row])[0]
        generation = store.bound() if note.findable == "meaning" else None
        return Why(
            note=note,
            state="kept",
            evidence=evidence_of(store, note, row.key, generation),
            history=entries,
            similar=similar_notes(store, row.key, note.id),
            recalls=recalls.recalls_of(store.database, note.id),
            released=recalls.released(store.database, note.id, note.revision),
            links=links.links_of(store.database, note.id),
        )


def explain_forgotten(store: Store, note_id: str, entries: tuple[Change, ...]) -> Why:
    """Tell of a note that is out of the indexes."""
    gone = forgotten.find_forgotten(store.database, note_id)
    if gone is None:
        raise NotFound(f"No note here has the id {note_id}.", hint="memboard recent lists ids.")
    when = from_millis(gone.at)
    if gone.note is None:
        raise NotFound(
            f"{note_id} was erased on {when:%d %b %Y}; only its id, the time and a keyed hash stay."
        )
    note = notes.to_note(gone.note, namespaces.name_of(store.database, gone.namespace), "pending")
    tied = tuple(
        link for link in links.links_of(store.database, note_id) if link.kind == "merged_from"
    )
    what = next((f"Merged into {link.id}" for link in tied if link.newer), "Forgotten")
    notice = Notice(
        code="forgotten", text=f"{what} on {when:%d %b %Y}. memboard restore {note_id} undoes it."
    )
    return Why(
        note=note,
        state="forgotten",
        evidence=evidence_of(store, note, gone.note.key, None),
        history=entries,
        similar=(),
        links=tied,
        notices=(notice,),
    )


def similar_notes(store: Store, key: int, note_id: str) -> tuple[Similar, ...]:
    """Name the notes whose vectors are nearest to a note's own."""
    generation = store.bound()
    vector = vectors.take_vector(store.database, generation, key) if generation else None
    if vector is None or generation is None:
        return ()
    return similar_to(store, generation, vector, store.namespaces(), note_id)


def recent_changes(
    store: Store,
    limit: int = MAX_PAGE,
    *,
    note_id: str | None = None,
    before: int | None = None,
    session: str | None = None,
) -> tuple[Change, ...]:
    """Read journal entries, newest first: of one note, or of all namespaces seen here.

    Args:
        store: the open store.
        limit: how many, 1 to 1,000.
        note_id: only this note's, by its whole id.
        before: only entries with a smaller seq.
        session: only this session's.

    Raises:
        InvalidInput: limit is not within 1 to 1,000.
    """
    if not 1 <= limit <= MAX_PAGE:
        raise InvalidInput(f"A page has 1 to {MAX_PAGE:,} entries.")
    return journal.read_entries(
        store.database,
        ("true" if note_id is None else "note_id = ?")
        + f" AND namespace IN ({eligible(store, None)}) AND (? IS NULL OR seq < ?)"
        " AND (? IS NULL OR session = ?) ORDER BY seq DESC LIMIT ?",
        (*([] if note_id is None else [note_id]), before, before, session, session, limit),
    )


def asked_today(store: Store, settings: CheapQuerySettings) -> CheapQueries:
    """Count the cheap queries of the present day."""
    asked, failed = cheap_queries.asked_on(store.database, day_of(store.clock()))
    return CheapQueries(
        provider=settings.provider, asked=asked, failed=failed, cap=settings.daily_cap
    )


def figures(
    store: Store, home: str, notices: tuple[Notice, ...], settings: CheapQuerySettings
) -> Stats:
    """Count what there is and how it can be found."""
    database = store.database
    with database.reading():
        spaces = store.namespaces()
        listed = eligible(store, None)
        generation = store.bound()
        own = [space for space in spaces if space != namespaces.GLOBAL]
        counts = {space: embeddings.counts(database, generation, space) for space in spaces}
        total = sum(count[0] for count in counts.values())
        current = sum(count[1] for count in counts.values())
        stale = sum(count[2] for count in counts.values())
        other = database.value(
            f"SELECT count(*) FROM notes n WHERE namespace IN ({listed}) AND NOT EXISTS"  # noqa: S608
            " (SELECT 1 FROM embeddings e WHERE e.note = n.key AND e.generation IS :bound)"
            " AND EXISTS (SELECT 1 FROM embeddings e WHERE e.note = n.key)",
            {"bound": generation.id if generation else None},
        )
        pinned, removed = database.rows(
            f"SELECT (SELECT count(*) FROM notes WHERE pinned AND namespace IN ({listed})),"  # noqa: S608
            " (SELECT count(*) FROM forgotten WHERE note IS NOT NULL AND digest IS NOT NULL"
            f" AND namespace IN ({listed}))"
        )[0]
        triggers = database.rows(
            f"SELECT coalesce(trigger, 'unknown'), count(*) FROM notes"  # noqa: S608
            f" WHERE namespace IN ({listed}) GROUP BY 1 ORDER BY 2 DESC, 1"
        )
    return Stats(
        home=home,
        project=store.project.name if store.project else None,
        notes=sum(counts[space][0] for space in own),
        global_notes=counts.get(namespaces.GLOBAL, (0, 0, 0))[0],
        by_meaning=current,
        pending=total - current - stale - other,
        stale=stale,
        other=other,
        pinned=pinned,
        forgotten=removed,
        embedder=vectors.bound_embedder(database),
        mode="words" if any(notice.code == "words_only" for notice in notices) else "meaning",
        backend="sqlite-vec" if database.vec_failure is None else "brute force",
        triggers=dict(triggers),
        cheap_queries=asked_today(store, settings),
        store_bytes=database.size(),
        schema=migrations.VERSION,
        notices=notices,
    )
