"""Proposals, cycles and removed notes as lines."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from memboard.cli.cells import cut, padded, wrapped
from memboard.cli.dreaming.differences import marked_merge, marked_note
from memboard.cli.figures import age, counted
from memboard.cli.plain import plain_line

if TYPE_CHECKING:
    from memboard.engine.dream.answers import Applied, DreamStatus, Suggestion
    from memboard.engine.dream.due import Due
    from memboard.engine.shown import Dreamt
    from memboard.engine.store.audit import Superseded
    from memboard.engine.store.cycles import Cycle

SIDES = ("left", "right")
HEAD = 17
"""Cells before a text: the side, and the note's id."""


def suggestion_lines(one: Suggestion, now: dt.datetime, width: int | None) -> Iterator[str]:
    """Write a proposal, then each of its notes, then the text that is to stand for them.

    Words that the merged text lacks are marked [-so-], words that it adds [+so+]; in a conflict
    the words that the other note lacks.
    """
    yield head_of(one, now)
    texts = [note.text for note in one.notes]
    for at, note in enumerate(one.notes):
        other = one.text if one.kind == "merge" else next(iter(texts[:at] + texts[at + 1 :]), None)
        said = plain_line(note.text) if other is None else marked_note(note.text, other)
        side = SIDES[at] if one.kind == "conflict" and len(texts) == 2 else ""
        pin = "◆ " if note.pinned else ""
        yield from hanging(f"  {side:<5}  {note.id}", f"{pin}{said}", width)
    if one.text is not None:
        yield from hanging("  becomes", marked_merge(one.text, texts), width)
    if one.topic is not None:
        yield from hanging("  topic", plain_line(one.topic), width)


def head_of(one: Suggestion, now: dt.datetime) -> str:
    """Write what a proposal is, and what became of it."""
    about = f" about {one.what}" if one.what else ""
    edited = f", edited by {plain_line(one.edited_by)}" if one.edited_by else ""
    state = "" if one.status == "waiting" else f", {one.status}"
    by = f" by {plain_line(one.decided_by)}" if one.decided_by else ""
    cycle = f" in {one.decided_in}" if one.decided_in else ""
    size = counted(len(one.members), "note")
    old = age(one.proposed_at, now)
    return f"{one.id}  {one.kind}{about} of {size}, {old}{edited}{state}{by}{cycle}"


def hanging(lead: str, text: str, width: int | None) -> Iterator[str]:
    """Write a text beside its lead, and what does not fit below its beginning."""
    room = None if width is None else max(width - HEAD - 2, 20)
    first, *rest = wrapped(text, room)
    yield f"{padded(lead, HEAD)}  {first}"
    yield from (" " * (HEAD + 2) + line for line in rest)


def dreamt_lines(dreamt: Dreamt) -> Iterator[str]:
    """Say what a cycle came to."""
    if dreamt.shown:
        yield f"{dreamt.asked} was shown {counted(dreamt.shown, 'note')}."
    if dreamt.proposed or dreamt.conflicts:
        merges, conflicts = counted(dreamt.proposed, "merge"), counted(dreamt.conflicts, "conflict")
        yield f"Proposed: {merges}, {conflicts}. memboard dream review shows them."
    if dreamt.dropped:
        named = ", ".join(f"{count:,} {reason}" for reason, count in dreamt.dropped.items())
        yield f"Left out of the answer: {named}."
    if dreamt.reason:
        yield plain_line(dreamt.reason)


def applied_lines(applied: Applied) -> Iterator[str]:
    """Say what a cycle changed, or why it changed nothing."""
    if applied.rejected is not None:
        yield f"Cycle {applied.cycle} changed nothing: {plain_line(applied.rejected)}"
        return
    gone, made = counted(len(applied.superseded), "note"), counted(len(applied.merged), "note")
    yield f"Merged {gone} into {made} ({', '.join(applied.merged)})."
    yield f"memboard dream undo {applied.cycle} takes it back."


def status_lines(status: DreamStatus, now: dt.datetime, width: int | None) -> Iterator[str]:
    """Say what is due, what waits, and what the last cycles came to."""
    yield due_line(status.due)
    if status.asks is None:
        yield "Nobody is configured to be asked, so that only contradictions are found."
    waiting = counted(status.waiting, "proposal")
    yield f"{waiting} to review." if status.waiting else "Nothing to review."
    for one in status.cycles:
        yield cut(cycle_line(one, now), width)


def due_line(due: Due) -> str:
    """Say whether a session's end would start a cycle, and what it waits for."""
    hours = "never before" if due.hours is None else f"{due.hours:.1f} hours ago"
    passed = (
        f"Last cycle {hours} (at least {due.min_hours:g} hours), "
        f"{counted(due.sessions, 'session')} since (at least {due.min_sessions})"
    )
    if not due.enabled:
        return f"By itself: off. {passed}."
    does = "merges" if due.automatic else "proposes"
    return f"By itself: on, {does}; {'due' if due.due else 'not due'}. {passed}."


def cycle_line(cycle: Cycle, now: dt.datetime) -> str:
    """Write a cycle as one line."""
    figures = cycle.statistics
    if cycle.status == "applied":
        came = f"{counted(figures.superseded, 'note')} gone, {figures.merged} written"
    elif cycle.status == "proposed":
        came = f"{counted(figures.proposed, 'merge')}, {counted(figures.conflicts, 'conflict')}"
    else:
        came = ""
    told = "; ".join(part for part in (came, plain_line(cycle.reason or "")) if part)
    old = padded(age(cycle.started_at, now), 4, right=True)
    who = plain_line(cycle.actor)
    return f"{cycle.id} {old}  {cycle.kind:<9} {cycle.status:<11} {who}  {told}".rstrip()


def audit_lines(taken: Sequence[Superseded], now: dt.datetime, width: int | None) -> Iterator[str]:
    """Write each removed note with when, by which cycle and whom, then in whose favour it went."""
    for one in taken:
        back = ", is back" if one.back else ""
        text = plain_line(one.text) if one.text is not None else "its text was erased for good"
        old = padded(age(one.at, now), 4, right=True)
        yield cut(f"{one.id} {old}  {one.cycle} {plain_line(one.actor)}{back}  {text}", width)
        if one.favour is not None:
            said = plain_line(one.favour_text) if one.favour_text else "gone itself"
            yield cut(f"    for {one.favour}  {said}", width)
