"""`memboard recall`: what a prompt would be given unasked, and why not the rest."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from memboard.cli import output
from memboard.cli.call import Call
from memboard.cli.cells import cut
from memboard.cli.faults import Usage
from memboard.cli.figures import counted, score
from memboard.cli.given import given_text
from memboard.cli.options import command
from memboard.cli.output import terminal_width
from memboard.cli.plain import plain_line, plain_lines

if TYPE_CHECKING:
    from memboard.engine import Memory
    from memboard.engine.shown import Recall

LEVELS = ["low", "default", "high", "max"]
LEAST = 0.005
"""Relevance that is shown as .01; what has less is no match, only a note that was looked at."""
STATE = 8
"""Cells of the column that says in or why not."""


@command("recall")
@click.argument("prompt", nargs=-1)
@click.option(
    "--level", type=click.Choice(LEVELS), help="How much; the setting aggressiveness if unset."
)
@click.option(
    "--budget", type=int, metavar="N", help="Characters the block may have; whole notes only."
)
@click.option(
    "--session", metavar="ID", help="An agent's session: it is given each of its notes once."
)
@click.pass_obj
def recall_command(call: Call, /, prompt: tuple[str, ...], **options: Any) -> None:
    """Show what a prompt would be given unasked, and why not the rest.

    The block that an agent's host puts before the prompt goes to stdout, and to stderr a line
    for each note that was looked at: in, or left out because of the floor, the level's limit,
    the budget, the scan, or because the session has it already. PROMPT may be given in several
    words; - reads it from standard input.

    Text that a model may not read is withheld here as well; memboard blocked show tells why.
    """
    if not prompt:
        raise Usage("There is no prompt.", "Give its words, or - to read it from stdin.")
    text = given_text(prompt)
    with call.open() as memory:
        recall = memory.recall(text, **options)
        candidates = [] if call.json else list(candidate_lines(memory, recall))
    if call.json:
        output.write_document(recall)
    elif recall.block:
        write_block(recall.block)
    call.narrate(*candidates, summary(recall))
    call.tell(recall.notices)


def write_block(block: str) -> None:
    """Write the block: its exact bytes into a pipe, made safe on a terminal."""
    if sys.stdout.isatty():
        output.write_lines(plain_lines(block))
    else:
        output.write_bytes([block.encode("utf-8")])


def candidate_lines(memory: Memory, recall: Recall) -> Iterator[str]:
    """Write a line for each note that was looked at: those in the block, then the others."""
    for given in recall.notes:
        state = "blocked" if given.blocked else "in"
        yield candidate_line(memory, state, given.id, given.relevance)
    named = {given.id for given in recall.notes}
    for left in recall.left_out:
        if left.id not in named:  # one that is withheld is left out, and has a placeholder
            yield candidate_line(memory, left.reason, left.id, left.relevance)


def candidate_line(memory: Memory, state: str, note_id: str, relevance: float) -> str:
    """Write one candidate: what became of it, relevance, id, first words."""
    words = plain_line(words_of(memory, note_id))
    return cut(f"{state:<{STATE}}  {score(relevance):>4}  {note_id}  {words}", terminal_width())


def words_of(memory: Memory, note_id: str) -> str:
    """Give a note's text as a model may read it."""
    from memboard.engine.errors import NotFound
    from memboard.engine.recall.withhold import placeholder

    try:
        note = memory.get(note_id)
    except NotFound:
        return "(forgotten meanwhile)"
    threats = memory.withheld(note)
    return placeholder(threats[0].class_) if threats else note.text


def summary(recall: Recall) -> str:
    """Say how much is given, and count what is not; never a bare nothing."""
    rest = "; ".join(left_out(recall))
    withheld = sum(one.blocked is not None for one in recall.notes)
    if not recall.notes:
        at = f"memboard: nothing is worth injecting at level {recall.level}"
        return f"{at}; {rest}." if rest else f"{at}: no note speaks of this."
    room = f" of {recall.budget:,}" if recall.budget is not None else ""
    given = counted(len(recall.notes) - withheld, "note")
    given += f" and {counted(withheld, 'placeholder')}" if withheld else ""
    said = f"{given}, {recall.used:,}{room} characters"
    return f"{said}, level {recall.level}{'; ' + rest if rest else ''}."


def left_out(recall: Recall) -> Iterator[str]:
    """Count the notes that are left out, by reason."""
    reasons = [left.reason for left in recall.left_out if left.relevance >= LEAST]
    weaker = counted(reasons.count("floor"), "weaker match", "weaker matches")
    for reason, said in (
        ("blocked", f"{reasons.count('blocked'):,} withheld by the scan"),
        ("repeated", f"{reasons.count('repeated'):,} given to this session before"),
        ("limit", f"{reasons.count('limit'):,} more than the level's {recall.limit}"),
        ("budget", f"{reasons.count('budget'):,} too long for the budget"),
        ("floor", f"{weaker} below the floor {score(recall.floor)}"),
    ):
        if reason in reasons:
            yield said
