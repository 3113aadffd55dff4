"""Changing notes: each of these acts at once and is taken back by `u`; only purge asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memboard.board.ages import plural
from memboard.board.dialogs.purge import PurgeDialog
from memboard.board.hands import Deed, Target
from memboard.board.orders import activity, lessons
from memboard.board.orders.registry import order
from memboard.engine import Note

if TYPE_CHECKING:
    from memboard.board.screen import BoardScreen


@order("add")
def add(board: BoardScreen) -> None:
    """Open the editor on a new note; where a search found nothing, on its query."""
    text = ""
    if board.active == "search" and board.searching.found and not board.searching.found.hits:
        text = board.searching.query_field.text
    board.editor.open_new(text)


@order("edit")
def edit(board: BoardScreen) -> None:
    """Open the editor on the note under the cursor, the match selected."""
    if board.pane is board.failing:
        lessons.edit_fix(board)
        return
    with_note(board, lambda note: board.editor.open_note(note, board.pane.ranges_of(note)))


@order("edit_outside")
def edit_outside(board: BoardScreen) -> None:
    """Change the text in the user's own editor."""
    if board.pane is board.failing:
        lessons.edit_fix_outside(board)
        return

    def changed(note: Note) -> None:
        text = board.board.edit_outside(note.text)
        if text is not None and text.strip() != note.text:
            board.hands.rewrite(note, text)

    with_note(board, changed)


def with_note(board: BoardScreen, use: object) -> None:
    """Use the note under the cursor, if it is here."""
    note = board.pane.note
    if note is not None and callable(use):
        use(note)


@order("forget")
def forget(board: BoardScreen) -> None:
    """Forget the rows; a held key counts once."""
    if board.hands.held():
        return
    if board.pane is board.failing:
        lessons.forget_lessons(board)
    else:
        board.hands.forget()


@order("purge")
def purge(board: BoardScreen) -> None:
    """Ask, then erase the rows for good."""
    pane = board.pane
    keys = pane.roster.targets()
    known = [note for key in keys[:3] if (note := pane.note_of(key))]

    def answered(yes: bool | None) -> None:
        if yes:
            pane.roster.marks -= set(keys)
            pane.roster.range_from = None
            board.hands.purge(Target(pane, keys))

    board.app.push_screen(PurgeDialog(known, len(keys), board.board.glyphs), answered)


@order("pin")
def pin(board: BoardScreen) -> None:
    """Pin, or unpin."""
    board.hands.pin()


@order("scope")
def scope(board: BoardScreen) -> None:
    """Make global, or this project's."""
    board.hands.scope()


@order("tags")
def tags(board: BoardScreen) -> None:
    """Ask for tags, then set them."""
    target = board.hands.grasp()
    board.ask(
        f"Tag {plural(len(target.keys), 'note')}: +new -old",
        lambda typed: board.hands.tag(typed, target),
        board.recent.tagbook,
    )


@order("importance")
def importance(board: BoardScreen) -> None:
    """Ask for an importance, then set it."""
    target = board.hands.grasp()

    def rate(typed: str) -> None:
        try:
            value = float(typed) if typed.strip() else 0.5
        except ValueError:
            value = -1.0
        if 0.0 <= value <= 1.0:
            board.hands.rate(typed, target)
        else:
            board.tidings.fail(f'Importance lies between 0 and 1; "{typed}" does not.')

    board.ask(f"Importance of {plural(len(target.keys), 'note')}, 0 to 1", rate)


@order("undo")
def undo(board: BoardScreen) -> None:
    """Take back my last change, or as many as counted."""
    board.hands.undo(board.take_count())


@order("redo")
def redo(board: BoardScreen) -> None:
    """Do again what was taken back."""
    board.hands.redo()


@order("repeat")
def repeat(board: BoardScreen) -> None:
    """Do the last change again, on the rows here."""
    deed = board.hands.deed
    if deed is None:
        return
    board.take_count()
    repeat_deed(board, deed)


def repeat_deed(board: BoardScreen, deed: Deed) -> None:
    """Do a deed on the rows here."""
    hands = board.hands
    if deed.name == "tags":
        hands.tag(deed.argument, hands.grasp())
    elif deed.name == "importance":
        hands.rate(deed.argument, hands.grasp())
    else:
        {"forget": hands.forget, "pin": hands.pin, "scope": hands.scope}[deed.name]()


@order("copy")
def copy(board: BoardScreen) -> None:
    """Copy the raw texts; of failures, what works instead."""
    if board.pane is board.failing:
        lessons.copy_lessons(board, lambda lesson: lesson.fix)
        return
    if board.pane is board.activity:
        activity.copy_entries(board, activity.text_of)
        return
    copy_notes(board, lambda note: note.text)


@order("copy_id")
def copy_id(board: BoardScreen) -> None:
    """Copy the ids; of failures, the commands."""
    if board.pane is board.failing:
        lessons.copy_lessons(board, lambda lesson: lesson.command)
        return
    if board.pane is board.activity:
        activity.copy_entries(board, lambda change: change.note_id)
        return
    copy_notes(board, lambda note: note.id)


def copy_notes(board: BoardScreen, part: object) -> None:
    """Copy a part of each note the command goes to."""
    pane = board.pane
    keys = pane.roster.targets()

    async def copied() -> None:
        target = Target(pane, keys)
        notes = await board.desk(target.notes)
        text = "\n".join(str(part(note)) for note in notes) if callable(part) else ""
        how = board.board.copy_text(text)
        board.tidings.say("Copied." if how == "clipboard" else "Copied through the terminal.")

    board.run(copied)


@order("embed")
def embed(board: BoardScreen) -> None:
    """Embed what waits."""
    board.run(board.live.embed, group="job")


@order("stop")
def stop(board: BoardScreen) -> None:
    """Stop the running job."""
    board.live.stop()


@order("samples")
def samples(board: BoardScreen) -> None:
    """Load sample notes into an empty store."""
    load = board.board.samples
    if load is not None:
        board.hands.do(
            load, lambda number: f"Loaded {plural(number, 'sample note')}. u takes it back."
        )
