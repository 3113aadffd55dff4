"""Putting back: a withheld text is let through, or withheld again."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from memboard.board.ages import plural
from memboard.board.orders.registry import order
from memboard.engine import Memory

if TYPE_CHECKING:
    from memboard.board.screen import BoardScreen


@order("put_back")
def put_back(board: BoardScreen) -> None:
    """Do what putting back is in this pane."""
    release(board)


def release(board: BoardScreen) -> None:
    """Let agents read the texts; where all are released, withhold them again."""
    pane = board.blocked
    on = not pane.released(pane.roster.targets())
    target = board.hands.grasp()

    def change(memory: Memory) -> int:
        jobs = [(one, partial(set_released, note_id=one, on=on)) for one in target.ids(memory)]
        return board.hands.gestures.together(memory, jobs)

    board.hands.do(change, partial(release_words, on=on))


def set_released(memory: Memory, *, note_id: str, on: bool) -> None:
    """Let one note pass, or withhold it."""
    memory.release(note_id, on=on)


def release_words(number: int, *, on: bool) -> str:
    """Say what agents see from now on."""
    what = "this text" if number == 1 else f"these {plural(number, 'text')}"
    if on:
        return f"Released. Agents will see {what} again."
    return f"Withheld again. Agents will not see {what}."
