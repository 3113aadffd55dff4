"""Adding notes: checked, embedded, then written with words, vector and journal, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from memboard.engine.answers import Added, Notice, Similar
from memboard.engine.curate.workshop import (
    Embedded,
    Masking,
    Workshop,
    embed,
    find_similar,
    words_only,
)
from memboard.engine.errors import InvalidNote, StoreError
from memboard.engine.limits import (
    checked_host,
    checked_importance,
    checked_session,
    checked_tags,
    checked_text,
    checked_topic,
)
from memboard.engine.model import UNBIDDEN, Draft, Scope, Value
from memboard.engine.sources import from_millis, new_id
from memboard.engine.store import forgotten, notes
from memboard.engine.store.journal import PERSON, Entry
from memboard.engine.store.notes import NoteRow
from memboard.engine.store.store import Store

MAX_DRAWS = 100
"""Of 40 random bits; a million notes make one draw in a million collide."""

SIMILAR_BATCH = 32
"""Batches up to this size are answered with `similar`; longer ones are imports."""

Progress = Callable[[int, int], None]
"""Told how many are done, of how many."""


class Checked(Value, frozen=True):
    """A draft that keeps to the limits, and where it goes."""

    draft: Draft
    scope: Scope
    digest: bytes
    masked: tuple[str, ...]
    """Kinds of credentials that were masked in the text, topic and tags."""


def check_draft(store: Store, draft: Draft) -> Checked:
    """Trim and check a draft.

    Raises:
        InvalidNote: it breaks a limit.
        InvalidInput: it asks for the project's scope where there is no project, or the names of
            its session and host are too long or not printable.
    """
    mask = Masking()
    text = mask(checked_text(draft.text))
    topic = checked_topic(draft.topic)
    clean = Draft(
        text=text,
        scope=draft.scope,
        topic=topic and mask(topic),
        tags=checked_tags(map(mask, checked_tags(draft.tags))),
        importance=checked_importance(draft.importance),
        pinned=draft.pinned,
        trigger=draft.trigger,
        session=checked_session(draft.session),
        host=checked_host(draft.host),
    )
    return Checked(
        draft=clean,
        scope=store.target_scope(draft.scope),
        digest=notes.digest_of(store.database, text),
        masked=mask.kinds,
    )


def check_drafts(store: Store, drafts: Sequence[Draft]) -> list[Checked]:
    """Check a whole batch before anything is stored; the error names the position."""
    checked = []
    for at, draft in enumerate(drafts):
        try:
            checked.append(check_draft(store, draft))
        except InvalidNote as error:
            where = f"Note {at + 1} of {len(drafts)}: " if len(drafts) > 1 else ""
            raise InvalidNote(f"{where}{error.message}", hint=error.hint) from error
    return checked


def add_notes(workshop: Workshop, drafts: Sequence[Draft]) -> tuple[Added, ...]:
    """Add a batch in one transaction; repeats and forgotten texts are left out.

    Only a person who adds it by hand brings a forgotten text back.

    Raises:
        InvalidNote: a draft breaks a limit; nothing was stored.
        EmbedderFailed: the embedder failed; nothing was stored.
        StoreBusy: the store was locked for too long; nothing was stored.
    """
    store, actor = workshop.store, workshop.author.actor
    checked = check_drafts(store, drafts)
    answers = {at: settled(store, one, actor) for at, one in enumerate(checked)}
    fresh = [at for at, answer in answers.items() if answer is None]
    if fresh:
        prepared = prepare(workshop, {at: checked[at] for at in fresh})
        what = "the note" if len(drafts) == 1 else f"{len(drafts)} notes"
        with store.writing(what) as now:
            written: list[Entry] = []
            for at, one in enumerate(checked):
                answers[at] = settled(store, one, actor)
                if answers[at] is None:
                    answers[at], entry = write_note(workshop, one, prepared.get(at), now)
                    written.append(entry)
            store.record(workshop.author, now, written)
    return tuple(answer for answer in answers.values() if answer is not None)


class Prepared(Value, frozen=True):
    """What is worked out for a new note before the transaction."""

    embedded: Embedded
    near: tuple[Similar, ...]


def prepare(workshop: Workshop, drafts: dict[int, Checked]) -> dict[int, Prepared]:
    """Embed new notes and look for what is like them, before any lock is taken."""
    store = workshop.store
    embedded = embed(workshop, [one.draft.text for one in drafts.values()])
    compare = len(drafts) <= SIMILAR_BATCH
    namespaces = store.namespaces()
    return {
        at: Prepared(
            embedded=embedded.only(place),
            near=find_similar(store, embedded.only(place), namespaces) if compare else (),
        )
        for place, at in enumerate(drafts)
    }


def settled(store: Store, checked: Checked, actor: str = PERSON) -> Added | None:
    """Answer a draft that needs no write: an exact repeat, or one that must stay forgotten."""
    namespace = store.existing_target(checked.scope)
    if namespace is None:
        return None
    known = notes.by_digest(store.database, namespace, checked.digest)
    if known is not None:
        note = notes.to_notes(store.database, [known])[0]
        return Added(status="known", note=note, masked=checked.masked)
    if checked.draft.trigger not in UNBIDDEN and (
        actor == PERSON or not forgotten.was_forgotten(store.database, namespace, checked.digest)
    ):
        return None
    at = forgotten.forgotten_at(store.database, namespace, checked.digest)
    return None if at is None else suppressed(store, namespace, checked.digest, at)


def suppressed(store: Store, namespace: int, digest: bytes, at: int) -> Added:
    """Answer a text that stays forgotten: since when, and how a person can bring it back."""
    when = from_millis(at)
    note_id = forgotten.restorable(store.database, namespace, digest)
    how = f"memboard restore {note_id}, or by adding it" if note_id else "by adding it"
    text = (
        f"This was forgotten here on {when:%d %b %Y}, and stays forgotten. "
        f"A person can bring it back: {how} themselves."
    )
    notice = Notice(code="forgotten", text=text)
    return Added(status="suppressed", note=None, forgotten_at=when, notices=(notice,))


def write_note(
    workshop: Workshop, checked: Checked, prepared: Prepared | None, now: int
) -> tuple[Added, Entry]:
    """Write one new note inside the transaction.

    Nothing is prepared where the same text was forgotten since it was looked for; the note is
    then embedded later.
    """
    store = workshop.store
    namespace = store.ensure_target(checked.scope)
    before = forgotten.forgotten_at(store.database, namespace, checked.digest)
    if before is not None:
        forgotten.allow_again(store.database, namespace, checked.digest)
    row = store.insert(new_row(workshop, checked, namespace, now))
    if prepared is not None:
        prepared.embedded.put(store, row, now)
    note = notes.to_notes(store.database, [row])[0]
    answer = Added(
        status="masked" if checked.masked else "added",
        note=note,
        masked=checked.masked,
        similar=prepared.near if prepared else (),
        forgotten_at=None if before is None else from_millis(before),
        notices=words_only(note),
    )
    entry = Entry(
        op="add", note_id=row.id, namespace=namespace, before=None, after=store.snapshot(row)
    )
    return answer, entry


def new_row(workshop: Workshop, checked: Checked, namespace: int, now: int) -> NoteRow:
    """Make the row of a new note with a free id."""
    draft = checked.draft
    return NoteRow(
        key=0,
        id=free_id(workshop.store),
        namespace=namespace,
        text=draft.text,
        digest=checked.digest,
        topic=draft.topic,
        tags=draft.tags,
        importance=draft.importance,
        pinned=draft.pinned,
        trigger=draft.trigger,
        session=draft.session,
        host=draft.host,
        revision=1,
        created_at=now,
        updated_at=now,
    )


def free_id(store: Store) -> str:
    """Draw an id that no note has or had.

    Raises:
        StoreError: the source of randomness repeats itself.
    """
    for _ in range(MAX_DRAWS):
        drawn = new_id(store.entropy)
        taken = store.database.value(
            "SELECT 1 WHERE EXISTS (SELECT 1 FROM notes WHERE id = :id)"
            " OR EXISTS (SELECT 1 FROM journal WHERE note_id = :id)",
            {"id": drawn},
        )
        if taken is None:
            return drawn
    raise StoreError("No free id was found: the source of randomness repeats itself.")
