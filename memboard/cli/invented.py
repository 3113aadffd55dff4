"""The demo as text: the notes by day, then two searches that show what meaning finds."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from memboard.cli.figures import counted, score
from memboard.cli.rows import note_row

if TYPE_CHECKING:
    from memboard.engine import Memory, Note

QUESTIONS = ("how do I reach the staging database", "which unit are sensor values in")
PIPED_WIDTH = 100


def demo_lines(memory: Memory, notes: Sequence[Note], width: int | None) -> Iterator[str]:
    """Write the notes in groups by age, and the answers to two questions."""
    wide, now = width or PIPED_WIDTH, memory.now()
    yield "What agents remember of the invented project tidepool."
    yield "Age, how it came in (man brd cap cmp drm imp mkd), G global, ◆ pinned, text."
    for title, group in groupby(notes, key=lambda note: day_of(note, now)):
        members = list(group)
        yield ""
        yield ruled(title, counted(len(members), "note"), wide)
        yield from (note_row(note, now, wide) for note in members)
    for question in QUESTIONS:
        yield ""
        yield ruled(f"memboard search {question}", "score first", wide)
        for hit in memory.search(question, k=3).hits:
            yield note_row(hit.note, now, wide, f"{score(hit.score):>4}  ")
    yield ""
    yield "memboard demo opens this on the board. memboard add TEXT makes a note of your own."


def day_of(note: Note, now: dt.datetime) -> str:
    """Name the group of a note: today, yesterday, a weekday, or a month."""
    then, today = note.created_at.astimezone().date(), now.astimezone().date()
    days = (today - then).days
    if days <= 1:
        return "Yesterday" if days == 1 else "Today"
    return f"{then:%a %d %b}" if days < 7 else f"{then:%b %Y}"


def ruled(left: str, right: str, width: int) -> str:
    """Write a title with a rule after it and a remark at its end."""
    return f"─ {left} {'─' * max(width - len(left) - len(right) - 4, 1)} {right}"
