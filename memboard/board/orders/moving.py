"""Moving: the cursor, the detail, the focus, and marking as one goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memboard.board.orders.registry import order
from memboard.board.roster import ADD

if TYPE_CHECKING:
    from memboard.board.screen import BoardScreen


def in_detail(board: BoardScreen) -> bool:
    """Tell whether keys that move scroll the detail."""
    return board.context.endswith(".detail")


def step(board: BoardScreen, rows: int, lines: int | None = None) -> None:
    """Move the cursor by rows, or scroll the detail by lines."""
    if in_detail(board):
        sheet = board.detail.sheet
        sheet.scroll_to(y=sheet.scroll_offset.y + (rows if lines is None else lines), animate=False)
    else:
        board.pane.lines.move_to(board.pane.roster.at + rows)


@order("down")
def down(board: BoardScreen) -> None:
    """One row down, or as many as were counted."""
    step(board, board.take_count())


@order("up")
def up(board: BoardScreen) -> None:
    """One row up, or as many as were counted."""
    step(board, -board.take_count())


@order("half_down")
def half_down(board: BoardScreen) -> None:
    """Half a page down."""
    step(board, max(1, page_of(board) // 2) * board.take_count())


@order("half_up")
def half_up(board: BoardScreen) -> None:
    """Half a page up."""
    step(board, -max(1, page_of(board) // 2) * board.take_count())


@order("page_down")
def page_down(board: BoardScreen) -> None:
    """A page down."""
    step(board, page_of(board) * board.take_count())


@order("page_up")
def page_up(board: BoardScreen) -> None:
    """A page up."""
    step(board, -page_of(board) * board.take_count())


def page_of(board: BoardScreen) -> int:
    """Count the rows of a page."""
    return (
        max(1, board.detail.sheet.size.height - 1) if in_detail(board) else board.pane.lines.page()
    )


@order("first")
def first(board: BoardScreen) -> None:
    """To the first row; with a count, to that row."""
    number = board.take_count()
    if in_detail(board):
        board.detail.sheet.scroll_to(y=0, animate=False)
    else:
        board.pane.lines.move_to(number - 1)


@order("last")
def last(board: BoardScreen) -> None:
    """To the last row; with a count, to that row."""
    typed = board.count
    number = board.take_count()
    if in_detail(board):
        sheet = board.detail.sheet
        sheet.scroll_to(y=sheet.virtual_size.height, animate=False)
    else:
        board.pane.lines.move_to(number - 1 if typed else len(board.pane.roster.keys) - 1)


@order("next_group")
def next_group(board: BoardScreen) -> None:
    """To the next day or section."""
    to_group(board, 1)


@order("previous_group")
def previous_group(board: BoardScreen) -> None:
    """To the day or section before."""
    to_group(board, -1)


def to_group(board: BoardScreen, direction: int) -> None:
    """Move to another group of rows, or section of the detail."""
    for _ in range(board.take_count()):
        if in_detail(board):
            sheet = board.detail.sheet
            here = int(sheet.scroll_offset.y)
            tops = sheet.headings()
            later = [top for top in tops if top > here]
            before = [top for top in tops if top < here]
            target = (
                (later[0] if later else here) if direction > 0 else (before[-1] if before else 0)
            )
            sheet.scroll_to(y=target, animate=False, immediate=True)
        else:
            board.pane.lines.move_to(board.pane.roster.next_group(direction))


@order("next_match")
def next_match(board: BoardScreen) -> None:
    """To the next marked row, else the next row with a match."""
    to_match(board, 1)


@order("previous_match")
def previous_match(board: BoardScreen) -> None:
    """To the marked row before, else the row before with a match."""
    to_match(board, -1)


def to_match(board: BoardScreen, direction: int) -> None:
    """Step through marked rows; where none is marked, through those that stand out."""
    roster = board.pane.roster
    for _ in range(board.take_count()):
        at = roster.at + direction
        while 0 <= at < len(roster.keys) and not is_match(board, at):
            at += direction
        if 0 <= at < len(roster.keys):
            board.pane.lines.move_to(at)


def is_match(board: BoardScreen, at: int) -> bool:
    """Tell whether a row is marked; where none is, whether its pane says that it stands out."""
    roster = board.pane.roster
    return roster.keys[at] in roster.marks if roster.marks else board.pane.stands_out(at)


@order("open")
def open_row(board: BoardScreen) -> None:
    """Into the detail; on the first line, a new note."""
    if board.pane.roster.at == ADD:
        board.order("add")
        return
    if board.pane.roster.key is None:
        return
    board.last_focus = "detail"
    board.arrange_for("detail")


@order("back_to_list")
def back_to_list(board: BoardScreen) -> None:
    """From the detail to the list."""
    board.arrange_for("list")


@order("scroll_down")
def scroll_down(board: BoardScreen) -> None:
    """Scroll the detail from the list; in the detail, take the next note."""
    other_half(board, 1)


@order("scroll_up")
def scroll_up(board: BoardScreen) -> None:
    """Scroll the detail back; in the detail, take the note before."""
    other_half(board, -1)


def other_half(board: BoardScreen, direction: int) -> None:
    """Move the half that has not the focus."""
    number = board.take_count() * direction
    if in_detail(board):
        board.pane.lines.move_to(board.pane.roster.at + number)
    else:
        sheet = board.detail.sheet
        sheet.scroll_to(y=sheet.scroll_offset.y + number, animate=False)


# --- marks


@order("mark")
def mark(board: BoardScreen) -> None:
    """Mark the row and step down, as often as counted."""
    mark_and_step(board, 1)


@order("mark_down")
def mark_down(board: BoardScreen) -> None:
    """Mark the row and step down."""
    mark_and_step(board, 1)


@order("mark_up")
def mark_up(board: BoardScreen) -> None:
    """Mark the row and step up."""
    mark_and_step(board, -1)


def mark_and_step(board: BoardScreen, direction: int) -> None:
    """Mark rows one after the other."""
    roster = board.pane.roster
    for _ in range(board.take_count()):
        roster.toggle(roster.at)
        roster.move(roster.at + direction)
    board.pane.lines.move_to(roster.at)
    board.pane.lines.refresh()


@order("range")
def open_range(board: BoardScreen) -> None:
    """Start a range at the cursor, or turn the open one into marks."""
    roster = board.pane.roster
    if roster.range_from is None:
        roster.range_from = max(0, roster.at)
    else:
        roster.close_range()
    board.pane.lines.move_to(roster.at)
    board.pane.lines.refresh()


@order("mark_more")
def mark_more(board: BoardScreen) -> None:
    """Mark the group, then all shown, then none."""
    board.pane.roster.mark_more()
    board.pane.lines.refresh()
    board.show_detail()


# --- the focus


@order("focus_next", "field_next")
def focus_next(board: BoardScreen) -> None:
    """To the next of field, list and detail."""
    cycle(board, 1)


@order("focus_previous", "field_previous")
def focus_previous(board: BoardScreen) -> None:
    """To the one before."""
    cycle(board, -1)


def cycle(board: BoardScreen, direction: int) -> None:
    """Move the focus round."""
    places = ["list", "detail"]
    if board.active == "search":
        places.insert(0, "query")
    if board.pane.filter.display:
        places.insert(len(places) - 2, "filter")
    context = board.context
    here = context if context in places else context.rpartition(".")[2]
    at = places.index(here) if here in places else 0
    board.arrange_for(places[(at + direction) % len(places)])
