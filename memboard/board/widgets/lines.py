"""The virtual list: draws what is on screen, asks for what is missing, holds no notes itself."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from memboard.board.messages import CursorMoved, MenuWanted, RowOpened, RowsWanted
from memboard.board.paint import Painted, Span
from memboard.board.roster import ADD, AddLine, GroupLine, Roster, RowLine
from memboard.board.widgets.bar import fit_scrollbar

Draw = Callable[[int, int], list[Span]]
"""Draws a row, by its place, in so many cells."""

GUTTER = 2
"""Cells of the cursor and the mark."""
LOAD_PAGES = 3
"""Screens of rows asked for at once, the shown one in their middle."""


class Lines(ScrollView, Painted, can_focus=True, inherit_bindings=False):
    """One list. The pane gives the roster and draws the rows; keys come from the screen."""

    COMPONENT_CLASSES = Painted.COMPONENT_CLASSES

    empty: reactive[str] = reactive("")
    """What is said where there are no rows."""

    def __init__(
        self,
        roster: Roster[object],
        draw: Draw,
        draw_second: Draw | None = None,
        *,
        id: str | None = None,  # noqa: A002 - Textual's word
    ) -> None:
        super().__init__(id=id)
        self.roster = roster
        self._draw, self._draw_second = draw, draw_second or draw
        self._dragged_from: int | None = None

    # --- changing what is shown

    def refill(self) -> None:
        """Take note of another number of rows."""
        self.virtual_size = Size(self.size.width, self.roster.height)
        self.keep_cursor_visible()
        self.refresh()
        self.want()

    def keep_cursor_visible(self) -> None:
        """Scroll so that the cursor is seen, and its group line where it is the first of it."""
        line = self.roster.line_of(self.roster.at)
        top = line
        if line > 0 and isinstance(self.roster.line(line - 1), GroupLine | AddLine):
            top = line - 1
            if top == 1 and self.roster.adds:
                top = 0
        height = self.scrollable_content_region.height
        if top < self.scroll_offset.y:
            self.scroll_to(y=top, animate=False, immediate=True)
        elif line + self.roster.tall > self.scroll_offset.y + height:
            self.scroll_to(y=line + self.roster.tall - height, animate=False, immediate=True)

    def move_to(self, place: int) -> None:
        """Put the cursor on a row and show it."""
        before, top = self.roster.at, self.scroll_offset.y
        self.roster.move(place)
        self.keep_cursor_visible()
        if self.roster.range_from is not None or top != self.scroll_offset.y:
            self.refresh()
        elif before != self.roster.at:
            for place in (before, self.roster.at):
                self.refresh_lines(self.roster.line_of(place), self.roster.tall)
        self.post_message(CursorMoved())

    def page(self) -> int:
        """Count the rows of a screen."""
        return max(1, self.scrollable_content_region.height // self.roster.tall - 1)

    def want(self) -> None:
        """Ask for the rows around what is on screen."""
        height = max(1, self.size.height)
        top = max(0, int(self.scroll_offset.y) - height)
        rows = self.roster.rows_between(top, top + LOAD_PAGES * height)
        if rows:
            self.post_message(RowsWanted(self, rows))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Ask for rows that came into view."""
        super().watch_scroll_y(old_value, new_value)
        if round(old_value) != round(new_value):
            self.want()

    def on_mount(self) -> None:
        """Take the scrollbar that fits the signs."""
        fit_scrollbar(self)

    def on_resize(self) -> None:
        """Fit the rows to another width."""
        self.refill()

    def on_focus(self) -> None:
        """Draw the cursor as the place where keys go."""
        self.refresh()

    def on_blur(self) -> None:
        """Draw the cursor as resting."""
        self.refresh()

    # --- drawing

    def render_line(self, y: int) -> Strip:
        """Draw one line of the screen."""
        width = self.scrollable_content_region.width
        line = self.roster.line(int(self.scroll_offset.y) + y)
        match line:
            case AddLine():
                return self._line(ADD, [("    + Add a note", "quiet")], width)
            case GroupLine(group):
                return self._group(group.label, group.counted, width)
            case RowLine(at, second):
                draw = self._draw_second if second else self._draw
                spans = draw(at, width - GUTTER - 1)
                return self._line(at, spans, width, second=second)
        return self._blank(y, width)

    def _line(self, at: int, spans: list[Span], width: int, *, second: bool = False) -> Strip:
        here = at == self.roster.at
        chosen = at >= 0 and self.roster.chosen(at)
        glyphs = self.glyphs
        cursor = glyphs.cursor if self.has_focus else glyphs.resting
        gutter: list[Span] = [
            (cursor if here and not second else " ", "focus"),
            (glyphs.mark if chosen and not second else " ", "mark strong"),
        ]
        base = "cursor" if here else "chosen" if chosen else ""
        return self.paint([*gutter, *spans], width, f"{base} strong" if chosen else base)

    def _group(self, label: str, count: str, width: int) -> Strip:
        light = self.glyphs.light
        start, end = f"  {light} {label} ", f" {count} " if count else " "
        fill = light * max(0, width - len(start) - len(end))
        return self.paint([(f"{start}{fill}{end}", "quiet")], width)

    def _blank(self, y: int, width: int) -> Strip:
        if self.roster.keys or not self.empty:
            return self.paint([], width)
        height = self.scrollable_content_region.height
        first = max(1, (height - len(self.empty.split("\n"))) // 2)
        texts = self.empty.split("\n")
        text = texts[y - first] if 0 <= y - first < len(texts) else ""
        return self.paint([(text.center(width) if len(text) < width else text, "quiet")], width)

    # --- the mouse

    def _place_at(self, event: events.MouseEvent) -> int | None:
        match self.roster.line(int(self.scroll_offset.y) + event.y):
            case AddLine():
                return ADD
            case RowLine(at):
                return at
        return None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Put the cursor there; in the gutter, mark; with the other button, ask for the menu."""
        place = self._place_at(event)
        if place is None:
            return
        if event.button == 3:
            self.move_to(place)
            self.post_message(MenuWanted(event.screen_x, event.screen_y))
        elif event.x < GUTTER and place >= 0:
            self.roster.toggle(place)
            self.move_to(place)
        elif self.roster.at == place and self.has_focus:
            self.post_message(RowOpened())
        else:
            self.move_to(place)
            self._dragged_from = place
        self.refresh()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag a range."""
        place = self._place_at(event)
        if self._dragged_from is None or event.button != 1 or place is None or place < 0:
            return
        if place != self._dragged_from and self.roster.range_from is None:
            self.roster.range_from = max(0, self._dragged_from)
        self.move_to(place)

    def on_mouse_up(self) -> None:
        """End the drag; the range stays open."""
        self._dragged_from = None

    def cursor_region(self) -> Region:
        """Give where on screen the cursor's row is: where menus open."""
        y = self.roster.line_of(self.roster.at) - int(self.scroll_offset.y)
        return Region(self.region.x + GUTTER, self.region.y + max(0, y), 1, 1)
