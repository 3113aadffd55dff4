"""`memboard recent`: list notes, newest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from memboard.cli.call import Call
from memboard.cli.figures import counted
from memboard.cli.options import ONLY, command, scope_options
from memboard.cli.output import terminal_width
from memboard.cli.rows import note_row

if TYPE_CHECKING:
    from memboard.engine import Page


@command("recent")
@click.option(
    "-n", "--limit", type=int, default=20, show_default=True, help="How many, up to 1,000."
)
@click.option("--offset", type=int, default=0, help="How many to pass over first.")
@scope_options(ONLY)
@click.pass_obj
def recent_command(call: Call, /, limit: int, offset: int, **options: Any) -> None:
    """List notes, newest first.

    Each line has the id, the age, how the note came in, its flags (G global, ◆ pinned, … not
    embedded yet, ~ embedded with an older text) and its text.
    """
    with call.open() as memory:
        page = memory.recent(limit, offset=offset, **options)
        now = memory.now()
    width = terminal_width()
    call.answer(page, (note_row(note, now, width) for note in page.notes))
    call.narrate(summary(page, offset))
    call.tell(page.notices)


def summary(page: Page, offset: int) -> str:
    """Say how many there are, and how to see more of them."""
    shown = len(page.notes)
    if not page.total:
        return "No notes yet. memboard add TEXT makes one."
    if not shown:
        return f"{counted(page.total, 'note')}; none from {offset:,} on."
    last = offset + shown
    more = f" --offset {last} shows older ones." if last < page.total else ""
    first = f"{offset + 1:,} to {last:,}" if offset else f"{shown:,}"
    return f"{first} of {counted(page.total, 'note')}.{more}"
