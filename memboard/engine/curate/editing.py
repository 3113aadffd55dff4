"""Editing: text, topic, tags, importance, pin and scope."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from memboard.engine.answers import Edited
from memboard.engine.curate.forgetting import last_changer, present
from memboard.engine.curate.workshop import (
    NO_VECTORS,
    Embedded,
    Masking,
    Workshop,
    embed,
    find_similar,
    words_only,
)
from memboard.engine.errors import Conflict
from memboard.engine.limits import (
    checked_importance,
    checked_tags,
    checked_text,
    checked_topic,
)
from memboard.engine.model import Note, Op, Scope, Value
from memboard.engine.store import notes
from memboard.engine.store.journal import Entry
from memboard.engine.store.notes import NoteRow
from memboard.engine.store.store import Store


class Unset(msgspec.Struct, frozen=True):
    """Stands for a field that an edit leaves alone, where None means something."""


UNSET: Final = Unset()


class Edit(Value, frozen=True):
    """What to change; fields left at UNSET stay as they are."""

    text: str | Unset = UNSET
    topic: str | Unset | None = UNSET
    tags: tuple[str, ...] | Unset = UNSET
    importance: float | Unset | None = UNSET
    pinned: bool | Unset = UNSET
    scope: Scope | Unset = UNSET

    def given(self, mask: Masking) -> dict[str, Any]:
        """Give the fields that are set, checked against the limits of a note, and masked."""
        checks: dict[str, Any] = {
            "text": lambda text: mask(checked_text(text)),
            "topic": lambda topic: mask(checked_topic(topic) or "") or None,
            "tags": lambda tags: checked_tags(map(mask, checked_tags(tags))),
            "importance": checked_importance,
            "pinned": bool,
            "scope": str,
        }
        return {
            name: check(getattr(self, name))
            for name, check in checks.items()
            if not isinstance(getattr(self, name), Unset)
        }


def edit_note(
    workshop: Workshop, note_id: str, edit: Edit, expected_revision: int | None = None
) -> Edited:
    """Change fields of a note in one transaction.

    Args:
        workshop: the tools.
        note_id: a whole id.
        edit: what to change.
        expected_revision: the revision the editor saw; another one now is a conflict.

    Raises:
        InvalidNote: a value breaks a limit.
        Conflict: the text was changed meanwhile, or another note says the same.
        EmbedderFailed: the embedder failed; nothing was changed.
    """
    store, mask = workshop.store, Masking()
    given = edit.given(mask)
    if "scope" in given:
        store.target_scope(given["scope"])
    old = present(store, note_id)
    new_text = given.get("text", old.text)
    embedded = embed(workshop, [new_text] if new_text != old.text else [])
    with store.writing(f"the edit of {note_id}") as now:
        old = present(store, note_id)
        refuse_stale(store, old, expected_revision)
        new = edited_row(store, old, given, now)
        changed = changed_fields(old, new)
        if changed:
            apply_rows(store, [(old, new)], embedded, now)
            store.record(workshop.author, now, [edit_entry(store, op_of(changed), old, new)])
        row = new if changed else old
    note = notes.to_notes(store.database, [row])[0]
    return Edited(
        note=note,
        changed=changed,
        masked=mask.kinds,
        similar=find_similar(store, embedded, store.namespaces(), note.id),
        notices=words_only(note),
    )


def pin_notes(workshop: Workshop, ids: Sequence[str], *, pinned: bool) -> tuple[Note, ...]:
    """Pin or unpin notes in one change."""
    return change_many(workshop, ids, {"pinned": pinned})


def change_many(workshop: Workshop, ids: Sequence[str], given: dict[str, Any]) -> tuple[Note, ...]:
    """Set the same pin, scope, topic or importance on many notes in one change."""
    store = workshop.store
    if "scope" in given:
        store.target_scope(given["scope"])
    with store.writing(f"the change of {', '.join(ids)}") as now:
        pairs = []
        for note_id in dict.fromkeys(ids):
            old = present(store, note_id)
            pairs.append((old, edited_row(store, old, given, now)))
        differing = [(old, new) for old, new in pairs if changed_fields(old, new)]
        apply_rows(store, differing, NO_VECTORS, now)
        entries = [
            edit_entry(store, op_of(changed_fields(old, new)), old, new) for old, new in differing
        ]
        if entries:
            store.record(workshop.author, now, entries)
        kept = [new if changed_fields(old, new) else old for old, new in pairs]
    return notes.to_notes(store.database, kept)


def refuse_stale(store: Store, row: NoteRow, expected_revision: int | None) -> None:
    """Raise Conflict where the text is no longer the one the editor saw."""
    if expected_revision is not None and row.revision != expected_revision:
        who = last_changer(store, row.id)
        raise Conflict(
            f"Not saved: {row.id} was changed since by {who}.",
            hint="Look at what it says now, then edit again.",
        )


def edited_row(store: Store, old: NoteRow, given: dict[str, Any], now: int) -> NoteRow:
    """Make the row a note has after an edit."""
    fields = {name: value for name, value in given.items() if name != "scope"}
    if "scope" in given:
        fields["namespace"] = store.ensure_target(given["scope"])
    if fields.get("text", old.text) != old.text:
        fields["digest"] = notes.digest_of(store.database, fields["text"])
        fields["revision"] = old.revision + 1
    new = msgspec.structs.replace(old, **fields)
    return msgspec.structs.replace(new, updated_at=now) if changed_fields(old, new) else old


def changed_fields(old: NoteRow, new: NoteRow) -> tuple[str, ...]:
    """Name the fields of a note that differ, as people call them."""
    names = ("text", "topic", "tags", "importance", "pinned", "namespace")
    differing = (name for name in names if getattr(old, name) != getattr(new, name))
    return tuple("scope" if name == "namespace" else name for name in differing)


def apply_rows(
    store: Store, pairs: Iterable[tuple[NoteRow, NoteRow]], embedded: Embedded, now: int
) -> None:
    """Write changed rows inside the transaction, with the vector of a changed text."""
    for old, new in pairs:
        twin = notes.by_digest(store.database, new.namespace, new.digest)
        if twin is not None and twin.key != new.key:
            raise Conflict(
                f"Not saved: {twin.id} says the same already.", hint="Forget one of the two."
            )
        store.update(old, new)
        if new.revision != old.revision:
            embedded.put(store, new, now)


def op_of(changed: tuple[str, ...]) -> Op:
    """Name a change by what it did."""
    if changed == ("pinned",):
        return "pin"
    return "move" if changed == ("scope",) else "edit"


def edit_entry(
    store: Store, op: Op, old: NoteRow, new: NoteRow, undoes: int | None = None
) -> Entry:
    """Write down an edit."""
    return Entry(
        op=op,
        note_id=old.id,
        namespace=new.namespace,
        before=store.snapshot(old),
        after=store.snapshot(new),
        undoes=undoes,
    )
