"""How what happened in a session changes the lessons that are kept."""

from __future__ import annotations

from collections.abc import Sequence

from memboard.engine.guard.masking import mask_secrets
from memboard.engine.session.forms import MAX_READ
from memboard.engine.session.lesson_file import Entry, Shelves
from memboard.engine.session.lessons import (
    MAX_COMMAND,
    MAX_GONE,
    MAX_LESSONS,
    MAX_SESSIONS,
    Happened,
    Lesson,
    lesson_of,
    whole,
)


def learn_one(shelves: Shelves, projects: Sequence[str], session: str, one: Happened) -> bool:
    """Keep one failure's fix; False where it is known of this session, or old news."""
    home = next((key for key in projects if one.key in shelves.get(key, {})), projects[0])
    entries = shelves.setdefault(home, {})
    entry = entries.get(one.key, {})
    fix = kept_text(one.fix)
    if "gone" in entry and _is_old_news(entry, one, fix):
        return False
    if lesson_of(home, one.key, entry) is None:
        kept = {name: value for name, value in entry.items() if name not in _OWN}
        entries[one.key] = kept | _new(one, fix, session)
        return True
    known = session in _sessions(entry)
    _again(entry, one, fix, session, known=known)
    return not known


_OWN = frozenset({"gone", "forgotten", "edited"})
"""What a lesson that begins anew does not take over; what others wrote into it stays."""


def kept_text(text: str) -> str:
    """Give a command the form in which it is kept: without credentials, of bounded length."""
    return mask_secrets(whole(text[:MAX_READ])).text[:MAX_COMMAND].rstrip()


def _new(one: Happened, fix: str, session: str) -> Entry:
    return {
        "command": kept_text(one.command),
        "fix": fix,
        "tool": one.tool,
        "times": 1,
        "first": one.at,
        "last": one.at,
        "session": session,
        "sessions": [session],
    }


def _again(entry: Entry, one: Happened, fix: str, session: str, *, known: bool) -> None:
    """Count one more session; the fix is the newer one, unless a person wrote it."""
    if not known:
        entry["times"] += 1
        entry["sessions"] = [*_sessions(entry), session][-MAX_SESSIONS:]
    newest = one.at >= entry["last"]
    entry["first"] = min(entry["first"], one.at)
    if newest:
        entry["last"] = one.at
        entry["session"] = session
        if not entry.get("edited"):
            entry["fix"] = fix


def _sessions(entry: Entry) -> list[str]:
    sessions = entry.get("sessions")
    return sessions if isinstance(sessions, list) else []


def _is_old_news(entry: Entry, one: Happened, fix: str) -> bool:
    """Tell whether it happened before the lesson went, or a person struck out this very fix."""
    gone = entry.get("gone")
    if not isinstance(gone, int):
        return False
    return one.at <= gone or (entry.get("forgotten") is True and entry.get("fix") == fix)


def make_room(shelves: Shelves, projects: Sequence[str]) -> None:
    """Drop the oldest of what a project keeps too much of."""
    for project in projects:
        entries = shelves.get(project, {})
        gone = {key: entry for key, entry in entries.items() if "gone" in entry}
        kept = {key: entry for key, entry in entries.items() if "gone" not in entry}
        for key in (*_oldest(kept, "last", MAX_LESSONS), *_oldest(gone, "gone", MAX_GONE)):
            del entries[key]


def _oldest(entries: dict[str, Entry], when: str, most: int) -> list[str]:
    """Name the oldest of more entries than are kept."""
    by_age = sorted(entries, key=lambda key: _moment(entries[key].get(when)))
    return by_age[: max(0, len(by_age) - most)]


def _moment(given: object) -> int:
    return given if isinstance(given, int) else 0


def retire_one(shelves: Shelves, projects: Sequence[str], key: str, at: int) -> bool:
    """Retire a command's lesson that happened before it worked."""
    retired = False
    for project in projects:
        entry = shelves.get(project, {}).get(key)
        if entry is not None and "gone" not in entry and _moment(entry.get("last")) <= at:
            entry["gone"] = at
            retired = True
    return retired


def forget_one(shelves: Shelves, lesson: Lesson, now: int) -> bool:
    """Strike a lesson out; False where it is gone already."""
    entry = shelves.get(lesson.project, {}).get(lesson.key)
    if entry is None or "gone" in entry:
        return False
    entry["gone"] = now
    entry["forgotten"] = True
    return True


def edit_one(shelves: Shelves, lesson: Lesson, fix: str) -> None:
    """Set a lesson's fix; later sessions do not change it."""
    entry = shelves.get(lesson.project, {}).get(lesson.key)
    if entry is not None and "gone" not in entry:
        entry["fix"] = kept_text(fix)
        entry["edited"] = True
