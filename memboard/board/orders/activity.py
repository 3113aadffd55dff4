"""Activity: only what one session changed, and copying entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from memboard.board.ledger import Author
from memboard.board.orders.registry import order
from memboard.engine import Change

if TYPE_CHECKING:
    from memboard.board.screen import BoardScreen


@order("session")
def session(board: BoardScreen) -> None:
    """Show only what the session under the cursor changed; pressed again, what everybody did."""
    pane = board.activity
    if board.pane is pane:
        author = None if pane.only is not None else pane.author
    else:
        named = session_of(board)
        author = None if named is None else Author("", named, None)
        if author is None:
            board.tidings.say("No session is known here.")
            return
        board.came_from = board.active
        board.show_pane("activity")
    board.run(lambda: pane.narrow(author), group="filter")


def session_of(board: BoardScreen) -> str | None:
    """Name the session that the row under the cursor came from."""
    if board.pane is board.failing:
        lesson = board.failing.lesson
        return None if lesson is None else lesson.session
    case = board.blocked.case(board.pane.roster.key) if board.pane is board.blocked else None
    if case is not None and case.event.session:
        return case.event.session
    note = board.pane.note
    return None if note is None else note.session


def text_of(change: Change) -> str | None:
    """Give the text that an entry left, or the one it took away."""
    kept = change.after or change.before
    return None if kept is None else kept.text


def copy_entries(board: BoardScreen, part: Callable[[Change], str | None]) -> None:
    """Copy a part of the entries, one a line."""
    keys = board.pane.roster.targets()

    async def copied() -> None:
        parts = [part(change) for change in await board.activity.changes(keys)]
        texts = list(dict.fromkeys(text for text in parts if text is not None))
        if not texts:
            board.tidings.say("There is no text here any more: it was erased for good.")
            return
        how = board.board.copy_text("\n".join(texts))
        board.tidings.say("Copied." if how == "clipboard" else "Copied through the terminal.")

    board.run(copied)
