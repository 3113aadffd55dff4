"""The stage: which parts the board has, where they lie, and what they show."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import Screen

from memboard.board.commands import PANES, TABS
from memboard.board.layout import Layout, choose_layout
from memboard.board.page import Page, Subject
from memboard.board.panes.activity import ActivityPane
from memboard.board.panes.blocked import BlockedPane
from memboard.board.panes.detail import Detail
from memboard.board.panes.failures import FailuresPane
from memboard.board.panes.list_pane import ListPane
from memboard.board.panes.recent import RecentPane
from memboard.board.panes.search import SearchPane
from memboard.board.rows import Look
from memboard.board.widgets.bars import Banner, Footer, Progress, Status, Tabs
from memboard.board.widgets.field import Field
from memboard.board.widgets.rule import Divider

if TYPE_CHECKING:
    from memboard.board.app import BoardApp
    from memboard.board.dialogs.editor import Editor
    from memboard.board.tidings import Tidings

Work = Callable[[], Coroutine[None, None, None]]
"""Something to be done in the background."""
EDITOR_WIDTH = 80
"""Cells from which scope, importance and pin stand on one line of the editor."""
FLOOR = 0.35
"""Drawn until a search has told its own."""


class Stage(Screen[None], inherit_bindings=False):
    """The parts and their places; what keys and messages do is the screen's."""

    editor: Editor
    tidings: Tidings

    def __init__(self, board: BoardApp) -> None:
        super().__init__()
        self.board = board
        self.desk = board.desk
        self.recent = RecentPane(board.desk, self.now)
        self.searching = SearchPane(board.desk, self.now, pause=board.tempo.search_pause)
        self.blocked = BlockedPane(board.desk, self.now)
        self.failing = FailuresPane(board.desk)
        self.activity = ActivityPane(board.desk, self.now)
        self.panes: dict[str, ListPane] = {
            "recent": self.recent,
            "search": self.searching,
            "blocked": self.blocked,
            "failures": self.failing,
            "activity": self.activity,
        }
        self.active = "recent"
        self.came_from: str | None = None
        self.zoomed = False
        self.last_focus = "list"
        self.detail = Detail(self.page, lambda subject, page: self.pane.written(subject, page))
        self.prompt = Field("prompt", id="prompt")
        self.tabs = Tabs(tuple(TABS.items()), id="tabs")
        self.banner = Banner(id="banner")
        self.progress = Progress(id="progress")
        self.status = Status(id="status")
        self.footer = Footer(self.footer_offers, id="footer")

    def compose(self) -> ComposeResult:
        """Tabs, banner, body, editor, prompt, progress, status, footer."""
        yield self.tabs
        yield self.banner
        yield self.searching.query_field
        with Container(id="body"):
            yield from self.panes.values()
            yield Divider(id="divider")
            yield self.detail
        yield self.editor
        yield self.prompt
        yield self.progress
        yield self.status
        yield self.footer

    def footer_offers(self) -> list[tuple[str, str, str]]:
        """Give key, label and id of what works now."""
        raise NotImplementedError

    def run(self, work: Work, group: str = "work") -> None:
        """Start work in the background."""
        raise NotImplementedError

    # --- where things are

    @property
    def pane(self) -> ListPane:
        """The list that is shown."""
        return self.panes[self.active]

    def now(self) -> dt.datetime:
        """The present, in the user's zone."""
        return self.board.now()

    @property
    def look(self) -> Look:
        """What the rows share."""
        return Look(self.now(), self.layout_now, self.board.glyphs)

    @property
    def layout_now(self) -> Layout:
        """What there is room for."""
        return choose_layout(self.size.width, self.size.height)

    def page(self, width: int) -> Page:
        """What the detail is drawn on."""
        return Page(width, self.now(), self.board.glyphs)

    @property
    def context(self) -> str:
        """Where the keyboard is."""
        if self.editor.display:
            return "editor"
        focused = self.focused
        if isinstance(focused, Field) or (focused and isinstance(focused.parent, Field)):
            field = focused if isinstance(focused, Field) else focused.parent
            return field.field if isinstance(field, Field) else "query"
        half = "detail" if focused is self.detail.sheet else "list"
        return f"{self.active}.{half}"

    # --- drawing

    def fit(self) -> None:
        """Put list and detail where there is room for them."""
        layout = self.layout_now
        alone = self.zoomed or layout.arrangement == "single"
        editing = self.editor.display
        body = self.query_one("#body")
        body.display = not editing
        self.searching.query_field.display = self.active == "search" and not editing
        body.set_class(layout.arrangement == "beside" and not alone, "beside")
        body.set_class(layout.arrangement == "below" and not alone, "below")
        self.set_class(layout.bare, "bare")
        self.set_class(not layout.tab_names or self.size.width < EDITOR_WIDTH, "narrow")
        self.query_one("#divider").display = body.has_class("beside")
        self.show_halves("list" if self.context in ("query", "filter") else self.last_focus)
        self.drawn_again()

    def show_halves(self, place: str) -> None:
        """Show list and detail, or the one that has the keyboard where there is room for one."""
        alone = self.zoomed or self.layout_now.arrangement == "single"
        in_detail = place == "detail"
        for name, pane in self.panes.items():
            pane.display = name == self.active and not (alone and in_detail)
        self.detail.display = not alone or in_detail

    def drawn_again(self) -> None:
        """Draw titles, tabs, status and footer as things stand now."""
        context = self.context
        pane = self.pane
        pane.show_title(focused=context.endswith(".list"))
        alone = self.zoomed or self.layout_now.arrangement == "single"
        self.point()
        position = pane.title_right().split(" · ")[0] if alone else ""
        self.detail.show_title(
            focused=context.endswith(".detail"), position=position, title=pane.detail_title
        )
        waiting = {name: one.waiting() for name, one in self.panes.items()}
        self.tabs.show(self.active, named=self.layout_now.tab_names, waiting=waiting)
        self.tidings.draw()
        self.footer.look()

    def point(self) -> None:
        """Put the terminal's own cursor on the cursor row, where screen readers look."""
        if self.context.endswith(".list"):
            self.app.cursor_position = self.pane.lines.cursor_region().offset

    def show_pane(self, name: str) -> None:
        """Show another list."""
        if name not in PANES:
            return
        self.active = name
        self.last_focus = "list"
        self.fit()
        self.set_focus(self.pane.lines, scroll_visible=False)
        self.show_detail()
        self.run(self.pane.opened)

    def show_detail(self) -> None:
        """Show what lies under the cursor: at once what is known, then what the store tells."""
        pane = self.pane
        marked = (
            pane.roster.targets() if pane.roster.marks or pane.roster.range_from is not None else []
        )
        if len(marked) > 1 and pane.holds_notes:
            known = [note for key in marked[:40] if (note := pane.note_of(key))]
            self.detail.show_marked(known, len(marked))
            return
        note = pane.note
        if note is None:
            self.detail.show(None, pane.roster.key)
            return
        floor = self.searching.found.floor if self.searching.found else FLOOR
        before = self.detail.subject
        why = before.why if before and before.why and before.note == note else None
        subject = Subject(note, why, pane.hit, floor, pane.ranges_of(note), self.tidings.embedder)
        self.detail.show(subject)
        self.run(lambda: self._explain(subject), group="detail")

    async def _explain(self, subject: Subject) -> None:
        await asyncio.sleep(self.board.tempo.detail_pause)
        why = await self.desk(lambda memory: memory.why(subject.note.id))
        current = self.detail.subject
        if current is not None and current.note.id == subject.note.id and not self.detail.marked:
            self.detail.show(current._replace(why=why, note=current.note))

    def arrange_for(self, place: str) -> None:
        """Give the keyboard to the list, the detail, the query or the filter."""
        if place in ("list", "detail"):
            self.last_focus = place
            self.show_halves(place)
        target = {
            "list": self.pane.lines,
            "detail": self.detail.sheet,
            "query": self.searching.query_field.typed,
            "filter": self.pane.filter.typed,
        }[place]
        target.display = True
        self.set_focus(target, scroll_visible=False)
        self.fit()
