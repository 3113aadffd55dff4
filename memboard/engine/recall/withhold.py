"""Between the store and a model: every text is scanned just before it is shown.

A hit is replaced by a placeholder and logged; the store is not changed, and what a person sees
is never replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from memboard.engine.answers import Found, Hit, Notice, Similar
from memboard.engine.errors import StoreBusy, StoreError
from memboard.engine.model import Note, Surface
from memboard.engine.recall.blocked_log import NAME, append_blocked
from memboard.engine.shown import Blocked, Threat
from memboard.engine.sources import from_millis
from memboard.engine.store import recalls
from memboard.engine.store.notes import NoteRow
from memboard.engine.store.recalls import Shown
from memboard.engine.store.store import Store

PATIENCE_MILLISECONDS = 250
"""How long the record of a recall waits for the store; the answer does not depend on it."""


def threats(text: str) -> tuple[Threat, ...]:
    """Scan a text."""
    from memboard.engine.guard.scanning import scan  # 30 ms, and only for models

    return tuple(
        Threat(class_=found.class_, rule=found.rule, span=found.span) for found in scan(text)
    )


def placeholder(class_: str) -> str:
    """Give what a model reads instead of a withheld text."""
    return f"[BLOCKED: {class_}]"


def scanned_text(note: Note | NoteRow) -> str:
    """Give all of a note's own words, which is what the scan reads and what spans count in."""
    return "\n".join((note.text, note.topic or "", *note.tags))


def withheld(store: Store, note: Note | NoteRow) -> tuple[Threat, ...]:
    """Scan a note, unless a person released this revision of it."""
    if recalls.released(store.database, note.id, note.revision):
        return ()
    return threats(scanned_text(note))


Looked = tuple[Note, Shown, tuple[Threat, ...]]
"""A note, how a model was shown it, and what the scan found."""


def keep_record(
    store: Store,
    looked: Sequence[Looked],
    settle: Callable[[int], Sequence[Looked]],
    surface: Surface,
    session: str | None,
) -> tuple[Notice, ...]:
    """Write down what a model was shown and what was withheld; says so where it could not.

    Args:
        store: the open store.
        looked: what was shown, should the store refuse.
        settle: writes it down inside a transaction, given its moment; gives what was shown.
        surface: where it was shown.
        session: whose session, if there is one.
    """
    lost: list[str] = []
    try:
        with store.noting(PATIENCE_MILLISECONDS) as now:
            looked = settle(now)
    except StoreBusy:
        lost.append("The store was busy.")
    except StoreError as error:
        lost.append(error.message)
    events = blocked_events(store, looked, surface, session)
    try:
        if events:
            append_blocked(store.database.path.parent, events)
    except OSError as error:
        lost.append(f"{NAME} cannot be written ({error.strerror}); this answer alone names it.")
    else:
        lost += [f"What was withheld is in {NAME}."] if events and lost else []
    if not lost:
        return ()
    return (Notice(code="not_recorded", text=f"This recall was not recorded: {' '.join(lost)}"),)


def record_looked(
    store: Store, looked: Sequence[Looked], surface: Surface, session: str | None, now: int
) -> None:
    """Write down inside a transaction what a model was shown."""
    recalls.record_shown(store.database, [one for _, one, _ in looked], surface, session, now)


def blocked_events(
    store: Store,
    looked: Sequence[Looked],
    surface: Surface,
    session: str | None,
) -> list[Blocked]:
    """Make the log's lines."""
    return [
        Blocked(
            at=from_millis(store.now()),
            note_id=note.id,
            revision=note.revision,
            class_=found[0].class_,
            rule=found[0].rule,
            span=found[0].span,
            surface=surface,
            session=session,
            namespace=note.namespace,
        )
        for note, _, found in looked
        if found
    ]


def show_to_model(store: Store, found: Found, session: str | None) -> Found:
    """Give a search's answer the form in which a model may read it, and record it."""
    hits: list[Hit] = []
    record: list[Looked] = []
    for rank, hit in enumerate(found.hits, 1):
        threat = withheld(store, hit.note)
        outcome = f"blocked: {threat[0].class_}" if threat else "given"
        shown = Shown(hit.note.id, hit.note.revision, rank, hit.score, outcome)
        record.append((hit.note, shown, threat))
        hits.append(masked_hit(hit, threat[0].class_) if threat else hit)
    notices: tuple[Notice, ...] = ()
    if record:

        def settle(now: int) -> list[Looked]:
            record_looked(store, record, "search", session, now)
            return record

        notices = keep_record(store, record, settle, "search", session)
    return msgspec.structs.replace(found, hits=tuple(hits), notices=(*found.notices, *notices))


def masked_hit(hit: Hit, class_: str) -> Hit:
    """Put the placeholder where a hit's own words were."""
    note = msgspec.structs.replace(hit.note, text=placeholder(class_), topic=None, tags=())
    return msgspec.structs.replace(hit, note=note)


def similar_to_model(similar: Sequence[Similar]) -> tuple[Similar, ...]:
    """Give look-alikes, which an agent did not ask for, the form in which it may read them."""
    return tuple(
        msgspec.structs.replace(one, text=placeholder(found[0].class_))
        if (found := threats(one.text))
        else one
        for one in similar
    )
