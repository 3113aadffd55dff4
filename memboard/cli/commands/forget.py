"""`memboard forget`: take notes out of memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memboard.cli.ask import confirm
from memboard.cli.call import Call
from memboard.cli.figures import counted
from memboard.cli.given import only_ids
from memboard.cli.options import command
from memboard.cli.output import terminal_width
from memboard.cli.rows import note_row

if TYPE_CHECKING:
    from memboard.engine import Memory


@command("forget")
@click.argument("note_ids", metavar="ID...", nargs=-1, required=True)
@click.option("--purge", is_flag=True, help="Erase text, vector, words and history for good.")
@click.option("--yes", is_flag=True, help="Purge without asking.")
@click.pass_obj
def forget_command(call: Call, note_ids: tuple[str, ...], purge: bool, yes: bool) -> None:
    """Take notes out of memory; they can be restored for 30 days.

    Takes ids only, never a search. All the notes go in one change, or none does. --purge also
    works on notes that were forgotten before; it cannot be undone and asks first.
    """
    only_ids("forget", note_ids)
    with call.open() as memory:
        if purge and not purge_wanted(call, memory, note_ids, yes=yes):
            call.narrate("Nothing was purged.")
            return
        forgotten = memory.forget(*note_ids, purge=purge)
    number = counted(len(forgotten), "note")
    said = f"Purged {number}." if purge else f"Forgot {number}. memboard undo takes it back."
    call.answer({"forgotten": forgotten}, [said])


def purge_wanted(call: Call, memory: Memory, note_ids: tuple[str, ...], *, yes: bool) -> bool:
    """Show what would be erased and ask."""
    notes = [memory.why(note_id).note for note_id in dict.fromkeys(note_ids)]
    if not yes:
        call.narrate(*(note_row(note, memory.now(), terminal_width()) for note in notes))
    return confirm(call, f"Purge {counted(len(notes), 'note')} for good?", yes=yes)
