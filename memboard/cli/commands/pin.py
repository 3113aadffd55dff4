"""`memboard pin`: pin notes, or unpin them."""

from __future__ import annotations

import click

from memboard.cli.call import Call
from memboard.cli.figures import counted
from memboard.cli.given import only_ids
from memboard.cli.options import command


@command("pin")
@click.argument("note_ids", metavar="ID...", nargs=-1, required=True)
@click.option("--off", is_flag=True, help="Unpin them.")
@click.pass_obj
def pin_command(call: Call, note_ids: tuple[str, ...], off: bool) -> None:
    """Pin notes, or unpin them.

    A pinned note does not lose rank with age. Takes ids only.
    """
    only_ids("pin", note_ids)
    with call.open() as memory:
        notes = memory.pin(*note_ids, pinned=not off)
    verb = "Unpinned" if off else "Pinned"
    call.answer({"notes": notes}, [f"{verb} {counted(len(notes), 'note')}."])
