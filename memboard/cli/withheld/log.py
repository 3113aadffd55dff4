"""The blocked log as lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from memboard.cli.cells import cut, padded
from memboard.cli.figures import age
from memboard.cli.output import terminal_width
from memboard.cli.plain import plain_line

if TYPE_CHECKING:
    from memboard.engine import Memory
    from memboard.engine.shown import Blocked

CLASS = 20
"""Cells of the longest class."""
SESSION = 12
NEVER_STORED = "-" * 8
"""Stands for the id of a captured fact that became no note."""


def event_lines(memory: Memory, events: Sequence[Blocked]) -> Iterator[str]:
    """Write each time a text was withheld as a line."""
    width, now = terminal_width(), memory.now()
    known: dict[tuple[str, int], str] = {}
    for event in events:
        key = (event.note_id, event.revision)
        if key not in known:
            known[key] = words_of(memory, event)
        session = cut(plain_line((event.session or "-")[: SESSION + 1]), SESSION, "..")
        line = (
            f"{event.note_id or NEVER_STORED} {padded(age(event.at, now), 4, right=True)}"
            f"  {event.class_:<{CLASS}} {event.rule:<7} {event.surface:<8}"
            f" {padded(session, SESSION)}  {known[key]}"
        )
        yield cut(plain_line(line), width)


def words_of(memory: Memory, event: Blocked) -> str:
    """Give the text of a note that was withheld, or say why it cannot be shown here."""
    from memboard.engine.errors import NotFound

    project = memory.project.name if memory.project else None
    if event.namespace not in (project, "global"):
        return f"(project {event.namespace})"
    if not event.note_id:
        return "(not stored)"
    try:
        note = memory.get(event.note_id)
    except NotFound:
        return whose(memory, event)
    return note.text if note.revision == event.revision else f"(edited since) {note.text}"


def whose(memory: Memory, event: Blocked) -> str:
    """Say of a note that is not seen here whether another project of the same name has it."""
    keys = memory.keys_that_lead_to(event.note_id)
    return f"(another project {event.namespace}: {keys[0]})" if keys else "(no longer here)"
