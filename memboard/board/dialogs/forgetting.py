"""The question before lessons are forgotten: `u` cannot bring them back."""

from __future__ import annotations

from collections.abc import Sequence

from memboard.board.ages import plural
from memboard.board.cells import shorten
from memboard.board.dialogs.purge import PurgeDialog
from memboard.board.glyphs import Glyphs
from memboard.board.paint import Span
from memboard.board.text import isolated, plain
from memboard.engine.shown import Failure

SHOWN = 3


class ForgetLessonsDialog(PurgeDialog):
    """Gives True only for `y`, or for Forget chosen on purpose; Keep has the focus."""

    verb = "Forget"
    warning = (
        "Agents are not told this again, and the same fix is not learnt again."
        " u cannot bring it back."
    )

    def __init__(self, lessons: Sequence[Failure], glyphs: Glyphs) -> None:
        super().__init__((), len(lessons), glyphs)
        self.lessons = lessons
        self.rule.title = f"Forget {plural(len(lessons), 'lesson')} for good?"

    def known_lines(self, width: int) -> list[list[Span]]:
        """Name the commands."""
        texts = [plain(one.command) for one in self.lessons[:SHOWN]]
        lines: list[list[Span]] = [
            [(isolated(shorten(text, width, self.glyphs.more)), "")] for text in texts
        ]
        more = len(self.lessons) - SHOWN
        return lines + ([[(f"and {more:,} more", "quiet")]] if more > 0 else [])
