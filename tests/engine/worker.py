"""A process that works on a store until it is done or killed; run by `test_durability.py`.

Each line on its stdout acknowledges something that the store has taken.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from memboard.engine import EmbedderHandle, HashEmbedder, Memory, open_memory
from memboard.engine.errors import MemboardError


def say(line: str) -> None:
    """Acknowledge at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def add(memory: Memory, name: str, count: str) -> None:
    """Add so many notes, one by one."""
    for number in range(int(count)):
        try:
            note = memory.add(f"{name} saw fact {number} of the port {number * 7919 % 104729}").note
            say(f"{note.id if note else None} {number}")
        except MemboardError as error:
            say(f"refused {error.code} {error.retryable}")


def change(memory: Memory, name: str, count: str) -> None:
    """Add, edit, move, forget, restore and undo, over and over."""
    for number in range(int(count)):
        note = memory.add(f"{name} thought {number} of the node").note
        assert note is not None
        memory.edit(note.id, text=f"{name} thought better of {number}")
        memory.move(note.id, scope="global")
        memory.undo()
        memory.forget(note.id)
        if number % 2:
            memory.restore(note.id)
        say(f"{note.id} {'kept' if number % 2 else 'gone'}")


def purge(memory: Memory) -> None:
    """Purge every note, one by one."""
    for note in memory.recent(1_000).notes:
        memory.forget(note.id, purge=True)
        say(note.id)


def reindex(memory: Memory, embedder: str) -> None:
    """Build another generation."""
    memory.reindex(embedder, progress=lambda done, total: say(f"{done} {total}"))


def bring(memory: Memory, path: str) -> None:
    """Import a file."""
    with open(path, "rb") as lines:
        memory.import_lines(lines, progress=lambda done, total: say(f"{done} {total}"))


def hold(memory: Memory, seconds: str) -> None:
    """Keep the write lock for so long."""
    with memory._store.database.writing("a long change"):
        say("held")
        time.sleep(float(seconds))


JOBS: dict[str, Callable[..., None]] = {
    job.__name__: job for job in (add, change, purge, reindex, bring, hold)
}


def main(job: str, home: str, patience: str, width: str, *arguments: str) -> None:
    """Open the store and do one job on it."""
    with open_memory(
        home,
        "alpha",
        actor=f"worker {arguments[0] if arguments else ''}",
        embedder=EmbedderHandle.of(HashEmbedder(int(width))),
        patience=float(patience),
    ) as memory:
        say("opened")
        JOBS[job](memory, *arguments)
    say("done")


if __name__ == "__main__":
    main(*sys.argv[1:])
