"""`memboard history`: list who changed what, newest first."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from memboard.cli.call import Call
from memboard.cli.changes import change_row, redone
from memboard.cli.given import only_ids
from memboard.cli.options import command
from memboard.cli.output import terminal_width

if TYPE_CHECKING:
    from memboard.engine import Change


@command("history")
@click.argument("note_id", metavar="[ID]", required=False)
@click.option(
    "-n", "--limit", type=int, default=50, show_default=True, help="How many, up to 1,000."
)
@click.option("--before", type=int, metavar="SEQ", help="Only entries older than this one.")
@click.option("--session", metavar="ID", help="Only what this session changed.")
@click.pass_obj
def history_command(
    call: Call, note_id: str | None, limit: int, before: int | None, session: str | None
) -> None:
    """List who changed what, newest first.

    With an ID of that note, else of all notes seen here, this project's and the global ones.
    The number at the start of a line is what memboard undo takes.
    """
    only_ids("history", [note_id] if note_id else [])
    with call.open() as memory:
        changes = memory.history(note_id, limit=limit, before=before, session=session)
        again = frozenset[int]() if call.json else redone(memory, changes)
        now = memory.now()
    call.answer({"changes": changes}, change_lines(changes, now, again))
    if not changes:
        call.narrate("No changes here.")


def change_lines(
    changes: Sequence[Change], now: dt.datetime, again: frozenset[int]
) -> Iterator[str]:
    """Write each change as a line."""
    width = terminal_width()
    for change in changes:
        yield change_row(change, now, width, again)
