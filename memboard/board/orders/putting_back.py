"""Putting back: what anybody changed, and withheld texts, which are let through."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from memboard.board.ages import plural
from memboard.board.availability import TAKEN_BACK
from memboard.board.entries import of_whom
from memboard.board.orders.registry import order
from memboard.board.putbacks import Returned, reasons
from memboard.engine import Memory

if TYPE_CHECKING:
    from memboard.board.screen import BoardScreen


@order("put_back")
def put_back(board: BoardScreen) -> None:
    """Do what putting back is in this pane."""
    if board.pane is board.activity:
        put_entries_back(board)
    else:
        release(board)


def put_entries_back(board: BoardScreen) -> None:
    """Take back the entries, whoever made them; on a heading all of its run."""
    seqs = [cast("int", key) for key in board.pane.roster.targets()]
    ledger, author = board.activity.journal.ledger, board.activity.author
    steps = ledger.steps(seqs)
    if not steps:
        board.tidings.say(TAKEN_BACK)
        return
    board.hands.grasp()
    whose = of_whom(author) if author and len({ledger.author(seq) for seq in seqs}) == 1 else ""
    board.hands.do(
        lambda memory: board.hands.gestures.put_back(memory, steps),
        lambda answer: returned_words(answer, whose),
    )


def returned_words(answer: Returned, whose: str) -> str:
    """Say what was put back, and what was left and why."""
    left = f" {len(answer.left):,} left: {reasons(answer.left)}" if answer.left else ""
    return f"Put back {plural(answer.notes, 'change')}{whose}. u takes it back.{left}"


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
