"""Saving what the editor holds: a new note, or a new revision, and what is said after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memboard.board.ages import clock_time
from memboard.board.dialogs.draft import Editing, Written
from memboard.engine import Added, Edited, MemboardError, Memory
from memboard.engine.errors import Conflict

if TYPE_CHECKING:
    from memboard.board.dialogs.editor import Editor


class Saving:
    """One save at a time; until it is done the text stays where it is."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self._busy = False

    def save(self) -> None:
        """Start saving, unless that is going on already."""
        if not self._busy:
            self.editor.board.run(self._save)

    async def _save(self) -> None:
        editor, board = self.editor, self.editor.board
        editing, written = editor.editing, editor.written()
        self._busy = True
        board.hands.at_work += 1
        try:
            answer = await board.desk.change(lambda memory: store(memory, editing, written))
        except Conflict as error:
            await self._conflict(editing, error)
            return
        except MemboardError as error:
            board.tidings.fail(f"{error} Your text is kept.")
            return
        finally:
            self._busy = False
            board.hands.at_work -= 1
        if editor.display and editor.editing == editing:
            editor.saved()
        board.tidings.say(self._words(answer))
        await board.live.refresh()
        if isinstance(answer, Added):
            board.recent.lines.move_to(0)

    async def _conflict(self, editing: Editing, error: Conflict) -> None:
        """Keep the text; once it is said that somebody was first, saving again overwrites."""
        board = self.editor.board
        if editing.note_id is None:
            board.tidings.fail(f"{error} Your text is kept.")
            return
        note_id = editing.note_id
        now = await board.desk(lambda memory: memory.get(note_id))
        if now.revision == editing.revision:
            board.tidings.fail(f"{error} Your text is kept.")
            return
        self.editor.editing = editing._replace(revision=now.revision)
        self.editor.show_title()
        board.tidings.fail(
            f"{error.message} It says now: {now.text} ctrl+s saves yours over it, esc keeps both."
        )

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


def store(memory: Memory, editing: Editing, written: Written) -> Added | Edited:
    """Write it."""
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
