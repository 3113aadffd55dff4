"""Memory's calls that change notes."""

from __future__ import annotations

from collections.abc import Sequence

from memboard.engine.answers import Added, Edited, Forgotten, Undone
from memboard.engine.curate import adding, editing, forgetting, undoing
from memboard.engine.curate.editing import UNSET, Edit, Unset
from memboard.engine.memory.core import Core
from memboard.engine.model import Draft, Note, Scope, Trigger


class Changing(Core):
    """Adding, editing, forgetting and taking back; each call is one undoable change."""

    def add(
        self,
        text: str,
        *,
        scope: Scope | None = None,
        topic: str | None = None,
        tags: Sequence[str] = (),
        importance: float | None = None,
        pinned: bool = False,
        trigger: Trigger = "manual",
        session: str | None = None,
        host: str | None = None,
    ) -> Added:
        """Remember one fact; findable by meaning when this returns, if there is a model.

        Raises:
            InvalidNote: a limit is broken (text 1 to 2,000 characters, topic 80, 16 tags of 40).
            EmbedderFailed, StoreBusy, StoreFull, StoreReadOnly: nothing was stored.
        """
        draft = Draft(
            text=text,
            scope=scope,
            topic=topic,
            tags=tuple(tags),
            importance=importance,
            pinned=pinned,
            trigger=trigger,
            session=session,
            host=host,
        )
        return self.add_many([draft], session=session)[0]

    def add_many(self, drafts: Sequence[Draft], *, session: str | None = None) -> tuple[Added, ...]:
        """Remember many facts in one transaction and one undoable change, or none of them."""
        namesakes = self._binding.namesakes()  # none any more once a note is here
        answers = adding.add_notes(self._workshop(session), drafts)
        return tuple(self._noted(answer, namesakes) for answer in answers)

    def edit(
        self,
        note_id: str,
        *,
        text: str | Unset = UNSET,
        topic: str | Unset | None = UNSET,
        tags: Sequence[str] | Unset = UNSET,
        importance: float | Unset | None = UNSET,
        pinned: bool | Unset = UNSET,
        scope: Scope | Unset = UNSET,
        expected_revision: int | None = None,
        session: str | None = None,
    ) -> Edited:
        """Change fields of a note; those not given stay.

        Raises:
            Conflict: `expected_revision` is not the present one, or another note says the same.
        """
        edit = Edit(
            text=text,
            topic=topic,
            tags=tags if isinstance(tags, Unset) else tuple(tags),
            importance=importance,
            pinned=pinned,
            scope=scope,
        )
        note_id = self.resolve(note_id)
        work = self._workshop(session)
        return self._noted(editing.edit_note(work, note_id, edit, expected_revision))

    def pin(
        self, *note_ids: str, pinned: bool = True, session: str | None = None
    ) -> tuple[Note, ...]:
        """Pin notes, or unpin them, in one change."""
        whole = [self.resolve(note_id) for note_id in note_ids]
        return editing.pin_notes(self._workshop(session), whole, pinned=pinned)

    def move(self, *note_ids: str, scope: Scope, session: str | None = None) -> tuple[Note, ...]:
        """Make notes global, or this project's, in one change."""
        whole = [self.resolve(note_id) for note_id in note_ids]
        return editing.change_many(self._workshop(session), whole, {"scope": scope})

    def forget(
        self, *note_ids: str, purge: bool = False, session: str | None = None
    ) -> tuple[Forgotten, ...]:
        """Take notes out of every index at once, in one change.

        Their texts can be restored for 30 days. With `purge` only the ids, the time and a keyed
        hash stay, for kept and for forgotten notes; that cannot be undone.
        """
        whole = [self.resolve(note_id, forgotten=purge) for note_id in note_ids]
        work = self._workshop(session)
        return (
            forgetting.purge_notes(work, whole) if purge else forgetting.forget_notes(work, whole)
        )

    def restore(self, note_id: str, *, session: str | None = None) -> Note:
        """Bring a forgotten note back as it was."""
        whole = self.resolve(note_id, forgotten=True)
        return forgetting.restore_note(self._workshop(session), whole)

    def undo(
        self,
        seq: int | None = None,
        *,
        change: int | None = None,
        cycle: str | None = None,
        session: str | None = None,
    ) -> Undone:
        """Take back the caller's own last change, or one entry, change or cycle of anybody's."""
        work = self._workshop(session)
        if seq is not None:
            return undoing.undo_entry(work, seq)
        if change is not None:
            return undoing.undo_change(work, change)
        return undoing.undo_last(work) if cycle is None else undoing.undo_cycle(work, cycle)

    def redo(self, *, session: str | None = None) -> Undone:
        """Do again what the caller took back last, unless a new change was made since."""
        return undoing.redo_last(self._workshop(session))
