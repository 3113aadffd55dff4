"""`kill -9` at every named point of a cycle: no note is lost, no hole, and the next cycle runs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

import pytest

from memboard.engine import Memory
from memboard.engine.dream.claiming import recover
from memboard.engine.dream.points import POINTS
from memboard.engine.store import cycles
from tests.engine.standins import OpenHere, troubles

from .merging import SAID, fill, home_of, merge, run

Child = subprocess.Popen[str]

DONE = frozenset({"committed", "tidied"})
"""Points after the commit: what the cycle was for is done."""
REJECTED = frozenset({"rejecting"})
"""Points that only a rejected cycle reaches."""
UNDONE = frozenset(
    {"claimed", "copied", "trusted", "begun", "merged", "superseded", "recorded", "gated"}
)
"""Points before the commit: nothing happened."""


class Start(Protocol):
    """Starts `crashing.py` on the test's home; it waits for a line once it has opened it."""

    def __call__(self, point: str, *arguments: str) -> Child:
        """Start it; `point` is where it dies."""


@pytest.fixture
def start(home: Path) -> Iterator[Start]:
    """Starts processes on the home; kills those that are left."""
    with ExitStack() as stack:

        def begin(point: str, *arguments: str) -> Child:
            child = subprocess.Popen(
                [sys.executable, "-m", "tests.engine.dream.crashing", str(home), point, *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                cwd=Path(__file__).parents[3],
            )
            stack.callback(child.communicate)
            stack.callback(child.kill)
            return child

        yield begin


def go(child: Child) -> None:
    """Let a process that has opened the store go on."""
    assert child.stdout is not None
    assert child.stdin is not None
    assert child.stdout.readline() == "opened\n"
    child.stdin.write("\n")
    child.stdin.flush()


def whole(memory: Memory, ids: tuple[str, str], others: set[str]) -> bool:
    """Look that nothing is lost; tells whether the cycle's change is there."""
    assert troubles(memory) == []
    there = {note.id for note in memory.recent(100).notes}
    assert others <= there
    merged = there - others - set(ids)
    assert merged or set(ids) <= there, "a hole"
    assert len(merged) in (0, 1)
    assert not (merged and set(ids) & there)
    return bool(merged)


def test_every_point_is_tried() -> None:
    """A new point belongs into one of the three sets, and so into the tests below."""
    assert {*DONE, *REJECTED, *UNDONE} == set(POINTS)
    assert len(DONE) + len(REJECTED) + len(UNDONE) == len(POINTS)


@pytest.mark.parametrize("point", POINTS)
def test_a_cycle_killed_at_any_point_loses_nothing(
    start: Start, open_here: OpenHere, point: str
) -> None:
    """The other process sees all or nothing, heals the cycle, and runs the next one."""
    memory = open_here()
    ids = fill(memory)
    others = {note.id for note in memory.recent(100).notes} - set(ids)
    text = "The staging database" if point in REJECTED else SAID + "."
    child = start(point, text, *ids)
    go(child)
    assert child.wait(timeout=60) == -9
    assert whole(memory, ids, others) == (point in DONE)
    memory.close()
    again = open_here()
    assert whole(again, ids, others) == (point in DONE)
    healed = recover(again._store)
    assert (healed is None) == (point in DONE)
    (record,) = cycles.list_cycles(again._store.database, [home_of(again)], 5)
    assert record.status == ("applied" if point in DONE else "interrupted")
    assert (record.reason is None) == (point in DONE)
    if point in DONE:
        again.undo(cycle=record.id)
    assert run(again, [merge(again, *ids)]).rejected is None
    assert whole(again, ids, others)
    assert not list((again.home.folder / "recovery").glob("*.part*"))


def test_a_cycle_that_nobody_kills_is_applied(start: Start, open_here: OpenHere) -> None:
    """The harness itself changes nothing."""
    memory = open_here()
    ids = fill(memory)
    child = start("nowhere", SAID + ".", *ids)
    go(child)
    assert child.communicate(timeout=60)[0] == "applied\n"
    assert child.returncode == 0


def test_of_two_processes_at_once_exactly_one_claims(start: Start, open_here: OpenHere) -> None:
    """The other is told; and claims once the first is dead, at once."""
    memory = open_here()
    fill(memory)
    children = [start("nowhere") for _ in range(2)]
    for child in children:
        go(child)
    told = {}
    for child in children:
        assert child.stdout is not None
        told[child.stdout.readline().split()[0]] = child
    assert told.keys() == {"claimed", "busy"}
    told["claimed"].kill()
    os.waitid(os.P_PID, told["claimed"].pid, os.WEXITED | os.WNOWAIT)  # dead, and still listed
    third = start("nowhere")
    go(third)
    assert third.stdout is not None
    assert third.stdout.readline().startswith("claimed")


def test_two_processes_at_once_merge_once(start: Start, open_here: OpenHere) -> None:
    """Both are asked to merge the same notes."""
    memory = open_here()
    ids = fill(memory)
    others = {note.id for note in memory.recent(100).notes} - set(ids)
    children = [start("nowhere", SAID + ".", *ids) for _ in range(2)]
    for child in children:
        go(child)
    for child in children:
        child.communicate(timeout=60)
    assert whole(memory, ids, others)
    listed = cycles.list_cycles(memory._store.database, [home_of(memory)], 5)
    assert [record.status for record in listed].count("applied") == 1
