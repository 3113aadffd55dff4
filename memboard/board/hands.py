"""Changes: captured when the key is pressed, done on the desk in order, said when they are done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from memboard.board.ages import plural
from memboard.board.drafts import read_drafts
from memboard.board.gestures import Gestures
from memboard.board.said import (
    pin_words,
    read_tags,
    redo_words,
    retagged,
    scope_words,
    undo_words,
)
from memboard.engine import MemboardError, Memory, Note

if TYPE_CHECKING:
    from memboard.board.panes.list_pane import ListPane
    from memboard.board.screen import BoardScreen

Answer = TypeVar("Answer")

SLOW_CHANGE = 1.0
"""Seconds after which a change that waits says so."""
REPEAT_SECONDS = 0.08
"""A key that comes faster is being held; it counts once."""

Words = Callable[[Answer], str]


class Target(NamedTuple):
    """The rows an action goes to, as they were when its key was pressed."""

    pane: ListPane
    keys: list[object]

    def ids(self, memory: Memory) -> list[str]:
        """Give the notes' ids, on the desk."""
        return self.pane.ids(memory, self.keys)

    def notes(self, memory: Memory) -> list[Note]:
        """Read the notes as they are now, on the desk."""
        return [memory.get(note_id) for note_id in self.ids(memory)]


class Deed(NamedTuple):
    """What was done last, to be done again elsewhere."""

    name: str
    argument: str


class Hands:
    """Does what the keys ask for."""

    def __init__(self, board: BoardScreen) -> None:
        self.board = board
        self.deed: Deed | None = None
        self.at_work = 0
        self.gestures = Gestures()
        self._pressed = -1.0

    # --- targets

    def held(self) -> bool:
        """Tell whether a key only repeats because it is held."""
        now = self.board.board.monotonic()
        fast = now - self._pressed < REPEAT_SECONDS
        self._pressed = now
        return fast

    def grasp(self) -> Target:
        """Take the rows an action goes to; their marks are used up."""
        pane = self.board.pane
        keys = pane.roster.targets()
        pane.roster.range_from = None
        pane.roster.marks -= set(keys)
        self.board.count = ""
        return Target(pane, keys)

    # --- doing

    def do(
        self,
        job: Callable[[Memory], Answer],
        words: Words[Answer],
        *,
        deed: Deed | None = None,
        keys: Sequence[object] = (),
    ) -> None:
        """Start a change; what it did is said, and the rows are read again.

        Args:
            job: the change.
            words: says what it did.
            deed: how to repeat it elsewhere.
            keys: rows to stand on after it, where they are back.
        """
        if deed is not None:
            self.deed = deed
        self.board.run(lambda: self._do(job, words, keys))

    async def _do(
        self, job: Callable[[Memory], Answer], words: Words[Answer], keys: Sequence[object]
    ) -> None:
        board = self.board
        timer = board.set_timer(SLOW_CHANGE, self._say_waiting)
        self.at_work += 1
        try:
            answer = await board.desk.change(job)
        except MemboardError as error:
            board.tidings.fail(str(error))
        else:
            board.tidings.say(words(answer))
        finally:
            timer.stop()
            board.tidings.waits = ""
        try:
            await board.live.refresh()
        finally:
            self.at_work -= 1
        self.stand_on(keys)

    def _say_waiting(self) -> None:
        self.board.tidings.waits = "Store busy: somebody else is writing. Your change waits."
        self.board.tidings.draw()

    def stand_on(self, keys: Sequence[object]) -> None:
        """Put the cursor on the first of some rows that is there."""
        pane = self.board.pane
        for key in keys:
            if key in pane.roster.keys:
                pane.lines.move_to(list(pane.roster.keys).index(key))
                return

    # --- the changes

    def forget(self) -> None:
        """Forget the rows at once; the store follows."""
        target = self.grasp()
        target.pane.roster.drop(set(target.keys))
        target.pane.refilled()
        number = len(target.keys)
        self.gestures.gone.append(target.keys)
        self.do(
            lambda memory: memory.forget(*target.ids(memory)),
            lambda _: f"Forgot {plural(number, 'note')}. u takes it back.",
            deed=Deed("forget", ""),
        )

    def purge(self, target: Target) -> None:
        """Erase rows for good, after the question."""
        target.pane.roster.drop(set(target.keys))
        target.pane.refilled()
        number = len(target.keys)
        self.do(
            lambda memory: purge_notes(memory, target.ids(memory)),
            lambda _: f"Purged {plural(number, 'note')} for good.",
        )

    def pin(self) -> None:
        """Pin the rows; where all are pinned, unpin them."""
        target = self.grasp()

        def change(memory: Memory) -> tuple[bool, int]:
            notes = target.notes(memory)
            pinned = not all(note.pinned for note in notes)
            memory.pin(*(note.id for note in notes), pinned=pinned)
            return pinned, len(notes)

        self.do(change, pin_words, deed=Deed("pin", ""))

    def scope(self) -> None:
        """Make the rows global; where all are, make them this project's."""
        target = self.grasp()

        def change(memory: Memory) -> tuple[bool, int]:
            notes = target.notes(memory)
            to_global = not all(note.scope == "global" for note in notes)
            memory.move(*(note.id for note in notes), scope="global" if to_global else "project")
            return to_global, len(notes)

        self.do(change, scope_words, deed=Deed("scope", ""))

    def tag(self, typed: str, target: Target) -> None:
        """Add and remove tags: `+db -old`; a bare word adds."""
        add, remove = read_tags(typed)

        def change(memory: Memory) -> int:
            notes = target.notes(memory)
            jobs = [(note.id, retagged(note.tags, add, remove)) for note in notes]
            return self.gestures.together(
                memory, [(i, partial(set_tags, note_id=i, tags=t)) for i, t in jobs]
            )

        said = " ".join([*(f"+{tag}" for tag in add), *(f"-{tag}" for tag in remove)])
        self.do(change, lambda n: f"Tagged {plural(n, 'note')} {said}.", deed=Deed("tags", typed))

    def rate(self, typed: str, target: Target) -> None:
        """Set the importance, 0 to 1; nothing takes it away."""
        value = float(typed) if typed.strip() else None

        def change(memory: Memory) -> int:
            ids = target.ids(memory)
            return self.gestures.together(
                memory, [(i, partial(set_importance, note_id=i, value=value)) for i in ids]
            )

        said = "no importance" if value is None else f"importance {value:.1f}"
        self.do(change, lambda n: f"{plural(n, 'note')}: {said}.", deed=Deed("importance", typed))

    def undo(self, times: int) -> None:
        """Take back my last changes."""
        keys = self.gestures.gone.pop() if self.gestures.gone else ()
        self.do(
            lambda memory: self.gestures.undo(memory, times),
            undo_words,
            keys=keys,
        )

    def undo_change(self, change: int) -> None:
        """Take back one change of mine from the list."""
        self.do(
            lambda memory: [memory.undo(change=change)],
            undo_words,
        )

    def rewrite(self, note: Note, text: str) -> None:
        """Give a note another text, unless somebody changed it meanwhile."""
        self.do(
            lambda memory: memory.edit(note.id, text=text, expected_revision=note.revision),
            lambda _: f"Saved {note.id}.",
        )

    def redo(self) -> None:
        """Do again what was taken back last."""
        self.do(self.gestures.redo, redo_words)


def purge_notes(memory: Memory, ids: list[str]) -> None:
    """Erase notes, and the drafts that were about them."""
    memory.forget(*ids, purge=True)
    read_drafts(memory)


def set_tags(memory: Memory, *, note_id: str, tags: list[str]) -> None:
    """Give a note its tags."""
    memory.edit(note_id, tags=tags)


def set_importance(memory: Memory, *, note_id: str, value: float | None) -> None:
    """Give a note its importance."""
    memory.edit(note_id, importance=value)
