"""What was withheld from agents: read from the blocked log, scanned again, drawn and explained.

A row is a note, with its newest event: a text that was withheld fifty times is one row.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from memboard.board.ages import clock_time, long_age, short_age
from memboard.board.cells import Piece, wrap
from memboard.board.matches import Ranges, merged
from memboard.board.page import Line, Page, Subject, labelled
from memboard.board.paint import Span, spans_width
from memboard.board.rows import Look, marked, text_spans
from memboard.board.text import isolated, plain
from memboard.engine import MemboardError, Memory, Note
from memboard.engine.recall.withhold import scanned_text
from memboard.engine.shown import Blocked, Threat

EVENTS = 1_000
"""Lines of the log that are read."""
CLASS = 20
"""Cells of the longest class."""
SURFACE = 7
THREATS = 5
"""Places that are told one by one."""
ENTRIES = 50
"""Entries of a note's history in which its release is looked for."""


class Case(NamedTuple):
    """A note that was withheld."""

    note: Note
    event: Blocked
    """The last time."""
    times: int

    @property
    def at(self) -> int:
        """The millisecond of the last time."""
        return int(self.event.at.timestamp() * 1_000)


class Cases(NamedTuple):
    """The notes seen here that were withheld, the last one first."""

    by_id: dict[str, Case]
    elsewhere: int
    """Notes of other projects, and facts that were never stored."""


class Scan(NamedTuple):
    """What the scan says of a note's present text."""

    threats: tuple[Threat, ...]
    """Places in the text, then in topic and tags, a line break between them."""
    released: str = ""
    """Who let it pass, where somebody did."""
    released_at: dt.datetime | None = None

    @property
    def withheld(self) -> bool:
        """Whether an agent is kept from reading it now."""
        return bool(self.threats) and not self.released


def read_cases(memory: Memory) -> Cases:
    """Read which notes were withheld lately; forgotten ones are left out.

    Raises:
        StoreError: the log is there and cannot be read.
    """
    project = memory.project.name if memory.project else None
    newest: dict[tuple[str, str], tuple[Blocked, int]] = {}
    for event in memory.blocked(EVENTS):
        key = (event.namespace, event.note_id)
        first, times = newest.get(key, (event, 0))
        newest[key] = (first, times + 1)
    by_id: dict[str, Case] = {}
    elsewhere = 0
    for (namespace, note_id), (event, times) in newest.items():
        if not note_id or namespace not in (project, "global"):
            elsewhere += 1
        elif note := kept(memory, note_id):
            by_id[note_id] = Case(note, event, times)
    return Cases(by_id, elsewhere)


def kept(memory: Memory, note_id: str) -> Note | None:
    """Read a note by its whole id; None where it is not here."""
    try:
        note = memory.get(note_id)
    except MemboardError:
        return None
    return note if note.id == note_id else None


def scan(memory: Memory, note: Note) -> Scan:
    """Scan a note as it is now, and look who let it pass."""
    threats = memory.threats(scanned_text(note))
    if not threats or memory.withheld(note):
        return Scan(threats)
    for entry in memory.history(note.id, limit=ENTRIES):
        if entry.op == "release" and entry.undone_by is None:
            return Scan(threats, entry.actor, entry.at)
    return Scan(threats, "somebody")


def scan_all(memory: Memory, notes: Collection[Note]) -> dict[str, Scan]:
    """Scan some notes, by id."""
    return {note.id: scan(memory, note) for note in notes}


# --- drawing


def drawn_ranges(text: str, threats: Sequence[Threat], *, lines: bool = False) -> Ranges:
    """Give the places of a raw text as places in the drawn one; those in tags are left out."""
    found = []
    for threat in threats:
        start, end = threat.span
        if start < min(end, len(text)):
            ends = [len(plain(text[:at], lines=lines)) for at in (start, min(end, len(text)))]
            found.append((ends[0], ends[1]))
    return merged(found)


def case_row(case: Case, scanned: Scan | None, look: Look, width: int, *, new: bool) -> list[Span]:
    """Draw sign, age, class, surface and text."""
    spans: list[Span] = [(look.glyphs.new if new else " ", "warn strong")]
    if look.layout.age:
        spans.append((f"{short_age(case.event.at, look.now):>4} ", "quiet"))
    if look.layout.flags:
        withheld = scanned is None or scanned.withheld
        role = "danger" if withheld else "quiet"
        spans.append((f"{plain(case.event.class_)[:CLASS]:<{CLASS}} ", role))
    if look.layout.trigger:
        spans.append((f"{case.event.surface[:SURFACE]:<{SURFACE}} ", "quiet"))
    room = width - spans_width(spans)
    return [*spans, *words_of(case, scanned, look, room)]


def words_of(case: Case, scanned: Scan | None, look: Look, room: int) -> list[Span]:
    """Draw the text with what tripped the scan marked, or what became of it."""
    text = case.note.text
    if scanned is None:
        return text_spans(text, room, look.glyphs)
    if scanned.released:
        return text_spans(released_words(scanned, look.now), room, look.glyphs)
    if not scanned.threats:
        return text_spans(f"passes now: {text}", room, look.glyphs)
    return text_spans(text, room, look.glyphs, drawn_ranges(text, scanned.threats))


def released_words(scanned: Scan, now: dt.datetime) -> str:
    """Say who let a text pass, and when."""
    when = f", {long_age(scanned.released_at, now)}" if scanned.released_at else ""
    return f"released by {scanned.released}{when}"


# --- the detail


def case_page(case: Case, scanned: Scan | None, subject: Subject, page: Page) -> list[Line]:
    """Write the text with the places marked, why it was withheld, where and what was read."""
    threats = scanned.threats if scanned else ()
    text = subject.note.text
    ranges = drawn_ranges(text, threats, lines=True)
    lines: list[Line] = []
    for piece in wrap(plain(text, lines=True), page.width):
        lines.append([(isolated(part), how) for part, how in marked(piece, ranges)])
        if under := carets(piece, ranges):
            lines.append([(under, "danger strong")])
    lines += reasons(text, threats, page)
    return [*lines, *circumstances(case, scanned, page)]


def carets(piece: Piece, ranges: Ranges) -> str:
    """Draw `^^^^` under the marked places of a line; under turned text there are none."""
    if isolated(piece.text) != piece.text:
        return ""
    drawn, at = "", piece.start or 0
    for letter in piece.text:
        inside = any(first <= at < last for first, last in ranges)
        drawn += ("^" if inside else " ") * cell_len(letter)
        at += 1
    return drawn.rstrip()


def reasons(text: str, threats: Sequence[Threat], page: Page) -> list[Line]:
    """Write each place: class, rule, and which characters."""
    lines: list[Line] = []
    for threat in threats[:THREATS]:
        start, end = threat.span
        where = f"{start + 1} to {end}" if start < len(text) else "in topic or tags"
        words = f"{threat.class_}, rule {threat.rule}, {where}"
        lines += labelled("matched", words, page, "danger")
    more = len(threats) - THREATS
    return lines + (labelled("", f"and {more:,} more", page, "quiet") if more > 0 else [])


def circumstances(case: Case, scanned: Scan | None, page: Page) -> list[Line]:
    """Write where it was withheld, what was read instead, and what holds now."""
    event = case.event
    session = f", session {event.session}" if event.session else ""
    times = f", {case.times:,} times lately" if case.times > 1 else ""
    place = f"from {event.surface}{session}, {clock_time(event.at, page.now)}{times}"
    lines = labelled("withheld", place, page)
    lines += labelled("instead", f"the agent read [BLOCKED: {event.class_}]", page)
    if scanned is not None and scanned.released:
        lines += labelled("now", released_words(scanned, page.now), page, "good")
    elif scanned is not None and not scanned.threats:
        lines += labelled("now", "the scan lets this text pass", page, "good")
    elif event.revision != case.note.revision:
        lines += labelled("now", f"withheld, also as revision {case.note.revision}", page)
    return lines
