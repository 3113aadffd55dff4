"""What the detail says of a note: its text, why it came up, where it came from, what became of it.

Pure: from values to lines of spans. Sections without anything to say are left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from memboard.board.ages import clock_time, long_age, plural, score, short_age
from memboard.board.cells import shorten, wrap
from memboard.board.differences import text_difference
from memboard.board.page import LABEL, Line, Page, Subject, heading, labelled
from memboard.board.reasons import why_it_came_up
from memboard.board.rows import marked
from memboard.board.text import isolated, plain
from memboard.engine import Change, Note
from memboard.engine.limits import MAX_SESSION
from memboard.engine.model import KEPT_RECALLS

TRIGGER_WORDS = {
    "manual": "by hand, through a tool",
    "board": "on this board",
    "capture:shutdown": "capture:shutdown",
    "capture:before_compact": "capture:before_compact",
    "dream": "dream",
    "import": "import",
    "markdown": "a Markdown file",
}

TIES = {"may_supersede": "Perhaps another value of it", "merged_from": "Merged"}
"""Under which heading notes stand that belong to this one."""


def describe(subject: Subject, page: Page) -> list[Line]:
    """Write all sections of one note."""
    return [*note_text(subject, page), *sections(subject, page)]


def sections(subject: Subject, page: Page) -> list[Line]:
    """Write all that stands below a note's text."""
    lines: list[Line] = []
    written = [
        why_it_came_up(subject, page),
        origin(subject, page),
        recalled(subject, page),
        values(subject, page),
        links(subject, page),
        history(subject, page),
        evidence(subject, page),
    ]
    for section in written:
        if section:
            lines += [[], *section]
    return lines


def describe_many(notes: Sequence[Note], total: int, page: Page) -> list[Line]:
    """Write what several marked notes share."""
    lines: list[Line] = [[(f"{total:,} marked", "strong")], []]
    for note in notes:
        text = shorten(plain(note.text), page.width - LABEL, page.glyphs.more)
        lines.append([(f"{note.id}".ljust(LABEL), "quiet"), (isolated(text), "")])
    if total > len(notes):
        lines.append([(f"and {total - len(notes):,} more", "quiet")])
    if notes:
        shared = set.intersection(*(set(note.tags) for note in notes))
        lines += [[], heading("Together", page)]
        lines += labelled("all tagged", ", ".join(sorted(shared)), page) if shared else []
        oldest = min(note.created_at for note in notes)
        newest = max(note.created_at for note in notes)
        lines += labelled("oldest", clock_time(oldest, page.now), page)
        lines += labelled("newest", clock_time(newest, page.now), page)
    return lines


def note_text(subject: Subject, page: Page) -> list[Line]:
    """Write the whole text, wrapped, with what matched marked."""
    drawn = plain(subject.note.text, lines=True)
    found: list[Line] = []
    why = subject.why
    if why is not None and why.state != "kept":
        found += [[(notice.text, "warn strong")] for notice in why.notices] + [[]]
    for piece in wrap(drawn, page.width):
        found.append([(isolated(text), role) for text, role in marked(piece, subject.ranges)])
    return found


def origin(subject: Subject, page: Page) -> list[Line]:
    """Write where the note came from and what it is filed under."""
    note, now = subject.note, page.now
    came = TRIGGER_WORDS.get(note.trigger or "", "not known")
    lines = [heading("Origin", page)]
    lines += labelled("came in", ", ".join(filter(None, (came, note.host))), page)
    if note.session:
        lines += labelled("session", note.session, page)
    lines += labelled(
        "created", f"{clock_time(note.created_at, now)}, {long_age(note.created_at, now)}", page
    )
    lines += labelled("changed", last_change(subject, page), page) if changed(note) else []
    where = f"project {note.namespace}" if note.scope == "project" else "global, in every project"
    lines += labelled("scope", where, page)
    if note.pinned:
        lines += labelled("pinned", "yes, it does not age", page, "pin")
    if note.topic:
        lines += labelled("topic", note.topic, page)
    if note.tags:
        lines += labelled("tags", ", ".join(note.tags), page)
    if note.importance is not None:
        lines += labelled("importance", f"{note.importance:.1f}", page)
    lines += labelled(
        "findable", findable(subject), page, "" if note.findable == "meaning" else "warn"
    )
    return lines


def changed(note: Note) -> bool:
    """Tell whether anything was changed since the note came in."""
    return note.revision > 1 or note.updated_at > note.created_at


def last_change(subject: Subject, page: Page) -> str:
    """Say when the note was changed last, and by whom if that is known yet."""
    note = subject.note
    who = next(
        (f", by {entry.actor}" for entry in (subject.why.history if subject.why else ())), ""
    )
    return f"rev {note.revision}, {clock_time(note.updated_at, page.now)}{who}"


def findable(subject: Subject) -> str:
    """Say how a search comes upon the note."""
    note = subject.note
    named = f", {subject.embedder}" if subject.embedder else ""
    return {
        "current": f"by meaning{named}",
        "stale": "by words; its vector is of an older text",
        "pending": "by words; no vector yet, M embeds it",
        "other": "by words; its vector is of another model",
    }[note.embedding]


def recalled(subject: Subject, page: Page) -> list[Line]:
    """Write where the note was shown to a model lately, newest first."""
    found = subject.why.recalls if subject.why else ()
    if not found:
        return []
    more = " or more" if len(found) >= KEPT_RECALLS else ""  # older ones made room
    lines = [heading(f"Recalled {plural(len(found), 'time')}{more}", page)]
    for one in found[:5]:
        withheld = "" if one.outcome == "given" else f"{one.outcome}, "
        session = f", {one.session}" if one.session else ""
        text = f"{one.surface}, {withheld}rank {one.rank}, {score(one.score)}{session}"
        lines += labelled(short_age(one.at, page.now), text, page)
    return lines


def values(subject: Subject, page: Page) -> list[Line]:
    """Write which notes may be another value of the same fact, and which were merged."""
    found = () if subject.why is None else subject.why.links
    lines: list[Line] = []
    for kind, title in TIES.items():
        tied = [link for link in found if link.kind == kind]
        lines += [heading(title, page)] if tied else []
        for link in tied:
            age = "newer " if link.newer else "older "
            text = shorten(plain(link.text), page.width - LABEL - len(age), page.glyphs.more)
            lines.append([(link.id.ljust(LABEL), "quiet"), (age, ""), (isolated(text), "")])
    return lines


def links(subject: Subject, page: Page) -> list[Line]:
    """Write which notes say nearly the same."""
    if subject.why is None or not subject.why.similar:
        return []
    lines = [heading("Close to this", page)]
    for near in subject.why.similar:
        text = shorten(plain(near.text), page.width - LABEL - 4, page.glyphs.more)
        lines.append(
            [(near.id.ljust(LABEL), "quiet"), (f"{score(near.score)} ", ""), (isolated(text), "")]
        )
    return lines


def history(subject: Subject, page: Page) -> list[Line]:
    """Write what was changed, newest first, old and new words underlined."""
    if subject.why is None or not subject.why.history:
        return []
    lines = [heading("History", page)]
    for entry in subject.why.history[:10]:
        lines += history_entry(entry, page)
    more = len(subject.why.history) - 10
    if more > 0:
        lines.append([(f"and {plural(more, 'change')} before", "quiet")])
    return lines


def history_entry(entry: Change, page: Page) -> list[Line]:
    """Write one journal entry."""
    taken = "" if entry.undone_by is None else ", taken back"
    what = f"{entry.op} {clock_time(entry.at, page.now)}, {plain(entry.actor[:MAX_SESSION])}{taken}"
    lines: list[Line] = [[(shorten(what, page.width, page.glyphs.more), "quiet")]]
    before, after = entry.before, entry.after
    if before is None or after is None:
        return lines
    if before.text != after.text:
        return lines + text_difference(before.text, after.text, page.width)
    for name in ("scope", "topic", "tags", "importance", "pinned"):
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            lines += labelled(f"  {name}", f"{told(old)} {page.glyphs.becomes} {told(new)}", page)
    return lines


def told(value: object) -> str:
    """Write a field's value in words."""
    if value is None or value == ():
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def evidence(subject: Subject, page: Page) -> list[Line]:
    """Write which vector speaks for the note."""
    proof = subject.why.evidence if subject.why else None
    if proof is None or proof.embedded_at is None:
        return []
    when = clock_time(proof.embedded_at, page.now)
    text = f"rev {proof.revision}, {proof.embedder}, {when}"
    return [heading("Evidence", page), *labelled("vector", text, page)]
