"""`memboard add`: remember one fact."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from memboard.cli.call import Call
from memboard.cli.faults import Usage
from memboard.cli.figures import score
from memboard.cli.given import given_text
from memboard.cli.masking import masked_lines
from memboard.cli.options import COUNTS, command, scope_options
from memboard.cli.output import terminal_width
from memboard.cli.plain import plain_line

if TYPE_CHECKING:
    from memboard.engine import Added, Similar

TRIGGERS = ["manual", "board", "capture:shutdown", "capture:before_compact", "dream", "markdown"]


@command("add")
@click.argument("text", nargs=-1)
@scope_options(COUNTS)
@click.option("--topic", metavar="TOPIC", help="What it is about, up to 80 characters.")
@click.option(
    "--tag", "tags", multiple=True, metavar="TAG", help="A tag; may be given several times."
)
@click.option("--importance", type=float, metavar="0..1", help="How much it matters; 0.5 if unset.")
@click.option("--pin", "pinned", is_flag=True, help="Pin it: it does not age.")
@click.option("--session", metavar="ID", help="The agent's session it comes from.")
@click.option("--trigger", type=click.Choice(TRIGGERS), default="manual", hidden=True)
@click.option("--host", hidden=True)
@click.pass_obj
def add_command(call: Call, /, text: tuple[str, ...], **fields: Any) -> None:
    """Remember one fact.

    TEXT may be given in several words; - reads it from standard input. A note has 1 to 2,000
    characters. It counts for this project, or outside a project everywhere.
    """
    if not text:
        raise Usage("There is nothing to add.", "Give a text, or - to read it from stdin.")
    with call.open() as memory:
        added = memory.add(given_text(text), **fields)
    call.answer(added, added_lines(added))
    call.tell(added.notices)


def added_lines(added: Added) -> Iterator[str]:
    """Say what became of the text."""
    note = added.note
    if note is None:
        yield "Not added: it was forgotten here."
        return
    where = "global" if note.scope == "global" else f"project {plain_line(note.namespace)}"
    if added.status == "known":
        yield f"Known as {note.id}, {where}. Nothing was added."
    else:
        yield f"Added {note.id}, {where}."
        yield from masked_lines(added.masked)
    if added.forgotten_at is not None:
        when = added.forgotten_at.astimezone()
        yield f"It was forgotten on {when:%Y-%m-%d}. Added again, because you asked."
    yield from similar_lines(added.similar)


def similar_lines(similar: tuple[Similar, ...]) -> Iterator[str]:
    """Name the notes that say nearly the same."""
    from memboard.cli.cells import cut

    for near in similar:
        line = f"  nearly the same: {near.id} {score(near.score)}  {plain_line(near.text)}"
        yield cut(line, terminal_width())
