"""`memboard edit`: change a note."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from memboard.cli.call import Call
from memboard.cli.commands.add import similar_lines
from memboard.cli.faults import Usage
from memboard.cli.given import given_text, only_ids
from memboard.cli.masking import masked_lines
from memboard.cli.options import COUNTS, command, scope_options
from memboard.cli.output import has_terminal

if TYPE_CHECKING:
    from memboard.engine import Edited, Memory


@command("edit")
@click.argument("note_id", metavar="ID")
@click.argument("text", nargs=-1)
@scope_options(COUNTS)
@click.option("--topic", metavar="TOPIC", help='A new topic; "" takes it away.')
@click.option(
    "--tag",
    "tags",
    multiple=True,
    metavar="TAG",
    help='A tag; those given replace all it has. "" for none.',
)
@click.option("--importance", metavar="0..1", help='A new importance; "" takes it away.')
@click.option(
    "--revision", type=int, metavar="N", help="Refuse if the note has another revision by now."
)
@click.pass_obj
def edit_command(
    call: Call, /, note_id: str, text: tuple[str, ...], revision: int | None, **fields: Any
) -> None:
    """Change a note.

    TEXT replaces the text; - reads it from standard input. The options change topic, tags,
    importance or scope; what is not given stays. With nothing given, a terminal opens the
    text in $EDITOR. memboard undo takes the edit back.
    """
    only_ids("edit", [note_id])
    changes = given_changes(**fields)
    if text:
        changes["text"] = given_text(text)
    with call.open() as memory:
        if not changes:
            changes, revision = edited_in_editor(call, memory, note_id)
        edited = memory.edit(note_id, expected_revision=revision, **changes)
    call.answer(edited, edited_lines(edited))
    call.tell(edited.notices)


def given_changes(
    topic: str | None, tags: tuple[str, ...], importance: str | None, scope: str | None
) -> dict[str, Any]:
    """Collect the fields that were given; an empty value takes the field away."""
    changes: dict[str, Any] = {}
    if topic is not None:
        changes["topic"] = topic or None
    if tags:
        changes["tags"] = tuple(tag for tag in tags if tag)
    if importance is not None:
        changes["importance"] = given_importance(importance)
    if scope is not None:
        changes["scope"] = scope
    return changes


def given_importance(importance: str) -> float | None:
    """Read an importance; an empty one is none."""
    try:
        return float(importance) if importance else None
    except ValueError as error:
        raise Usage(
            f'Importance is a number from 0 to 1, not "{importance}".', 'Or "" for none.'
        ) from error


def edited_in_editor(call: Call, memory: Memory, note_id: str) -> tuple[dict[str, Any], int]:
    """Let a person change the text in an editor; gives it with the revision they saw."""
    if call.json or not has_terminal():
        raise Usage("There is nothing to change.", "Give a text, - for stdin, or an option.")
    note = memory.get(note_id)
    written = click.edit(note.text, extension=".md")
    return ({} if written is None else {"text": written}), note.revision


def edited_lines(edited: Edited) -> Iterator[str]:
    """Say what changed."""
    if edited.changed:
        yield f"Changed {', '.join(edited.changed)} of {edited.note.id}."
    else:
        yield f"Nothing changed in {edited.note.id}."
    yield from masked_lines(edited.masked)
    yield from similar_lines(edited.similar)
