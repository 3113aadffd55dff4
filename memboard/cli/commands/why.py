"""`memboard why`: show a note, where it comes from and what became of it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from memboard.cli.call import Call
from memboard.cli.cells import cut, wrapped
from memboard.cli.changes import change_row, redone
from memboard.cli.figures import moment, score
from memboard.cli.given import only_ids
from memboard.cli.options import command
from memboard.cli.output import terminal_width
from memboard.cli.plain import plain_line, plain_lines
from memboard.engine.limits import MAX_SESSION

if TYPE_CHECKING:
    from memboard.engine import Note, Why
    from memboard.engine.answers import Recalled

LABEL = 11
"""Cells of the label column."""
LABELS = {
    "may_supersede": ("replaces?", "replaced?"),
    "merged_from": ("merged from", "merged into"),
}
"""How another note belongs to it: as the older, and as the newer of the two."""


@command("why")
@click.argument("note_id", metavar="ID")
@click.pass_obj
def why_command(call: Call, note_id: str) -> None:
    """Show a note, where it comes from and what became of it.

    Forgotten notes are shown as well.
    """
    only_ids("why", [note_id])
    with call.open() as memory:
        why = memory.why(note_id)
        again = frozenset[int]() if call.json else redone(memory, why.history)
        now = memory.now()
    call.answer(why, why_lines(why, now, again))
    call.tell(why.notices)


def why_lines(why: Why, now: dt.datetime, again: frozenset[int]) -> Iterator[str]:
    """Write the note's text and, under it, everything known about it."""
    width = terminal_width()
    note = why.note
    yield note.id if why.state == "kept" else f"{note.id}, {why.state}"
    yield ""
    for line in plain_lines(note.text):
        yield from (f"  {part}" for part in wrapped(line, width and width - 2))
    yield ""
    for label, value in (*origin(note, now), *standing(why, now)):
        yield cut(f"{label:<{LABEL}} {plain_line(value)}", width)
    for near in why.similar:
        line = f"{'similar':<{LABEL}} {near.id} {score(near.score)}  {plain_line(near.text)}"
        yield cut(line, width)
    for link in why.links:
        label = LABELS[link.kind][link.newer]
        yield cut(f"{label:<{LABEL}} {link.id}  {plain_line(link.text)}", width)
    for recalled in why.recalls:
        yield cut(f"{'recalled':<{LABEL}} {plain_line(told(recalled, now))}", width)
    yield ""
    for change in why.history:
        yield change_row(change, now, width, again)


def origin(note: Note, now: dt.datetime) -> Iterator[tuple[str, str]]:
    """Tell how a note came in."""
    came_in = note.trigger or "unknown, from before origins were kept"
    yield "came in", f"{came_in}, {note.host[:MAX_SESSION]}" if note.host else came_in
    if note.session:
        yield "session", note.session[:MAX_SESSION]
    yield "created", moment(note.created_at, now)
    if note.known_since != note.created_at:
        yield "known", f"since {moment(note.known_since, now)}"
    if note.updated_at != note.created_at:
        yield "changed", f"{moment(note.updated_at, now)}, revision {note.revision}"


def standing(why: Why, now: dt.datetime) -> Iterator[tuple[str, str]]:
    """Tell how a note stands now."""
    note = why.note
    yield "scope", "global" if note.scope == "global" else f"project {note.namespace}"
    if note.topic:
        yield "topic", note.topic
    if note.tags:
        yield "tags", ", ".join(note.tags)
    if note.importance is not None:
        yield "importance", f"{note.importance:g}"
    if note.pinned:
        yield "pinned", "yes"
    if why.released:
        yield "released", "yes: the scan lets its present text pass"
    if why.state == "kept":
        yield "findable", findable(why, now)


def findable(why: Why, now: dt.datetime) -> str:
    """Tell how a search can come upon a note."""
    evidence = why.evidence
    if why.note.findable == "meaning" and evidence.embedder and evidence.embedded_at:
        return f"by meaning, {evidence.embedder}, {moment(evidence.embedded_at, now)}"
    reasons = {
        "stale": "its text changed since it was embedded",
        "other": "embedded with another model only",
    }
    return f"by words, {reasons.get(why.note.embedding, 'not embedded yet')}"


def told(recalled: Recalled, now: dt.datetime) -> str:
    """Tell when a note was shown to a model, where, to whom, how high, and what came of it."""
    session = f", session {recalled.session}" if recalled.session else ""
    place = f"{recalled.surface}{session}, rank {recalled.rank} {score(recalled.score)}"
    return f"{moment(recalled.at, now)}, {place}, {recalled.outcome}"
