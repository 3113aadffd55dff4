"""Text fields: leaving them, accepting them, moving the highlight while typing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memboard.board.orders.registry import order

if TYPE_CHECKING:
    from memboard.board.screen import BoardScreen


@order("leave")
def leave(board: BoardScreen) -> None:
    """Leave the field: query and filter keep their text, a prompt is dropped."""
    if board.context == "prompt":
        board.close_prompt()
        return
    if board.context == "query":
        board.searching.remember()
    hide_empty_filter(board)
    board.arrange_for("list")


@order("accept")
def accept(board: BoardScreen) -> None:
    """Done typing: into the list; a prompt does what was typed."""
    if board.context == "prompt":
        answer, text = board.prompt_answer, board.prompt.text
        board.close_prompt()
        if answer is not None:
            answer(text)
        return
    if board.context == "query":
        board.searching.remember()
        board.run(board.searching.reload, group="ask")
    hide_empty_filter(board)
    board.arrange_for("list")


def hide_empty_filter(board: BoardScreen) -> None:
    """Take the filter's line away; its text is a chip in the title."""
    board.pane.filter.display = False


@order("hit_down")
def hit_down(board: BoardScreen) -> None:
    """Move the highlight down; the typing goes on."""
    move_hit(board, 1)


@order("hit_up")
def hit_up(board: BoardScreen) -> None:
    """Move the highlight up."""
    move_hit(board, -1)


@order("hit_page_down")
def hit_page_down(board: BoardScreen) -> None:
    """A page of hits down."""
    move_hit(board, board.pane.lines.page())


@order("hit_page_up")
def hit_page_up(board: BoardScreen) -> None:
    """A page of hits up."""
    move_hit(board, -board.pane.lines.page())


def move_hit(board: BoardScreen, rows: int) -> None:
    """Move the highlight of the list under the field."""
    if board.context == "query" and not board.searching.query_field.text and board.searching.asked:
        board.searching.query_field.put(board.searching.asked[0])
        return
    if board.context != "prompt":
        board.pane.lines.move_to(board.pane.roster.at + rows)


@order("save")
def save(board: BoardScreen) -> None:
    """Store what is in the editor."""
    board.editor.save()


@order("close_editor")
def close_editor(board: BoardScreen) -> None:
    """Leave the editor and keep its draft."""
    board.editor.close_keeping()


@order("next_field")
def next_field(board: BoardScreen) -> None:
    """To the editor's next field."""
    board.editor.step_field(1)


@order("previous_field")
def previous_field(board: BoardScreen) -> None:
    """To the editor's field before."""
    board.editor.step_field(-1)


@order("editor_outside")
def editor_outside(board: BoardScreen) -> None:
    """Go on in the user's own editor."""
    board.editor.go_outside()
