"""`memboard undo` and `memboard redo`: take changes back, and do them again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from memboard.cli.call import Call
from memboard.cli.changes import PAST
from memboard.cli.faults import Usage
from memboard.cli.figures import counted
from memboard.cli.options import command
from memboard.cli.plain import plain_line

if TYPE_CHECKING:
    from memboard.engine import Undone


@command("undo")
@click.argument("seq", type=int, required=False)
@click.option("--cycle", metavar="ID", help="Take back a whole consolidation cycle.")
@click.pass_obj
def undo_command(call: Call, seq: int | None, cycle: str | None) -> None:
    """Take back your last change, or any one change.

    Without SEQ it takes back your own last change, never an agent's; again, the one before.
    With SEQ, the number of a line of memboard history, it takes back that entry, whoever
    made it. memboard redo does it again.
    """
    if seq is not None and cycle is not None:
        raise Usage("SEQ and --cycle were both given.", "Give one of the two.")
    with call.open() as memory:
        undone = memory.undo(seq, cycle=cycle)
    call.answer(undone, undone_lines(undone, "Took back", "memboard redo does it again."))


@command("redo")
@click.pass_obj
def redo_command(call: Call) -> None:
    """Do again what you took back last.

    Works until you make another change.
    """
    with call.open() as memory:
        undone = memory.redo()
    call.answer(undone, undone_lines(undone, "Did again", "memboard undo takes it back."))


def undone_lines(undone: Undone, what: str, hint: str) -> Iterator[str]:
    """Say what was put back, and what was left and why."""
    done = "" if undone.op == "undo" else f"{PAST.get(undone.op, undone.op)} "
    yield f"{what}: {done}{counted(len(undone.notes), 'note')}. {hint}"
    for left in undone.left:
        yield f"  left as it is: {plain_line(left.reason)}"
