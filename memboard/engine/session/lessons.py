"""Failure lessons: commands that failed in a project, and what worked instead.

Finding one happens at every tool call: the file is read, and looked through for a key. Only where
it is there are its lessons decoded.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from memboard.engine.session.lesson_file import Entry, LessonFile, Shelves, understood

MAX_COMMAND = 2_000
"""Characters of a command, or of a fix, that are kept."""
MAX_LESSONS = 2_000
"""Lessons of one project; those that happened last longest ago make room."""
MAX_GONE = 500
"""Forgotten and retired lessons that a project remembers, so that old news stays old."""
MAX_SESSIONS = 32
"""Sessions that a lesson remembers, so that none counts twice."""
LATEST = 253_402_300_800_000
"""The millisecond that no moment reaches."""
SHOWN_COMMAND = 100
"""Characters of a command in a hint."""
SHOWN_FIX = 240
"""Characters of a fix in a hint."""


class Lesson(NamedTuple):
    """A command that failed, and what worked then."""

    key: str
    command: str
    fix: str | None
    tool: str
    times: int
    """Sessions it happened in."""
    first: int
    """Milliseconds since 1970."""
    last: int
    session: str
    """The one it happened in last."""
    project: str
    """The key of the project it is kept under."""


class Happened(NamedTuple):
    """A failure that was followed by its fix."""

    key: str
    command: str
    fix: str
    tool: str
    at: int
    """Milliseconds since 1970."""


class LessonBook:
    """The failure lessons of a home."""

    def __init__(self, folder: Path) -> None:
        self._file = LessonFile(folder)

    def find(self, projects: Sequence[str], key: str) -> Lesson | None:
        """Find the lesson of a command's key; a file that cannot be read has none."""
        content = self._file.content()
        if key.encode() not in content:
            return None
        return _found(understood(content) or {}, projects, key)

    def list(self, projects: Sequence[str] | None = None) -> list[Lesson]:
        """List the lessons of some projects or of all, those that happened last first."""
        shelves = understood(self._file.content()) or {}
        chosen = shelves if projects is None else dict.fromkeys(projects)
        lessons = [
            lesson
            for project in chosen
            for key, entry in shelves.get(project, {}).items()
            if (lesson := lesson_of(project, key, entry)) is not None
        ]
        return sorted(lessons, key=lambda lesson: (-lesson.last, lesson.key, lesson.project))

    def damage(self) -> tuple[bool, tuple[str, ...]]:
        """Tell whether the file cannot be read now, and name those kept aside for it before."""
        return self._file.damaged(), self._file.kept_aside()

    def learn(self, projects: Sequence[str], session: str, happened: Sequence[Happened]) -> int:
        """Keep what a session's failures teach; gives how many are new or happened again.

        The same session teaches a lesson once, however often it is read. What was forgotten or
        retired does not come back from what happened before.

        Raises:
            StoreBusy, StoreFull, StoreReadOnly, StoreNewer: nothing was changed.
        """
        if not happened:
            return 0
        from memboard.engine.session.learning import learn_one, make_room

        with self._file.changing() as shelves:
            counted = sum(learn_one(shelves, projects, session, one) for one in happened)
            make_room(shelves, projects)
        return counted

    def retire(self, projects: Sequence[str], worked: Sequence[tuple[str, int]]) -> int:
        """Retire the lessons of commands that worked unchanged, by key and millisecond.

        Raises:
            StoreBusy, StoreFull, StoreReadOnly, StoreNewer: nothing was changed.
        """
        content = self._file.content()
        worked = [(key, at) for key, at in worked if key.encode() in content]
        if not worked:
            return 0
        from memboard.engine.session.learning import retire_one

        with self._file.changing() as shelves:
            return sum(retire_one(shelves, projects, key, at) for key, at in worked)

    def forget(self, lessons: Sequence[Lesson], now: int) -> int:
        """Forget lessons on a person's word; the same fix is not learnt again.

        Raises:
            StoreBusy, StoreFull, StoreReadOnly, StoreNewer: nothing was changed.
        """
        from memboard.engine.session.learning import forget_one

        with self._file.changing() as shelves:
            return sum(forget_one(shelves, lesson, now) for lesson in lessons)

    def edit_fix(self, lesson: Lesson, fix: str) -> Lesson | None:
        """Set what a lesson offers on a person's word; None where it is gone meanwhile.

        Raises:
            StoreBusy, StoreFull, StoreReadOnly, StoreNewer: nothing was changed.
        """
        from memboard.engine.session.learning import edit_one

        with self._file.changing() as shelves:
            edit_one(shelves, lesson, fix)
            return _found(shelves, (lesson.project,), lesson.key)


def _found(shelves: Shelves, projects: Sequence[str], key: str) -> Lesson | None:
    found = (lesson_of(project, key, shelves.get(project, {}).get(key)) for project in projects)
    return next((lesson for lesson in found if lesson is not None), None)


def lesson_of(project: str, key: str, entry: Entry | None) -> Lesson | None:
    """Read one entry; None where it is none, was forgotten or retired, or is not understood."""
    if entry is None or "gone" in entry:
        return None
    texts = [entry.get(name) for name in ("command", "tool", "session")]
    counts = [entry.get(name) for name in ("times", "first", "last")]
    fix = entry.get("fix")
    if not all(isinstance(text, str) for text in texts) or not isinstance(fix, str | None):
        return None
    if not all(type(count) is int and 0 <= count < LATEST for count in counts):
        return None
    command, tool, session = (whole(str(text)) for text in texts)
    fix = whole(fix) if fix is not None else None
    times, first, last = (int(count or 0) for count in counts)
    return Lesson(key, command, fix, tool, times, first, last, session, project)


def whole(text: str) -> str:
    """Put a sign in the place of half characters, which no line of JSON can carry."""
    return text.encode("utf-8", "replace").decode("utf-8")


def hint_text(lesson: Lesson) -> str:
    """Write the one line that names what a failing command's fix was; its parts are data."""
    command = _harmless(lesson.command, SHOWN_COMMAND)
    fix = _harmless(lesson.fix or "", SHOWN_FIX)
    return f"memboard: this repeats `{command}`, which failed before; `{fix}` worked then."


def _harmless(text: str, most: int) -> str:
    """Bring a text to one line without control characters, turned text and backticks."""
    shown = "".join(sign if sign.isprintable() else " " for sign in text[: most * 4])
    line = " ".join(shown.replace("`", "'").split())
    return line if len(line) <= most and len(text) <= most * 4 else f"{line[: most - 1]}…"
