"""One key press is one thing to take back, also where the engine writes it as several changes.

The journal is the truth; this only remembers which changes of this sitting belong together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from memboard.board.fixes import Fixes
from memboard.board.ledger import Step
from memboard.board.putbacks import PutBacks, Returned
from memboard.engine import MemboardError, Memory, Undone
from memboard.engine.errors import NotFound
from memboard.engine.shown import Failure


class Gestures:
    """Groups of changes made by one key, and rows that forgetting took away."""

    def __init__(self) -> None:
        self.gone: list[list[object]] = []
        """Keys of rows that were forgotten, newest last: where `u` puts the cursor."""
        self._group_of: dict[int, frozenset[int]] = {}
        self._redo_group_of: dict[int, frozenset[int]] = {}
        self._fixes = Fixes()
        self._put_backs = PutBacks()

    def together(
        self, memory: Memory, changes: Sequence[tuple[str, Callable[[Memory], object]]]
    ) -> int:
        """Make changes of several notes that one undo takes back; gives how many there were.

        Where one of them fails, those before it are taken back first.
        """
        made: list[int] = []
        try:
            for note_id, change in changes:
                newest = last_seq(memory, note_id)
                change(memory)
                if last_seq(memory, note_id) != newest:
                    made.append(last_seq(memory, note_id))
        except MemboardError:
            for number in reversed(made):
                memory.undo(change=number)
            raise
        group = frozenset(made)
        self._group_of.update(dict.fromkeys(made, group))
        return len(changes)

    def undo(self, memory: Memory, times: int) -> list[Undone]:
        """Take back the last changes of mine, each with what belongs to it."""
        done: list[Undone] = []
        for _ in range(times):
            try:
                done += self._undo_one(memory)
            except MemboardError:
                if not done:
                    raise
                break
        return done

    def edit_fix(self, memory: Memory, lesson: Failure, fix: str) -> None:
        """Change what works instead of a command, so that undo finds it among my changes."""
        self._fixes.edit(memory, lesson, fix)

    def put_back(self, memory: Memory, steps: Sequence[Step]) -> Returned:
        """Put back what anybody changed, so that undo finds it among my changes."""
        return self._put_backs.put_back(memory, steps)

    def _undo_one(self, memory: Memory) -> list[Undone]:
        if self._fixes.is_last(memory):
            return [self._fixes.undo(memory)]
        if self._put_backs.is_last(memory):
            return self._put_backs.undo(memory)
        done = [memory.undo()]
        group = self._group_of.get(done[0].change, frozenset())
        while len(done) < len(group):
            done.append(memory.undo())
        seqs = frozenset(one.seq for one in done)
        self._redo_group_of.update(dict.fromkeys(seqs, seqs))
        return done

    def redo(self, memory: Memory) -> list[Undone]:
        """Do again what was taken back last, with what belongs to it."""
        if self._fixes.is_next(memory):
            return [self._fixes.redo(memory)]
        if self._put_backs.is_next(memory):
            return self._put_backs.redo(memory)
        if self._put_backs.is_last(memory):
            raise NotFound("Nothing to do again.")
        done = [memory.redo()]
        group = self._redo_group_of.get(done[0].change, frozenset())
        while len(done) < len(group):
            done.append(memory.redo())
        return done


def last_seq(memory: Memory, note_id: str) -> int:
    """Give the number of a note's newest journal entry."""
    entries = memory.history(note_id, limit=1)
    return entries[0].seq if entries else 0
