"""One note with the places marked for which the scan withholds it."""

from __future__ import annotations

import datetime as dt
import shlex
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from memboard.cli.cells import cut, wrapped
from memboard.cli.figures import counted, moment
from memboard.cli.given import only_ids
from memboard.cli.output import terminal_width
from memboard.cli.plain import plain_line, plain_lines
from memboard.engine.answers import Recalled
from memboard.engine.model import KEPT_RECALLS, Note, Value
from memboard.engine.shown import Threat

if TYPE_CHECKING:
    from memboard.engine import Memory

LABEL = 11
"""Cells of the label column."""
OPENED, CLOSED = ">>>", "<<<"
SEARCHED = 1_000
"""Lines of the log in which a note of another project is looked for."""


class Shown(Value, frozen=True):
    """A note, and what the scan says of it."""

    note: Note
    released: bool
    """Whether a person let its present text pass."""
    findings: tuple[Threat, ...]
    """Spans count characters of the text, then of topic and tags, a line break between them."""
    blocked: tuple[Recalled, ...]
    """When it was withheld lately, newest first."""


def explained(memory: Memory, note_id: str) -> Shown:
    """Scan a note, forgotten ones too, and look when it was withheld."""
    from memboard.engine.recall.withhold import scanned_text

    only_ids("blocked show", [note_id])
    why = memory.why(seen_here(memory, note_id, forgotten=True))
    return Shown(
        note=why.note,
        released=why.released,
        findings=memory.threats(scanned_text(why.note)),
        blocked=tuple(one for one in why.recalls if one.outcome.startswith("blocked")),
    )


def seen_here(memory: Memory, note_id: str, *, forgotten: bool = False) -> str:
    """Turn what was typed into an id, and say so where the log has it in another project.

    Raises:
        NotFound: there is no such note here.
    """
    from memboard.engine.errors import NotFound

    try:
        return memory.resolve(note_id, forgotten=forgotten)
    except NotFound:
        project = memory.project.name if memory.project else None
        for event in memory.blocked(SEARCHED):
            same = event.note_id.startswith(note_id.strip().lower())
            if same and event.namespace not in (project, "global"):
                raise NotFound(
                    f"{event.note_id} is a note of the project {event.namespace}.",
                    hint=f"Add --project {shlex.quote(event.namespace)} to see it.",
                ) from None
        raise


def shown_lines(shown: Shown, now: dt.datetime) -> Iterator[str]:
    """Write the marked note and, under it, each finding."""
    width = terminal_width()
    yield f"{shown.note.id}, {state_of(shown)}"
    yield ""
    yield from marked_lines(shown, width)
    yield ""
    for one in shown.findings:
        start, end = one.span
        yield cut(f"{one.rule:<{LABEL}} {one.class_}, characters {start} to {end}", width)
    if shown.blocked:
        last = shown.blocked[0]
        session = f", session {plain_line(last.session)}" if last.session else ""
        more = " or more" if len(shown.blocked) >= KEPT_RECALLS else ""  # older ones made room
        times = counted(len(shown.blocked), "time") + more
        said = f"{times} lately, last {moment(last.at, now)}, {last.surface}{session}"
        yield cut(f"{'withheld':<{LABEL}} {said}", width)


def marked_lines(shown: Shown, width: int | None) -> Iterator[str]:
    """Write text, topic and tags with their marks, each where its spans begin to count."""
    note, spans = shown.note, joined([one.span for one in shown.findings])
    for line in plain_lines(marked(note.text, spans)):
        yield from (f"  {part}" for part in wrapped(line, width and width - 2))
    at = len(note.text) + 1
    for label, words in (("topic", note.topic or ""), *(("tag", tag) for tag in note.tags)):
        here = [(start - at, end - at) for start, end in spans if end > at]
        if words:
            yield cut(f"  {label:<5} {plain_line(marked(words, here))}", width)
        at += len(words) + 1


def state_of(shown: Shown) -> str:
    """Say whether a model may read the note now."""
    if shown.released:
        return "released: models may read it until it is edited"
    if not shown.findings:
        return "clean: the scan lets it pass"
    return f"withheld: models read [BLOCKED: {shown.findings[0].class_}]"


def marked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Mark places in a text; of a place that lies partly outside, the part within."""
    parts: list[str] = []
    done = 0
    for start, end in ((max(start, 0), min(end, len(text))) for start, end in spans):
        if start < end:
            parts += [text[done:start], OPENED, text[start:end], CLOSED]
            done = end
    return "".join((*parts, text[done:]))


def joined(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join the spans that overlap, in order."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found
