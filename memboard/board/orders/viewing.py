"""What is seen: panes, search, filter, zoom, theme, dialogs, and the way back out of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memboard.board.commands import PANES
from memboard.board.dialogs.changes import ChangesDialog
from memboard.board.dialogs.keys import HelpDialog, PaletteDialog
from memboard.board.dialogs.menu import MenuDialog
from memboard.board.orders.registry import order

if TYPE_CHECKING:
    from memboard.board.screen import BoardScreen


@order("pane_1")
def pane_1(board: BoardScreen) -> None:
    """Recent."""
    switch(board, "recent")


@order("pane_2")
def pane_2(board: BoardScreen) -> None:
    """Search; with nothing typed yet, the query has the keyboard."""
    switch(board, "search")
    if not board.searching.query_field.text:
        board.searching.query_field.open()


@order("pane_3")
def pane_3(board: BoardScreen) -> None:
    """Blocked."""
    switch(board, "blocked")


@order("pane_4")
def pane_4(board: BoardScreen) -> None:
    """Failures."""
    switch(board, "failures")


@order("pane_5")
def pane_5(board: BoardScreen) -> None:
    """Activity."""
    switch(board, "activity")


def switch(board: BoardScreen, pane: str) -> None:
    """Show another pane for good: escape does not lead back from it."""
    board.came_from = None
    board.show_pane(pane)


@order("next_pane")
def next_pane(board: BoardScreen) -> None:
    """The pane on the right."""
    turn(board, 1)


@order("previous_pane")
def previous_pane(board: BoardScreen) -> None:
    """The pane on the left."""
    turn(board, -1)


def turn(board: BoardScreen, direction: int) -> None:
    """Step through the panes."""
    switch(board, PANES[(PANES.index(board.active) + direction) % len(PANES)])


@order("search")
def search(board: BoardScreen) -> None:
    """Open the query from anywhere, its text selected."""
    if board.active != "search":
        board.came_from = board.active
    board.show_pane("search")
    board.searching.query_field.open(select=True)


@order("filter")
def filter_list(board: BoardScreen) -> None:
    """Type letters that rows must have."""
    pane = board.pane
    pane.filter.put(pane.filter_text)
    pane.filter.open(select=True)
    board.fit()


@order("below")
def below(board: BoardScreen) -> None:
    """Show the hits below the floor, or hide them."""
    board.searching.toggle_below()


@order("order")
def turn_order(board: BoardScreen) -> None:
    """Take the next order."""
    board.run(board.recent.turn)


@order("zoom")
def zoom(board: BoardScreen) -> None:
    """Show the focused half alone, or both again."""
    board.zoomed = not board.zoomed
    board.fit()
    board.pane.lines.refill()


@order("theme")
def theme(board: BoardScreen) -> None:
    """Take the other theme."""
    board.board.next_theme()


@order("redraw")
def redraw(board: BoardScreen) -> None:
    """Draw everything again."""
    board.refresh(layout=True)
    for widget in board.query("*"):
        widget.refresh()


@order("help")
def show_help(board: BoardScreen) -> None:
    """List the keys that work here; enter does one."""
    board.app.push_screen(HelpDialog(board.context, board.board.glyphs), board.order_chosen)


@order("palette")
def palette(board: BoardScreen) -> None:
    """Find any command by its name."""
    board.app.push_screen(PaletteDialog(board.context, board.board.glyphs), board.order_chosen)


@order("changes")
def changes(board: BoardScreen) -> None:
    """List my last ten changes; enter takes one back."""
    board.run(lambda: list_changes(board))


async def list_changes(board: BoardScreen) -> None:
    """Read the journal, then show it."""
    entries = await board.desk(lambda memory: memory.history(limit=500))
    dialog = ChangesDialog(entries, board.now(), board.board.glyphs)

    def chosen(change: str | None) -> None:
        if change is not None:
            board.hands.undo_change(int(change))

    board.app.push_screen(dialog, chosen)


def open_menu(board: BoardScreen, x: int, y: int) -> None:
    """Open the menu of the row, where the mouse is."""
    board.app.push_screen(MenuDialog(board.context, board.board.glyphs, x, y), board.order_chosen)


@order("back")
def back(board: BoardScreen) -> None:
    """Take back the innermost layer, one a press; at the bottom nothing happens."""
    pane, roster = board.pane, board.pane.roster
    if board.count:
        board.count = ""
    elif roster.range_from is not None:
        roster.range_from = None
    elif roster.marks:
        roster.marks = set()
        board.show_detail()
    elif board.zoomed:
        zoom(board)
    elif board.context.endswith(".detail"):
        board.arrange_for("list")
    elif pane.filter_text:
        clear_filter(board)
    elif board.active == "search" and board.searching.query_field.text:
        board.searching.query_field.put("")
    elif pane is board.activity and board.activity.only is not None:
        board.run(lambda: board.activity.narrow(None), group="filter")
    elif board.active in ("search", "activity") and board.came_from:
        switch(board, board.came_from)
    pane.lines.refresh()


def clear_filter(board: BoardScreen) -> None:
    """Show all rows again."""
    pane = board.pane
    pane.filter_text = ""
    pane.filter.put("")
    pane.filter.display = False
    board.run(pane.sift, group="filter")


@order("quit")
def leave(board: BoardScreen) -> None:
    """Leave memboard; what waits to be written is written first."""
    board.run(board.board.leave)


@order("suspend")
def suspend(board: BoardScreen) -> None:
    """Go to the shell."""
    board.board.action_suspend_process()
