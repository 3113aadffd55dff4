"""How journal entries are drawn: a line each, a heading a run, and their story in the detail."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from memboard.board.ages import clock_time, count, plural
from memboard.board.cells import head_of, shorten
from memboard.board.differences import small_difference, text_difference
from memboard.board.ledger import Author, Ledger, Run
from memboard.board.matches import filter_ranges
from memboard.board.page import Line, Page, heading, labelled
from memboard.board.paint import Span, spans_width
from memboard.board.provenance import told
from memboard.board.rows import Look, text_spans
from memboard.board.text import isolated, plain
from memboard.engine import Change
from memboard.engine.model import Op

VERBS: dict[Op, str] = {
    "add": "added",
    "edit": "changed",
    "pin": "pinned",
    "forget": "forgot",
    "purge": "purged",
    "restore": "restored",
    "undo": "took back",
    "move": "moved",
    "merge": "joined",
    "release": "released",
    "withhold": "withheld",
    "supersede": "merged",
}
FIELDS = ("text", "scope", "topic", "tags", "importance", "pinned")
VERB, ID = 10, 10
"""Cells of the two columns, their spaces included."""
NAME = 32
"""Cells of an agent's or a session's name in a heading."""
SHORT = 8
"""Letters of a session's or a cycle's name where it is only pointed at."""


class Summary(NamedTuple):
    """What the heading of a run says."""

    author: Author
    first: dt.datetime
    last: dt.datetime
    counts: Counter[Op]
    undone: int
    """How many of its entries are taken back."""
    standing: int
    """How many of them can be put back."""

    @property
    def total(self) -> int:
        """How many entries the run has."""
        return sum(self.counts.values())


def summary_of(run: Run, ledger: Ledger) -> Summary:
    """Sum a run up."""
    first, last = (
        dt.datetime.fromtimestamp(ledger.time(seq), dt.UTC) for seq in (run.seqs[-1], run.seqs[0])
    )
    undone = len(ledger.undone.intersection(run.seqs))
    standing = len(ledger.standing(run.seqs))
    return Summary(run.author, first, last, ledger.tally(run.seqs), undone, standing)


# --- words


def verb_of(change: Change, *, again: bool) -> str:
    """Name what was done, in the past."""
    if change.op == "pin" and change.after is not None and not change.after.pinned:
        return "unpinned"
    return "did again" if again else VERBS.get(change.op, change.op)


def said_of(change: Change) -> str:
    """Say what a change did to its note: from what to what, or how the note begins."""
    before, after = change.before, change.after
    if before is None or after is None:
        kept = after or before
        return "its text was erased for good" if kept is None else kept.text
    if before.text != after.text:
        return small_difference(before.text, after.text)
    changed = [name for name in FIELDS if getattr(before, name) != getattr(after, name)]
    if changed in ([], ["pinned"]):
        return after.text
    parts = (f"{n} {told(getattr(before, n))} → {told(getattr(after, n))}" for n in changed)
    return "; ".join(parts)


def who(author: Author) -> str:
    """Name an author: you, an agent with its session, a cycle."""
    actor = shorten(plain(author.actor), NAME)
    if author.cycle:
        return f"{actor}, cycle {plain(author.cycle)[:SHORT]}"
    return f"{actor}, session {short_name(author.session)}" if author.session else actor


def short_name(name: str) -> str:
    """Point at a session: a long machine-made name by its first letters."""
    drawn = plain(name)
    return drawn if cell_len(drawn) <= SHORT * 2 else head_of(drawn, SHORT)


def of_whom(author: Author | None) -> str:
    """Say whose changes: of session c41f9b7e, of cycle 7, of yours."""
    if author is None:
        return ""
    if author.cycle:
        return f" of cycle {plain(author.cycle)[:SHORT]}"
    if author.session:
        return f" of session {short_name(author.session)}"
    return " of yours" if author.actor == "you" else f" of {shorten(plain(author.actor), NAME)}"


def when(summary: Summary, now: dt.datetime) -> str:
    """Say from when to when: 18:20 to 18:58, with its day where that is not today."""
    first, last = (moment.astimezone(now.tzinfo) for moment in (summary.first, summary.last))
    start = f"{first:%H:%M}" if first.date() == now.date() else clock_time(first, now)
    if f"{first:%x %H:%M}" == f"{last:%x %H:%M}":
        return start
    end = f"{last:%H:%M}" if first.date() == last.date() else clock_time(last, now)
    return f"{start} to {end}"


def what(summary: Summary) -> str:
    """Count what was done: 3 added, 1 changed, 2 taken back."""
    parts = [
        plural(number, "undo") if op == "undo" else f"{count(number)} {VERBS[op]}"
        for op, number in summary.counts.most_common()
    ]
    return ", ".join(filter(None, (*parts, back(summary))))


def back(summary: Summary) -> str:
    """Say how much of a run is taken back."""
    if summary.undone == summary.total:
        return "taken back"
    return f"{count(summary.undone)} taken back" if summary.undone else ""


# --- lines


def heading_row(summary: Summary, look: Look, width: int) -> list[Span]:
    """Draw `─ claude-code, session c41f9b7e, 18:20 to 18:58 ──── 3 added, 1 changed`."""
    light, more = look.glyphs.light, look.glyphs.more
    label = f"{who(summary.author)}, {when(summary, look.now)}"
    label = shorten(label, max(4, width - 6), more)
    right = what(summary)
    number, state = plural(summary.total, "change"), back(summary)
    for shorter in (f"{number}, {state}" if state else number, state, ""):
        if cell_len(label) + cell_len(right) + 6 > width:
            right = shorter
    end = f" {right} " if right else " "
    fill = light * max(0, width - cell_len(label) - cell_len(end) - 3)
    return [(f"{light} ", "quiet"), (f"{isolated(label)} ", "strong"), (f"{fill}{end}", "quiet")]


def entry_row(
    change: Change, look: Look, width: int, sifted: str = "", *, again: bool = False
) -> list[Span]:
    """Draw time, what was done, to which note, and from what to what."""
    spans: list[Span] = [(" ", "")]
    undone = change.undone_by is not None
    if look.layout.age:
        spans.append((f"{change.at.astimezone(look.now.tzinfo):%H:%M}  ", "quiet"))
    verb = verb_of(change, again=again)
    spans += [(verb, "gone" if undone else ""), (" " * (VERB - len(verb)), "")]
    if look.layout.trigger:
        spans.append((f"{plain(change.note_id)[:SHORT]:<{ID}}", "quiet"))
    if undone:
        spans.append(("taken back  " if look.layout.trigger else "back  ", "strong"))
    text = said_of(change).replace("→", look.glyphs.becomes)
    ranges = filter_ranges(text, sifted) if sifted else ()
    return [*spans, *text_spans(text, width - spans_width(spans), look.glyphs, ranges)]


# --- the detail


def entry_page(
    change: Change, page: Page, *, again: bool, present: str | None = None
) -> list[Line]:
    """Write one entry: who, when, what, and whether it stands.

    `present` is the note's text where that follows: what was added is not written twice.
    """
    lines = [heading(f"Change {change.seq}", page)]
    lines += labelled("who", change.actor, page)
    if change.session:
        lines += labelled("session", change.session, page)
    if change.cycle:
        lines += labelled("cycle", change.cycle, page)
    lines += labelled("when", clock_time(change.at, page.now), page)
    lines += labelled("what", f"{verb_of(change, again=again)} {change.note_id}", page)
    if change.undoes is not None:
        lines += labelled("undoes", f"change {change.undoes}", page)
    if change.undone_by is not None:
        lines += labelled("taken back", f"by change {change.undone_by}", page, "strong")
    if change.before is None and change.after is not None and change.after.text == present:
        return lines
    return lines + difference_lines(change, page)


def difference_lines(change: Change, page: Page) -> list[Line]:
    """Write what became of the note: old and new text, or the fields that differ."""
    before, after = change.before, change.after
    if before is None and after is None:
        return [[("its text was erased for good", "quiet")]]
    if before is None or after is None:
        gone, come = (before.text if before else ""), (after.text if after else "")
        written = text_difference(gone, come, page.width)
        return [line for line in written if line[0][0] != ("+ " if before else "- ")]
    if before.text != after.text:
        return text_difference(before.text, after.text, page.width)
    lines: list[Line] = []
    for name in FIELDS:
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            lines += labelled(name, f"{told(old)} {page.glyphs.becomes} {told(new)}", page)
    return lines


def run_page(summary: Summary, page: Page) -> list[Line]:
    """Write what one author did in one go."""
    author, now = summary.author, page.now
    lines = [heading(plural(summary.total, "change"), page), *labelled("who", author.actor, page)]
    if author.session:
        lines += labelled("session", author.session, page)
    if author.cycle:
        lines += labelled("cycle", author.cycle, page)
    lines += labelled("from", clock_time(summary.first, now), page)
    lines += labelled("to", clock_time(summary.last, now), page)
    for op, number in summary.counts.most_common():
        lines += labelled(VERBS[op], plural(number, "time"), page)
    if summary.undone:
        lines += labelled("taken back", count(summary.undone), page, "strong")
    number = summary.standing
    said = f"r puts back {plural(number, 'change')}." if number else "All of it is taken back."
    return [*lines, [], [(said, "quiet")]]


def marked_page(changes: Sequence[Change], total: int, page: Page) -> list[Line]:
    """Write which entries are marked."""
    lines: list[Line] = [[(f"{total:,} marked", "strong")], []]
    for change in changes:
        verb = f"{verb_of(change, again=False):<{VERB}}"
        said = said_of(change).replace("→", page.glyphs.becomes)
        text = shorten(plain(said), page.width - VERB, page.glyphs.more)
        lines.append([(verb, "quiet"), (isolated(text), "")])
    more = total - len(changes)
    return [*lines, [(f"and {count(more)} more", "quiet")]] if more > 0 else lines
