"""Saving what the editor holds: a new note, or a new revision, and what is said after it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from memboard.board.ages import clock_time
from memboard.board.cells import shorten
from memboard.board.dialogs.draft import Editing, Written
from memboard.board.drafts import drop_draft
from memboard.board.text import plain
from memboard.engine import Added, Edited, MemboardError, Memory, Note
from memboard.engine.errors import Conflict, NotFound

if TYPE_CHECKING:
    from memboard.board.dialogs.editor import Editor


PERSON = "you"
"""The actor of a person."""
WHO = 20
"""Cells that the name of whoever was first may take: the rest of the line must fit beside it."""


class Saving:
    """One save at a time; until it is done the text stays where it is."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self.idle = asyncio.Event()
        """Set while nothing is being saved."""
        self.idle.set()

    def save(self) -> None:
        """Start saving, unless that is going on already."""
        if self.idle.is_set():
            self.idle.clear()
            self.editor.board.run(self._save)

    async def _save(self) -> None:
        editor, board = self.editor, self.editor.board
        editing, written, opened_as = editor.editing, editor.written(), editor.opened_as
        board.hands.at_work += 1
        try:
            answer = await board.desk.change(
                lambda memory: store(memory, editing, written, opened_as)
            )
        except (Conflict, NotFound) as error:
            await self._conflict(editing, error)
            return
        except MemboardError as error:
            board.tidings.fail(f"{error} Your text is kept.")
            return
        finally:
            self.idle.set()
            board.hands.at_work -= 1
        if editor.display and editor.editing == editing:
            editor.saved()
        board.tidings.say(self._words(answer))
        await board.live.refresh()
        if isinstance(answer, Added):
            board.recent.lines.move_to(0)

    async def _conflict(self, editing: Editing, error: Conflict | NotFound) -> None:
        """Keep the text; once it is said that somebody was first, saving again goes on."""
        editor, board, note_id = self.editor, self.editor.board, editing.note_id
        now = await board.desk(lambda memory: standing(memory, note_id)) if note_id else None
        if not editor.display or editor.editing != editing:
            return
        if note_id is not None and now is None:
            editor.become_new()
            board.tidings.fail(
                "This note was forgotten meanwhile. ctrl+s saves yours as a new note."
            )
        elif now is None or now[0].revision == editing.revision:
            board.tidings.fail(f"{error} Your text is kept.")
        else:
            note, who = now
            editor.editing = editing._replace(revision=note.revision)
            editor.show_title()
            editor.near.show_present(note)
            name = "You" if who == PERSON else shorten(plain(who), WHO)
            board.tidings.fail(f"{name} changed this meanwhile. ctrl+s again saves yours over it.")

    def _words(self, answer: Added | Edited) -> str:
        if isinstance(answer, Edited):
            return f"Saved {answer.note.id}." if answer.changed else "Nothing changed."
        if answer.note is None:
            return "Not saved: this was forgotten here."
        if answer.status == "known":
            return f"Known already: {answer.note.id} says the same."
        if answer.forgotten_at is not None:
            day = clock_time(answer.forgotten_at, self.editor.board.now())
            return f"You forgot this {day}. Saved again, because you asked."
        if answer.similar:
            return f"Saved {answer.note.id}. {answer.similar[0].id} says nearly the same."
        return f"Saved {answer.note.id}."


def standing(memory: Memory, note_id: str) -> tuple[Note, str] | None:
    """Read a note as it is now, and who changed it last; None where it was forgotten."""
    try:
        note = memory.get(note_id)
    except NotFound:
        return None
    return note, memory.history(note_id, limit=1)[0].actor


def store(
    memory: Memory, editing: Editing, written: Written, opened_as: str | None
) -> Added | Edited:
    """Write it; the draft that it was opened from is done with."""
    answer = stored(memory, editing, written)
    drop_draft(memory, opened_as)
    return answer


def stored(memory: Memory, editing: Editing, written: Written) -> Added | Edited:
    """Write it as a new note, or as a new revision."""
    if editing.note_id is None:
        return memory.add(
            written.text,
            scope=written.scope,
            topic=written.topic or None,
            tags=written.tags,
            importance=written.importance,
            pinned=written.pinned,
            trigger="board",
        )
    return memory.edit(
        editing.note_id,
        text=written.text,
        topic=written.topic or None,
        tags=written.tags,
        importance=written.importance,
        pinned=written.pinned,
        scope=written.scope,
        expected_revision=editing.revision,
    )
