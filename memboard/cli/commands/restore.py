"""`memboard restore`: bring a forgotten note back."""

from __future__ import annotations

import click

from memboard.cli.call import Call
from memboard.cli.given import only_ids
from memboard.cli.options import command
from memboard.cli.output import terminal_width
from memboard.cli.rows import note_row


@command("restore")
@click.argument("note_id", metavar="ID")
@click.pass_obj
def restore_command(call: Call, note_id: str) -> None:
    """Bring a forgotten note back.

    It comes back as it was. Takes an id. memboard history lists what was forgotten.
    """
    only_ids("restore", [note_id])
    with call.open() as memory:
        note = memory.restore(note_id)
        now = memory.now()
    call.answer({"note": note}, ["Restored.", note_row(note, now, terminal_width())])
