"""The board's one screen: what a key means where the keyboard is, and what happens below it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from textual import events
from textual.suggester import Suggester
from textual.worker import Worker

from memboard.board import orders
from memboard.board.availability import can, footer_offers
from memboard.board.commands import BODY, BY_ID, command_for
from memboard.board.desk import DeskClosed
from memboard.board.dialogs.editor import Editor
from memboard.board.hands import Hands
from memboard.board.keyboard import name_of
from memboard.board.live import Live
from memboard.board.messages import CursorMoved, FieldChanged, MenuWanted, Ordered, RowsWanted
from memboard.board.stage import Stage, Work
from memboard.board.tidings import Tidings
from memboard.engine import MemboardError

if TYPE_CHECKING:
    from memboard.board.app import BoardApp

ROWS_PATIENCE = 2.0
"""Seconds a key waits for rows that are being looked for."""


class BoardScreen(Stage):
    """All of the board but its dialogs."""

    def __init__(self, board: BoardApp) -> None:
        super().__init__(board)
        self.count = ""
        self.prompt_answer: Callable[[str], None] | None = None
        self.editor = Editor(self)
        self.hands = Hands(self)
        self.live = Live(self)
        self.tidings = Tidings(self)

    def on_mount(self) -> None:
        """Show the list, then open the store."""
        for hidden in (self.banner, self.progress, self.prompt, self.editor, self.searching):
            hidden.display = False
        self.fit()
        if self.board.query_text is not None:
            self.searching.query_field.put(self.board.query_text)
            self.show_pane("search")
        self.set_focus(self.pane.lines, scroll_visible=False)
        self.run(self.live.start)

    def footer_offers(self) -> list[tuple[str, str, str]]:
        """Give key, label and id of what works now."""
        return footer_offers(self)

    # --- keys and mouse

    async def settled(self) -> None:
        """Wait for the rows that a query or a filter asked for, before a key goes to them."""
        if self.context == f"{self.active}.list" and not self.pane.idle.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.pane.idle.wait(), ROWS_PATIENCE)

    def press(self, event: events.Key) -> bool:
        """Look a key up, and do what it means here; tells whether it means anything."""
        key, context = name_of(event), self.context
        self.tidings.key_pressed()
        if self._counted(context, key):
            return True
        command = command_for(context, key)
        if command is None and key == "ctrl+c" and context in BODY:
            self.tidings.say("q leaves memboard.")
        if command is None:
            return False
        self.order(command.id)
        return True

    def _counted(self, context: str, key: str) -> bool:
        if not context.endswith((".list", ".detail")) or not key.isdecimal():
            return False
        if self.count or key == "0":
            self.count = (self.count + key)[:7]
            self.drawn_again()
            return True
        return False

    def order(self, command_id: str) -> None:
        """Do a command, or say why not."""
        command = BY_ID[command_id]
        refusal = can(self, command)
        if refusal is None:
            self._obey(command_id)
        elif refusal:
            self.tidings.say(refusal)
        self.drawn_again()

    def _obey(self, command_id: str) -> None:
        try:
            orders.ORDERS[command_id](self)
        except Exception as error:
            self.crashed(error)

    def crashed(self, error: Exception) -> None:
        """Say that something failed, and write down what."""
        self.board.write_down(error)
        self.tidings.fail(f"That failed: {type(error).__name__}. The rest works; see board.log.")

    def take_count(self) -> int:
        """Give the typed count, at least 1, and drop it."""
        number = int(self.count or "1")
        self.count = ""
        return max(1, number)

    def on_ordered(self, event: Ordered) -> None:
        """A button of the mouse."""
        self.order(event.command)

    def on_row_opened(self) -> None:
        """A second click."""
        self.order("open")

    def on_menu_wanted(self, event: MenuWanted) -> None:
        """The other button."""
        orders.open_menu(self, event.x, event.y)

    # --- what happens below

    def on_cursor_moved(self, event: CursorMoved) -> None:
        """The detail follows."""
        event.stop()
        self.show_detail()
        self.drawn_again()

    def on_rows_wanted(self, event: RowsWanted) -> None:
        """Rows came into view."""
        event.stop()
        pane = next((one for one in self.panes.values() if one.lines is event.source), self.pane)
        self.run(lambda: pane.load(event.rows))

    def on_field_changed(self, event: FieldChanged) -> None:
        """Something was typed."""
        if event.field == "query":
            self.searching.typed()
        elif event.field == "filter":
            pane = self.pane
            pane.filter_text = event.text
            self.run(pane.sift, group="filter")
        self.drawn_again()

    def on_descendant_focus(self) -> None:
        """The keyboard went elsewhere."""
        context = self.context
        if context.endswith((".list", ".detail")):
            self.last_focus = context.rpartition(".")[2]
        self.fit()

    def on_resize(self) -> None:
        """There is more room, or less."""
        self.fit()

    # --- prompts

    def ask(
        self,
        question: str,
        answer: Callable[[str], None],
        suggester: Suggester | None = None,
        *,
        text: str = "",
    ) -> None:
        """Ask for one line, a text to change or none; the answer comes when enter is pressed."""
        self.prompt.typed.suggester = suggester
        self.prompt_answer = answer
        self.prompt.sign.show(question)
        self.prompt.put(text)
        self.prompt.open()
        self.drawn_again()

    def close_prompt(self) -> None:
        """Take the prompt away; the keyboard goes back."""
        self.prompt_answer = None
        self.prompt.display = False
        self.arrange_for(self.last_focus)

    def order_chosen(self, command_id: str | None) -> None:
        """Do what was chosen in a dialog."""
        if command_id is not None:
            self.order(command_id)

    # --- work

    def run(self, work: Work, group: str = "work") -> None:
        """Start work; in a named group only the newest goes on. Its errors become words."""
        _: Worker[None] = self.run_worker(
            self._guarding(work),
            group=group,
            exclusive=group != "work",
            exit_on_error=False,
        )

    def _guarding(self, work: Work) -> Work:
        async def guarded() -> None:
            try:
                await work()
            except DeskClosed:
                return
            except MemboardError as error:
                self.tidings.fail(str(error))
            except Exception as error:
                self.crashed(error)

        return guarded
