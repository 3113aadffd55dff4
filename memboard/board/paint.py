"""From words with roles to cells: the one way anything is drawn.

A span is a text and the names of the roles it plays (`quiet`, `mark bold`). Roles are component
classes of every painted widget, so that a theme says once how each looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from memboard.board.cells import head_of
from memboard.board.glyphs import UNICODE, Glyphs

Span = tuple[str, str]
"""A text that is safe to draw, and its roles, separated by spaces."""

ROLES = (
    "focus",
    "cursor",
    "chosen",
    "mark",
    "meaning",
    "words",
    "pin",
    "warn",
    "danger",
    "good",
    "quiet",
    "match",
    "strong",
    "chip",
    "gone",
    "key",
    "tab",
    "bar",
)


class Painted(Widget):
    """A widget drawn from spans."""

    COMPONENT_CLASSES = {f"role--{role}" for role in ROLES}  # noqa: RUF012 - Textual's own form

    @property
    def glyphs(self) -> Glyphs:
        """The signs of this board."""
        found = getattr(self.app, "glyphs", UNICODE)
        return found if isinstance(found, Glyphs) else UNICODE

    def role_style(self, roles: str) -> Style:
        """Give the style of some roles, laid over one another."""
        known = self._looks.get(roles)
        if known is None:
            known = Style.null()
            for role in roles.split():
                known += self.get_component_rich_style(f"role--{role}", partial=True)
            self._looks[roles] = known
        return known

    def ground_style(self, base: str) -> Style:
        """Give the style of a whole line."""
        known = self._grounds.get(base)
        if known is None:
            known = self._grounds[base] = self.rich_style + self.role_style(base)
        return known

    @cached_property
    def _looks(self) -> dict[str, Style]:
        return {}

    @cached_property
    def _grounds(self) -> dict[str, Style]:
        return {}

    def notify_style_update(self) -> None:
        """Forget what the roles looked like: another theme, another focus."""
        self._looks.clear()
        self._grounds.clear()
        super().notify_style_update()

    def paint(self, spans: Iterable[Span], width: int, base: str = "") -> Strip:
        """Draw spans on one line of exactly `width` cells.

        Args:
            spans: what to draw; what does not fit is cut by cells.
            width: cells.
            base: roles of the whole line, under those of the spans.
        """
        ground = self.ground_style(base)
        segments, left = [], width
        for text, roles in spans:
            size = cell_len(text)
            if size > left:
                text = head_of(text, left)
                size = cell_len(text)
            left -= size
            segments.append(Segment(text, ground + self.role_style(roles) if roles else ground))
            if left <= 0:
                break
        if left > 0:
            segments.append(Segment(" " * left, ground))
        return Strip(segments, width)


class OneLine(Painted):
    """A widget of one line."""

    def spans(self, width: int) -> list[Span]:
        """Give what is drawn in so many cells."""
        raise NotImplementedError

    def ground(self) -> str:
        """Give the roles of the whole line."""
        return ""

    def render_line(self, y: int) -> Strip:
        """Draw it."""
        width = self.size.width
        return self.paint(self.spans(width) if y == 0 else [], width, self.ground())


def spans_width(spans: Sequence[Span]) -> int:
    """Count the cells of some spans."""
    return sum(cell_len(text) for text, _ in spans)


def spans_text(spans: Sequence[Span]) -> str:
    """Give the text of some spans."""
    return "".join(text for text, _ in spans)
