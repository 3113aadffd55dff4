"""What was changed in failure lessons on this board, so that `u` takes it back in its turn.

Lessons lie in a file without a journal. An edit remembers which journalled change of mine was the
newest when it was made: while that still is the newest, the edit came after it.
"""

from __future__ import annotations

from typing import NamedTuple

from memboard.engine import Memory, Undone
from memboard.engine.errors import Conflict
from memboard.engine.shown import Failure

FIX = "fix"
"""The operation, as `Undone` names it."""
PERSON = "you"
LOOKED_THROUGH = 500
"""Journal entries among which my newest is looked for."""


class FixEdit(NamedTuple):
    """One edit."""

    key: str
    before: str | None
    after: str
    newest: int
    """My newest change when it was made; 0 for none."""


class Fixes:
    """The edits of this sitting: made, and taken back."""

    def __init__(self) -> None:
        self._made: list[FixEdit] = []
        self._taken_back: list[FixEdit] = []

    def edit(self, memory: Memory, lesson: Failure, fix: str) -> None:
        """Say what works instead of a command."""
        kept = memory.edit_failure_fix(lesson.key, fix)
        self._taken_back.clear()
        if lesson.fix is not None:
            self._made.append(FixEdit(lesson.key, lesson.fix, kept.fix or "", my_newest(memory)))

    def is_last(self, memory: Memory) -> bool:
        """Tell whether the last of my changes is such an edit."""
        return bool(self._made) and self._made[-1].newest == my_newest(memory)

    def is_next(self, memory: Memory) -> bool:
        """Tell whether what was taken back last is such an edit."""
        return bool(self._taken_back) and self._taken_back[-1].newest == my_newest(memory)

    def undo(self, memory: Memory) -> Undone:
        """Put the fix back that was there before."""
        made = self._made.pop()
        put(memory, made.key, made.after, made.before or "")
        self._taken_back.append(made)
        return Undone(op=FIX, change=0, seq=0, notes=(), left=())

    def redo(self, memory: Memory) -> Undone:
        """Make the edit again."""
        edit = self._taken_back.pop()
        put(memory, edit.key, edit.before or "", edit.after)
        self._made.append(edit)
        return Undone(op=FIX, change=0, seq=0, notes=(), left=())


def put(memory: Memory, key: str, present: str, wanted: str) -> None:
    """Give a lesson another fix.

    Raises:
        Conflict: somebody changed it meanwhile.
    """
    fix = next((one.fix for one in memory.failures() if one.key == key), None)
    if fix != present:
        raise Conflict("Not taken back: this lesson was changed or forgotten since.")
    memory.edit_failure_fix(key, wanted)


def my_newest(memory: Memory) -> int:
    """Give the number of my newest change that stands; 0 where there is none."""
    for entry in memory.history(limit=LOOKED_THROUGH):
        if entry.actor == PERSON and entry.undoes is None and entry.undone_by is None:
            return entry.change
    return 0
