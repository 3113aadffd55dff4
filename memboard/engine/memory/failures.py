"""Memory's calls about commands that failed, and what worked instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memboard.engine.answers import Notice
from memboard.engine.curate.reading import MAX_PAGE
from memboard.engine.errors import Ambiguous, InvalidInput, NotFound
from memboard.engine.limits import refuse_unstorable
from memboard.engine.memory.core import Core
from memboard.engine.session.events import Event, Ran
from memboard.engine.session.lesson_file import NAME
from memboard.engine.session.lessons import MAX_COMMAND, Happened, Lesson, LessonBook
from memboard.engine.session.pairing import pair_runs
from memboard.engine.shown import Failure
from memboard.engine.sources import from_millis, to_millis
from memboard.engine.store import aliases, namespaces

SHORTEST = 4
"""Characters of a key that name it."""


class Failures(Core):
    """Failure lessons: listing, forgetting and correcting them, and learning from a session."""

    def failures(
        self, *, everywhere: bool = False, limit: int | None = None
    ) -> tuple[Failure, ...]:
        """List the failure lessons, those that happened last first.

        Args:
            everywhere: those of every project; else only of the one seen here.
            limit: how many at most, 1 to 1,000; None is all.

        Raises:
            InvalidInput: the limit is not within 1 to 1,000.
        """
        if limit is not None and not 1 <= limit <= MAX_PAGE:
            raise InvalidInput(f"A page has 1 to {MAX_PAGE:,} entries.")
        lessons = self._book().list(None if everywhere else self._keys())
        return tuple(self._failure(lesson) for lesson in lessons[:limit])

    def failure_notices(self) -> tuple[Notice, ...]:
        """Say where lessons could not be read, and what became of them."""
        damaged, aside = self._book().damage()
        said = []
        if damaged:
            text = f"{NAME} cannot be read. The next lesson begins a new one; this one is kept."
            said.append(Notice(code="failures_damaged", text=text))
        if aside:
            text = f"{NAME} could not be read once; it was kept as {', '.join(aside)}."
            said.append(Notice(code="failures_aside", text=text))
        return tuple(said)

    def forget_failures(self, *keys: str) -> tuple[Failure, ...]:
        """Forget lessons of this project: all, or none of them; they are not learnt again.

        Args:
            keys: commands' keys, or unambiguous beginnings of four characters or more.

        Raises:
            NotFound, Ambiguous: a key names none, or several.
            StoreBusy, StoreFull, StoreReadOnly, StoreNewer: nothing was changed.
        """
        lessons = list(dict.fromkeys(self._lesson(key) for key in keys))
        forgotten = tuple(self._failure(lesson) for lesson in lessons)
        self._book().forget(lessons, to_millis(self.now()))
        return forgotten

    def edit_failure_fix(self, key: str, fix: str) -> Failure:
        """Say what works instead of a command; what is learnt later does not change it.

        Raises:
            NotFound, Ambiguous: the key names none, or several.
            InvalidInput: the fix is empty, too long, or cannot be stored.
            StoreBusy, StoreFull, StoreReadOnly, StoreNewer: nothing was changed.
        """
        lesson = self._lesson(key)
        edited = self._book().edit_fix(lesson, checked_fix(fix))
        if edited is None:
            raise NotFound(f"The lesson {lesson.key[:8]} is gone.")
        return self._failure(edited)

    def learn_failures(
        self, session: str, events: Mapping[str, Sequence[Event]]
    ) -> tuple[int, int]:
        """Pair a session's failures with their fixes, and retire what works again.

        The same events may be given again: nothing is counted twice.

        Args:
            session: the host's id of it.
            events: what was done, in order, by the key of the project it was done in.

        Returns:
            Lessons that are new or happened again, and lessons that were retired.

        Raises:
            StoreBusy, StoreFull, StoreReadOnly, StoreNewer: not all of it was kept.
        """
        learned = retired = 0
        for project, done in events.items():
            keys = aliases.keys_beside(self._store.database, project)
            paired = pair_runs(done)
            worked = [(key, self._moment(ran)) for key, ran in paired.worked]
            happened = [
                Happened(
                    key=pair.key,
                    command=pair.failed.command,
                    fix=pair.fix.command,
                    tool=pair.failed.tool,
                    at=self._moment(pair.failed),
                )
                for pair in paired.pairs
            ]
            retired += self._book().retire(keys, worked)
            learned += self._book().learn(keys, session, happened)
        return learned, retired

    def _book(self) -> LessonBook:
        return LessonBook(self.home.folder)

    def _keys(self) -> tuple[str, ...]:
        return namespaces.keys_of(self._store.database, self._store.project)

    def _moment(self, ran: Ran) -> int:
        return to_millis(ran.at or self.now())

    def _failure(self, lesson: Lesson) -> Failure:
        return Failure(
            key=lesson.key,
            command=lesson.command,
            fix=lesson.fix,
            tool=lesson.tool,
            times=lesson.times,
            first=from_millis(lesson.first),
            last=from_millis(lesson.last),
            session=lesson.session,
            project=self._name(lesson.project),
        )

    def _name(self, key: str) -> str | None:
        """Name a project; None for what was done in none."""
        if key == namespaces.NO_PROJECT:
            return None
        return aliases.project_named(self._store.database, key)

    def _lesson(self, key: str) -> Lesson:
        """Find the one lesson of this project that a key means."""
        start = key.strip().lower()
        if len(start) < SHORTEST:
            raise InvalidInput(f'"{key}" is too short; a key has at least {SHORTEST} characters.')
        lessons = self._book().list(self._keys())
        found = [lesson for lesson in lessons if lesson.key.startswith(start)]
        if len(found) == 1:
            return found[0]
        if found:
            named = tuple(lesson.key[:12] for lesson in found[:9])
            raise Ambiguous(
                f'"{key}" fits several lessons.', hint="Add a letter.", candidates=named
            )
        raise NotFound(
            f'There is no failure lesson "{key}" in this project.',
            hint="memboard failures lists them; --everywhere those of every project.",
        )


def checked_fix(fix: str) -> str:
    """Trim what works instead, and check it.

    Raises:
        InvalidInput: it is empty, over 2,000 characters, or cannot be stored.
    """
    trimmed = fix.strip()
    if not 1 <= len(trimmed) <= MAX_COMMAND:
        raise InvalidInput(f"A fix has 1 to {MAX_COMMAND:,} characters.")
    refuse_unstorable(trimmed, "fix")
    return trimmed
