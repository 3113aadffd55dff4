"""What is said after a change, and how a line of tags is read."""

from __future__ import annotations

from memboard.board.ages import plural
from memboard.board.fixes import FIX
from memboard.engine import Undone


def pin_words(answer: tuple[bool, int]) -> str:
    """Say what pinning did."""
    word = "Pinned" if answer[0] else "Unpinned"
    return f"{word}." if answer[1] == 1 else f"{word} {plural(answer[1], 'note')}."


def scope_words(answer: tuple[bool, int]) -> str:
    """Say what moving did."""
    where = "global" if answer[0] else "of this project only"
    return f"Now {where}." if answer[1] == 1 else f"{plural(answer[1], 'note')} now {where}."


def read_tags(typed: str) -> tuple[list[str], list[str]]:
    """Read `+db -old new`: what to add, and what to take away."""
    add: list[str] = []
    remove: list[str] = []
    for word in typed.replace(",", " ").split():
        name = word.lstrip("+-#")
        if name:
            (remove if word.startswith("-") else add).append(name)
    return add, remove


def retagged(tags: tuple[str, ...], add: list[str], remove: list[str]) -> list[str]:
    """Give a note's tags after a change to them."""
    gone = {tag.casefold() for tag in remove}
    kept = [tag for tag in tags if tag.casefold() not in gone]
    return kept + [tag for tag in add if tag.casefold() not in {one.casefold() for one in kept}]


PAST = {
    "add": "added",
    "edit": "edited",
    "pin": "pinned or unpinned",
    "forget": "forgot",
    "restore": "restored",
    "move": "changed the scope of",
    "supersede": "merged",
    "release": "released",
    "withhold": "withheld again",
    "undo": "put back",
}


def undo_words(done: list[Undone]) -> str:
    """Say what was taken back."""
    last = done[-1]
    if last.op == FIX:
        return "Took back: what works instead is as it was. ctrl+r does it again."
    what = PAST.get(last.op, last.op)
    number = sum(len(one.notes) for one in done)
    left = sum(len(one.left) for one in done)
    rest = f" {plural(left, 'note')} left as changed since." if left else ""
    return f"Took back: {what} {plural(number, 'note')}. ctrl+r does it again.{rest}"


def redo_words(done: list[Undone]) -> str:
    """Say what was done again."""
    if done[-1].op == FIX:
        return "Did it again: what works instead is changed. u takes it back."
    number = sum(len(one.notes) for one in done)
    return f"Did it again: {plural(number, 'note')}. u takes it back."
