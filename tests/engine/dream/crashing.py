"""A process that runs a cycle and dies at a named point: see `test_crashes.py`."""

from __future__ import annotations

import os
import signal
import sys

from memboard.engine import EmbedderHandle, HashEmbedder, Memory, open_memory
from memboard.engine.dream import points
from memboard.engine.dream.applying import apply_merges
from memboard.engine.dream.claiming import claim, claimed
from memboard.engine.dream.neighbourhoods import member_of
from memboard.engine.dream.points import Point
from memboard.engine.dream.values import Merge
from memboard.engine.errors import Conflict
from memboard.engine.store import notes


def die_at(wanted: str) -> None:
    """End this process as `kill -9` does when it reaches a point."""

    def at(point: Point) -> None:
        if point == wanted:
            os.kill(os.getpid(), signal.SIGKILL)

    points.at = at


def say(line: str) -> None:
    """Tell the test at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def consolidate(memory: Memory, text: str, *ids: str) -> None:
    """Merge notes, and say what came of it."""
    work = memory._workshop(None)
    rows = [notes.by_id(work.store.database, note_id) for note_id in ids]
    merge = Merge(members=tuple(member_of(row) for row in rows if row), text=text)
    namespace = work.store.project_namespace() or 0
    with claimed(work.store, work.author, namespace, "apply") as cycle:
        applied = apply_merges(work, namespace, [merge], cycle)
    say("rejected" if applied.rejected else "applied")


def wait(memory: Memory) -> None:
    """Claim a cycle and hold it until stdin ends."""
    work = memory._workshop(None)
    try:
        cycle = claim(work.store, work.author, work.store.project_namespace() or 0, "propose")
    except Conflict:
        say("busy")
        return
    say(f"claimed {cycle}")
    sys.stdin.read()


def main(home: str, point: str, *arguments: str) -> None:
    """Open the store, and run a cycle or hold one."""
    die_at(point)
    embedder = EmbedderHandle.of(HashEmbedder(64))
    with open_memory(home, "alpha", embedder=embedder, patience=30) as memory:
        say("opened")
        sys.stdin.readline()
        if arguments:
            consolidate(memory, *arguments)
        else:
            wait(memory)


if __name__ == "__main__":
    main(*sys.argv[1:])
