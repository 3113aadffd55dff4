"""What happens around a session's tool calls: they are logged, and a known fix is named once.

Runs in a hook's few milliseconds, so neither msgspec nor a model comes with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from memboard.engine.guard.credential_cues import without_secrets
from memboard.engine.session.commands import changes_files, command_key, shell_command
from memboard.engine.session.lessons import Lesson, LessonBook, hint_text
from memboard.engine.store import runs
from memboard.engine.store.database import Database

MAX_COMMAND = 2_000
"""Characters of a command that are kept until its session ends."""

MAX_NAME = 200
"""Characters of a tool's name and a call's id that are kept."""
MAX_READ = 20_000
"""Characters of a command that are looked at."""
LATEST_MILLISECONDS = 250
"""How long a tool call may be held up for a record of it."""


class Call(NamedTuple):
    """One tool call of a session."""

    session: str
    tool: str
    input: object
    """As the host gives it: an object, or a bare command."""
    call_id: str | None = None


class Ending(NamedTuple):
    """How a tool call ended."""

    outcome: str
    """ok, failed or unknown."""
    exit_code: int | None = None


class Heard(NamedTuple):
    """What became of the end of a call."""

    logged: bool
    """False for what is no command and changes no file, and for a call logged before."""
    lesson: Lesson | None
    """The fix to name at once."""


class ToolWatch:
    """One project's view of what its sessions' tools do."""

    def __init__(
        self, database: Database, home: Path, projects: Sequence[str], clock: Callable[[], int]
    ) -> None:
        self._database = database
        self._book = LessonBook(home)
        self._projects = tuple(projects)
        self._clock = clock

    def called(self, call: Call) -> Lesson | None:
        """Give the fix of a command that failed before, once a session.

        Nothing is said after a file was changed, or where the command went well since: running
        it again is work then.
        """
        command = shell_command(call.tool, call.input)
        if command is None:
            return None
        key = command_key(command)
        lesson = self._book.find(self._projects, key)
        if (
            lesson is None
            or lesson.fix is None
            or runs.hint_given(self._database, call.session, key)
            or runs.worked_on_since(self._database, call.session, key)
        ):
            return None
        return lesson if self._told(call.session, key) else None

    def ended(self, call: Call, ending: Ending) -> Heard:
        """Log a call that ended; gives the fix at once where it failed and one is known."""
        if changes_files(call.tool):
            return self._log(call, None, None, ending)
        command = shell_command(call.tool, call.input)
        if command is None:
            return Heard(logged=False, lesson=None)
        return self._log(call, command_key(command), command, ending)

    def _log(self, call: Call, key: str | None, command: str | None, ending: Ending) -> Heard:
        """Log one run, with its text where a lesson may come of it, or go."""
        lesson = self._book.find(self._projects, key) if key else None
        near = (
            lesson is not None
            or ending.outcome != "ok"
            or runs.failed_lately(self._database, call.session)
        )
        run = runs.Logged(
            session=call.session,
            project=self._projects[0],
            tool=call.tool[:MAX_NAME],
            key=key,
            command=masked(command) if command is not None and near else None,
            outcome=ending.outcome,
            exit_code=ending.exit_code,
            call_id=call.call_id and call.call_id[:MAX_NAME],
        )
        helps = lesson is not None and lesson.fix is not None and ending.outcome == "failed"
        with self._database.hasty(LATEST_MILLISECONDS), self._database.writing("a tool's run"):
            now = self._clock()
            logged = runs.log_run(self._database, run, now)
            told = (
                logged and helps and key and runs.mark_hint(self._database, call.session, key, now)
            )
        return Heard(logged=logged, lesson=lesson if told else None)

    def _told(self, session: str, key: str) -> bool:
        """Remember that a session is told now; False where another process just told it."""
        with self._database.hasty(LATEST_MILLISECONDS), self._database.writing("a hint"):
            return runs.mark_hint(self._database, session, key, self._clock())


def masked(command: str) -> str:
    """Mask the credentials of a command that is kept for a while."""
    return without_secrets(command[:MAX_READ])[:MAX_COMMAND]


def said_hint(lesson: Lesson) -> str | None:
    """Write the line that an agent reads; None where the scan withholds it."""
    from memboard.engine.guard.scanning import scan  # 30 ms, and only for a hint

    line = hint_text(lesson)
    return None if scan(line) else line
