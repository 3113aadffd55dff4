"""Failures: commands that failed, and what worked instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from memboard.board.desk import Desk
from memboard.board.lessons import command_row, fix_row, lesson_page, lessons_page
from memboard.board.matches import literal_match, near_match, words_of
from memboard.board.page import Page, Subject
from memboard.board.paint import Span
from memboard.board.panes.list_pane import ListPane
from memboard.board.rows import Look
from memboard.engine import MemboardError, Memory, Note
from memboard.engine.answers import Notice
from memboard.engine.shown import Failure

MARKED_SHOWN = 40
"""Commands shown of marked lessons."""


class FailuresPane(ListPane):
    """The lessons of this project, the last one first; a row is a command and its fix."""

    name_shown = "Failures"
    detail_title = "Lesson"
    row_noun = "lesson"
    tall = 2
    holds_notes = False

    def __init__(self, desk: Desk) -> None:
        super().__init__("failures", desk)
        self.lessons: dict[str, Failure] = {}
        self.notices: tuple[Notice, ...] = ()
        self.failed = ""
        self.loaded = False

    # --- reading

    async def opened(self) -> None:
        """Read the lessons once the pane is shown."""
        if not self.loaded:
            await self.reload()

    async def refreshed(self) -> None:
        """Read again what was read."""
        if self.loaded or self.display:
            await self.reload()

    async def reload(self) -> None:
        """Read the lessons; a file that cannot be read is told of."""
        try:
            lessons, self.notices = await self.desk(read_lessons)
            self.failed = ""
        except MemboardError as error:
            lessons, self.failed = (), str(error)
        self.lessons = {lesson.key: lesson for lesson in lessons}
        self.loaded = True
        self.roster.keep_marks(self.lessons)
        self._show()

    def _show(self) -> None:
        kept: list[object] = list(self._sifted())
        self.roster.fill(kept, (), follow=True)
        self.refilled()

    def _sifted(self) -> list[str]:
        words = words_of(self.filter_text)
        if not words:
            return list(self.lessons)
        texts = {key: folded(lesson) for key, lesson in self.lessons.items()}
        found = [key for key, text in texts.items() if literal_match(text, words)]
        return found or [key for key, text in texts.items() if near_match(text, words)]

    async def filter_changed(self) -> None:
        """Show only the rows that the filter leaves."""
        self._show()

    @property
    def lesson(self) -> Failure | None:
        """The lesson under the cursor."""
        return self.lessons.get(cast("str", self.roster.key))

    def targets(self) -> list[Failure]:
        """Give the lessons that an action goes to."""
        return [self.lessons[cast("str", key)] for key in self.roster.targets()]

    def note_of(self, key: object) -> Note | None:
        """A lesson is no note."""
        del key
        return None

    def ids(self, memory: Memory, keys: Sequence[object]) -> list[str]:
        """A lesson has no note's id."""
        del memory, keys
        return []

    # --- drawing

    def row(self, at: int, look: Look, width: int) -> list[Span]:
        """Draw the command."""
        lesson = self.lessons[cast("str", self.roster.keys[at])]
        return command_row(lesson, look, width, self.filter_text)

    def second_row(self, at: int, look: Look, width: int) -> list[Span]:
        """Draw what worked instead."""
        lesson = self.lessons[cast("str", self.roster.keys[at])]
        return fix_row(lesson, look, width, self.filter_text)

    def written(self, subject: Subject | None, page: Page) -> list[list[Span]]:
        """Write the lesson, or which ones are marked."""
        del subject
        if self.roster.shown_marks() > 1 or len(self.roster.ranged()) > 1:
            return lessons_page(self.targets()[:MARKED_SHOWN], page)
        return [] if self.lesson is None else lesson_page(self.lesson, page)

    def order_words(self) -> str:
        """Say that something could not be read."""
        return "a damaged file was kept aside" if self.notices and self.lessons else ""

    def empty_text(self) -> str:
        """Teach, or say why the lessons cannot be read."""
        if not self.loaded:
            return ""
        troubles = [self.failed, *(notice.text for notice in self.notices)]
        if told := "\n".join(filter(None, troubles)):
            return told
        if self.filter_text:
            return "Nothing matches this filter here.\nesc clears it."
        return (
            "No lessons yet.\nWhen a command fails and another then works,\nthe pair is kept here."
        )


def read_lessons(memory: Memory) -> tuple[tuple[Failure, ...], tuple[Notice, ...]]:
    """Read the lessons of the project seen here, and what could not be read."""
    return memory.failures(), memory.failure_notices()


def folded(lesson: Failure) -> str:
    """Give what the filter looks at."""
    return f"{lesson.command} {lesson.fix or ''} {lesson.tool}".casefold()
