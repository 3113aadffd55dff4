"""Putting back what anybody changed, and taking that back again with `u`.

The engine's own undo walks over a person's changes only, never over an undo. So the board
remembers its own, each with the change of mine that was the newest when it was made: while that
still is the newest, this came after it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from memboard.board.fixes import my_newest
from memboard.board.ledger import Step
from memboard.engine import Memory, Undone
from memboard.engine.answers import Left
from memboard.engine.errors import Conflict, NotFound

PREFIX = "Not taken back: "


class Returned(NamedTuple):
    """What was put back, and what had to be left."""

    done: tuple[Undone, ...]
    left: tuple[Left, ...]

    @property
    def notes(self) -> int:
        """How many notes' changes were put back."""
        return sum(len(one.notes) for one in self.done)


class Made(NamedTuple):
    """One press: the undos it made, and my newest change then."""

    undos: tuple[int, ...]
    newest: int


class PutBacks:
    """What was put back in this sitting."""

    def __init__(self) -> None:
        self._made: list[Made] = []
        self._taken_back: list[Made] = []

    def put_back(self, memory: Memory, steps: Sequence[Step]) -> Returned:
        """Take back entries, changes and cycles of anybody, as far as that can be.

        Raises:
            Conflict: nothing of it could be.
        """
        self._taken_back.clear()
        return self._turn(memory, [undo_of(step) for step in steps], self._made)

    def is_last(self, memory: Memory) -> bool:
        """Tell whether the last I did was to put something back."""
        return bool(self._made) and self._made[-1].newest == my_newest(memory)

    def is_next(self, memory: Memory) -> bool:
        """Tell whether what I took back last was that."""
        return bool(self._taken_back) and self._taken_back[-1].newest == my_newest(memory)

    def undo(self, memory: Memory) -> list[Undone]:
        """Do again what was put back."""
        return self._turn_last(memory, self._made, self._taken_back)

    def redo(self, memory: Memory) -> list[Undone]:
        """Put it back again."""
        return self._turn_last(memory, self._taken_back, self._made)

    def _turn_last(self, memory: Memory, these: list[Made], those: list[Made]) -> list[Undone]:
        undos = these.pop().undos
        steps = [undo_of(Step(change, change=change)) for change in reversed(undos)]
        answer = self._turn(memory, steps, those)
        last = msgspec.structs.replace(answer.done[-1], left=answer.left)
        return [*(msgspec.structs.replace(one, left=()) for one in answer.done[:-1]), last]

    def _turn(
        self, memory: Memory, undos: Sequence[Callable[[Memory], Undone]], kept: list[Made]
    ) -> Returned:
        done: list[Undone] = []
        left: list[Left] = []
        try:
            for undo in undos:
                try:
                    done.append(undo(memory))
                    left += done[-1].left
                except (Conflict, NotFound) as reason:
                    left.append(Left(id="", reason=reason.message.removeprefix(PREFIX)))
        finally:
            if done:
                kept.append(Made(tuple(one.seq for one in done), my_newest(memory)))
        if not done:
            raise Conflict(f"{PREFIX}{reasons(left)}")
        return Returned(tuple(done), tuple(left))


def undo_of(step: Step) -> Callable[[Memory], Undone]:
    """Give the call that takes a step back."""
    if step.cycle is not None:
        return lambda memory: memory.undo(cycle=step.cycle)
    if step.change is not None:
        return lambda memory: memory.undo(change=step.change)
    return lambda memory: memory.undo(step.seq)


def reasons(left: Sequence[Left]) -> str:
    """Say why something was left: the first reason, and how many more there are."""
    first = left[0].reason.rstrip(".") if left else "it was taken back already"
    more = f", and {len(left) - 1:,} more" if len(left) > 1 else ""
    return f"{first}{more}."
