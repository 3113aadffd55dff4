"""Failures: copying a fix or a command, changing what works instead, forgetting lessons."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from memboard.board.ages import plural
from memboard.board.dialogs.forgetting import ForgetLessonsDialog
from memboard.engine.shown import Failure

if TYPE_CHECKING:
    from memboard.board.screen import BoardScreen


def copy_lessons(board: BoardScreen, part: Callable[[Failure], str | None]) -> None:
    """Copy a part of the lessons, one a line."""
    texts = [text for one in board.failing.targets() if (text := part(one)) is not None]
    if not texts:
        board.tidings.say("Nothing is known that works instead. e writes it down.")
        return
    how = board.board.copy_text("\n".join(texts))
    board.tidings.say("Copied." if how == "clipboard" else "Copied through the terminal.")


def edit_fix(board: BoardScreen) -> None:
    """Ask for what works instead; a text of several lines wants a whole editor."""
    lesson = board.failing.lesson
    if lesson is None:
        return
    fix = lesson.fix or ""
    if not fix.isprintable():
        board.tidings.say("This fix does not fit on one line: E opens it in your own editor.")
        return
    board.ask("Works instead:", lambda typed: save_fix(board, lesson, typed), text=fix)


def edit_fix_outside(board: BoardScreen) -> None:
    """Change what works instead in the user's own editor."""
    lesson = board.failing.lesson
    if lesson is not None:
        text = board.board.edit_outside(lesson.fix or "")
        if text is not None:
            save_fix(board, lesson, text)


def save_fix(board: BoardScreen, lesson: Failure, typed: str) -> None:
    """Store another fix; the same one, or none, changes nothing."""
    fix = typed.strip()
    if not fix or fix == lesson.fix:
        board.tidings.say("Nothing changed." if fix else "Nothing changed: a fix cannot be empty.")
        return
    board.hands.do(
        lambda memory: board.hands.gestures.edit_fix(memory, lesson, fix),
        lambda _: "Fix saved." if lesson.fix is None else "Fix saved. u takes it back.",
    )


def forget_lessons(board: BoardScreen) -> None:
    """Ask, then forget: the engine cannot bring a lesson back."""
    pane, lessons = board.failing, board.failing.targets()

    def answered(yes: bool | None) -> None:
        if not yes:
            return
        keys = [lesson.key for lesson in lessons]
        pane.roster.range_from = None
        pane.roster.drop(set(keys))
        pane.refilled()
        board.hands.do(
            lambda memory: memory.forget_failures(*keys),
            lambda gone: f"Forgot {plural(len(gone), 'lesson')}.",
        )

    board.app.push_screen(ForgetLessonsDialog(lessons, board.board.glyphs), answered)
