"""`memboard blocked`: what is withheld from models, and letting it pass."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from memboard.cli.call import Call
from memboard.cli.given import standard_input
from memboard.cli.group import Group
from memboard.cli.options import Command

if TYPE_CHECKING:
    from contextlib import AbstractContextManager


@click.group("blocked", cls=Group, invoke_without_command=True)
@click.pass_context
def blocked_command(context: click.Context) -> None:
    """List, show, release and test what is withheld from models.

    Every text that is about to reach a model is scanned. One that gives it orders, plays a
    role, sends data away or hides characters is replaced by [BLOCKED: class] and logged; the
    note itself is not changed. Alone, memboard blocked lists the log.
    """
    if context.invoked_subcommand is None:
        context.invoke(list_command)


@blocked_command.command("list", cls=Command)
@click.option("-n", "--limit", type=int, default=50, show_default=True, help="How many, to 1,000.")
@click.pass_obj
def list_command(call: Call, limit: int) -> None:
    """List what was withheld lately, newest first, in every project.

    A line has the note's id, how long ago it was, class, rule, where, the agent's session, and
    the note's first words.
    """
    from memboard.cli.withheld.log import event_lines

    with call.open() as memory:
        events = memory.blocked(limit)
        lines = [] if call.json else list(event_lines(memory, events))
    call.answer({"blocked": events}, lines)
    if not events:
        call.narrate("Nothing was withheld so far. memboard doctor scans the whole store.")


@blocked_command.command("show", cls=Command)
@click.argument("note_id", metavar="ID")
@click.pass_obj
def show_command(call: Call, note_id: str) -> None:
    """Show a note with the places marked for which it is withheld.

    Each is marked >>>so<<<, and named under the text with its class and rule. Released notes
    are scanned as well.
    """
    from memboard.cli.withheld.show import explained, shown_lines

    with call.open() as memory:
        shown = explained(memory, note_id)
        now = memory.now()
    call.answer(shown, shown_lines(shown, now))


@blocked_command.command("release", cls=Command)
@click.argument("note_id", metavar="ID")
@click.option("--off", is_flag=True, help="Withhold it again.")
@click.pass_obj
def release_command(call: Call, note_id: str, off: bool) -> None:
    """Let a note's present text pass the scan.

    Holds until its text is edited. memboard undo takes it back, as does --off.
    """
    from memboard.cli.given import only_ids
    from memboard.cli.withheld.show import seen_here

    only_ids("blocked release", [note_id])
    with call.open() as memory:
        note = memory.release(seen_here(memory, note_id), on=not off)
    said = "Released {}: models may read its text until it is edited. memboard undo takes it back."
    if off:
        said = "{} is scanned again."
    call.answer({"note": note}, [said.format(note.id)])


@blocked_command.command("check", cls=Command)
@click.argument("file")
@click.pass_obj
def check_command(call: Call, file: str) -> int:
    """Scan texts that are no notes: JSON Lines in, JSON Lines out.

    FILE holds lines such as {"id": 1, "text": "..."}; - is standard input. For each a line
    {"id": 1, "findings": [{"class": ..., "rule": ..., "span": [0, 9]}]} is written at once,
    with no findings for a clean text. Spans count characters. Lines that cannot be read are
    named on stderr, and make the exit code 1. No store is opened.
    """
    from memboard.cli.withheld.check import check_lines

    with opened(file) as lines:
        return check_lines(call, lines)


def opened(file: str) -> AbstractContextManager[BinaryIO]:
    """Open a file, or standard input."""
    return nullcontext(standard_input()) if file == "-" else Path(file).open("rb")
