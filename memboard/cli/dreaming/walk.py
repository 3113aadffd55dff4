"""Going through what waits, one proposal after the other, on a terminal.

What is accepted is gathered and applied at the end: one cycle, one undo.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from memboard.cli import output
from memboard.cli.dreaming.lines import applied_lines, suggestion_lines
from memboard.cli.plain import plain_line

if TYPE_CHECKING:
    from memboard.engine import Memory
    from memboard.engine.dream.answers import Consolidated, Suggestion

MERGE = "a accept, r reject, e edit, s skip, q stop: "
CONFLICT = "l keep left, r keep right, b both hold, s skip, q stop: "
KEEPS = {"l": "left", "r": "right", "b": "both"}


class Stop(Exception):
    """The person stops here; what was accepted before is applied."""


def walk(memory: Memory) -> None:
    """Show each proposal that waits and ask; then apply what was accepted."""
    from memboard.engine.errors import MemboardError

    accepted: list[str] = []
    try:
        for one in memory.proposals(limit=1_000):
            show(memory, one)
            try:
                accepted += merge(memory, one) if one.kind == "merge" else conflict(memory, one)
            except MemboardError as error:
                output.narrate(plain_line(str(error)))
    except Stop:
        pass
    if accepted:
        say(memory.dream_apply(*accepted))


def show(memory: Memory, one: Suggestion) -> None:
    """Write a proposal with its notes."""
    lines = suggestion_lines(one, memory.now(), output.terminal_width())
    output.write_lines(["", *lines])
    sys.stdout.flush()


def merge(memory: Memory, one: Suggestion) -> list[str]:
    """Ask what to do about a merge; gives its id where it is accepted."""
    typed = asked(MERGE, "ares")
    if typed == "r":
        memory.dream_reject(one.id)
    if typed == "e":
        return edited(memory, one)
    return [one.id] if typed == "a" else []


def edited(memory: Memory, one: Suggestion) -> list[str]:
    """Ask for another text until it keeps the notes' values, then ask again what to do."""
    from memboard.engine.errors import InvalidInput, InvalidNote

    text = answered("The text (nothing leaves it as it is): ").strip()
    if text:
        try:
            one = memory.dream_edit(one.id, text)
        except (InvalidInput, InvalidNote) as error:
            output.narrate(plain_line(str(error)))
    show(memory, one)
    return merge(memory, one)


def conflict(memory: Memory, one: Suggestion) -> list[str]:
    """Ask which of two notes holds."""
    typed = asked(CONFLICT, "lrbs")
    if typed in KEEPS:
        memory.dream_settle(one.id, KEEPS[typed])  # type: ignore[arg-type] # one of the three
    return []


def asked(question: str, letters: str) -> str:
    """Ask for one of some letters; raises Stop for q and at the end of input."""
    while True:
        typed = answered(question).strip().lower()[:1]
        if typed == "q":
            raise Stop
        if typed and typed in letters:
            return typed


def answered(question: str) -> str:
    """Read a line; raises Stop at the end of input."""
    sys.stderr.write(question)
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        raise Stop
    return line


def say(done: Consolidated) -> None:
    """Say what became of what was accepted."""
    for applied in done.cycles:
        output.write_lines(applied_lines(applied))
    for left in done.left:
        output.narrate(f"Left {left.id}: {plain_line(left.reason)}")
