"""A note as one line of a list: id, age, trigger, flags, text."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from memboard.cli.cells import cut, padded, width_of
from memboard.cli.figures import age
from memboard.cli.plain import plain_line

if TYPE_CHECKING:
    from memboard.engine import Note

SHORT_TRIGGERS = {
    "manual": "man",
    "board": "brd",
    "capture:shutdown": "cap",
    "capture:before_compact": "cmp",
    "dream": "drm",
    "import": "imp",
    "markdown": "mkd",
}
FINDABILITY = {"stale": "~", "pending": "…", "other": "…"}


def flags_of(note: Note) -> str:
    """Give three cells: G global, ◆ pinned, ~ or … not found by meaning."""
    return (
        ("G" if note.scope == "global" else " ")
        + ("◆" if note.pinned else " ")
        + FINDABILITY.get(note.embedding, " ")
    )


def note_row(note: Note, now: dt.datetime, width: int | None, lead: str = "") -> str:
    """Write a note as one line; `width` cuts its text, None leaves it whole."""
    trigger = SHORT_TRIGGERS.get(note.trigger or "", "?  ")
    old = padded(age(note.created_at, now), 4, right=True)
    head = f"{lead}{note.id} {old}  {trigger} {flags_of(note)}  "
    return head + cut(plain_line(note.text), None if width is None else width - width_of(head))
