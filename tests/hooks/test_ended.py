"""A hook that is ended at any line of its own: what it had in hand is written down once."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import apsw
import pytest

from memboard.engine import find_home
from memboard.hooks import process, spool
from memboard.hooks.answering import answer, keep_unfinished
from memboard.hooks.in_hand import InHand
from memboard.hooks.replay import replay

from .driving import SILENT, Stage, ran

FOLLOWED = ("/memboard/hooks/", "/session/quick.py", "/session/tools.py", "/store/")
"""Where a line at which the process ends may lie."""
LOCKING = ("append", "emptied", "entries")
POINTS = 40
"""At how many of them it ends, spread over all: each line would take minutes."""


def ended_at(line: int, work: Callable[[], object], last: Callable[[], object] | None) -> int:
    """Work in a process that ends at one line of many; gives how many it came past."""
    heard, told = os.pipe()
    child = os.fork()
    if child:
        os.close(told)
        with os.fdopen(heard, "rb") as stream:
            passed = int(stream.read())
        os.waitpid(child, 0)
        return passed
    passed = 0

    def follow(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal passed
        if not any(part in frame.f_code.co_filename for part in FOLLOWED):
            return None
        passed += event == "line"
        if passed > line and not (last and has_lock(frame)):
            sys.settrace(None)
            if last:
                last()
            end()
        return follow

    def end() -> None:
        os.write(told, b"%d" % passed)
        os._exit(0)

    try:
        sys.settrace(follow)
        work()
    finally:
        sys.settrace(None)
        end()
    raise AssertionError


def has_lock(frame: FrameType | None) -> bool:
    """Tell whether the spool may be locked; a thread beside this one would wait for it."""
    while frame is not None and frame.f_code.co_name not in LOCKING:
        frame = frame.f_back
    return frame is not None


def spread(lines: int) -> range:
    """Choose some of a number of lines."""
    return range(0, lines, max(1, lines // POINTS))


def logged(still: Stage) -> list[str]:
    """The calls that are logged, in order."""
    return [row[0] for row in still.runs()]


def forget(still: Stage) -> None:
    """Begin again with nothing logged."""
    connection = apsw.Connection(str(still.home / "memory.db"))
    connection.execute("DELETE FROM runs")
    connection.close()


def test_a_replay_that_is_ended_anywhere_loses_nothing(still: Stage) -> None:
    """Lines leave the spool behind the store's commit, and are told apart when they come twice."""
    home = find_home(still.home)
    for number in range(2):
        spool.keep_raw(home, "claude-code", ran(f"c-{number}", "make", still.tidepool))
    lines = still.spooled()
    for at in spread(ended_at(1_000_000, lambda: replay(home, 60.0), None)):
        forget(still)
        spool.spool_file(home).write_bytes(lines)
        ended_at(at, lambda: replay(home, 60.0), None)
        assert replay(home, 60.0)
        assert (logged(still), still.spooled()) == (["c-0", "c-1"], b""), at


@pytest.mark.parametrize("waiting", [0, 1])
def test_an_answer_that_is_ended_anywhere_is_kept(still: Stage, waiting: int) -> None:
    """Whether it was read yet or not, and whether another waited before it."""
    home = find_home(still.home)
    raw = ran("c-1", "make", still.tidepool)

    def ended(at: int) -> int:
        for _ in range(waiting):
            spool.keep_raw(home, "claude-code", ran("earlier", "make", still.tidepool))
        in_hand = InHand("claude-code")
        in_hand.home, in_hand.raw = home, raw
        return ended_at(
            at,
            lambda: answer("claude-code", raw, home, in_hand),
            lambda: None if in_hand.done else keep_unfinished(in_hand),
        )

    for at in spread(ended(1_000_000)):
        forget(still)
        ended(at)
        assert replay(home, 60.0)
        assert sorted(logged(still)) == ["c-1", *["earlier"] * waiting], at


def test_a_payload_that_was_not_read_in_time_waits_as_it_came(still: Stage) -> None:
    """A call that its host gave no id is one call still; what nobody waits for is left out."""
    home = find_home(still.home)
    spool.keep_raw(home, "auto", ran("", "make", still.tidepool, prompt_id="p"))
    spool.keep_raw(home, "auto", still.payload("03"))
    lines = still.spooled()
    assert lines.count(b"\n") == 1
    for _ in range(2):
        spool.spool_file(home).write_bytes(lines)
        assert still.hook(ran("last", "make", still.tidepool)) == SILENT
    assert [row[1] for row in still.runs()] == ["ok", "ok"]
    assert (logged(still)[1], still.log()) == ("last", [])


@pytest.mark.parametrize("text", ["push --token k3JfQ9xLw2ZrB4nM7yPc", "x" * 70_000])
def test_what_may_not_lie_unread_is_dropped_and_said(still: Stage, text: str) -> None:
    """A payload with what may be a credential, and one that is too long."""
    home = find_home(still.home)
    spool.keep_raw(home, "codex", ran("c-1", text, still.tidepool))
    assert still.spooled() == b""
    (line,) = still.log()
    assert line.endswith("codex ?: no time to look at its payload; dropped")


def test_a_line_that_was_cut_short_spoils_no_other(still: Stage) -> None:
    """The next one begins on a line of its own."""
    home = find_home(still.home)
    spool.keep_raw(home, "auto", ran("c-1", "make", still.tidepool, prompt_id="p"))
    path = spool.spool_file(home)
    path.write_bytes(path.read_bytes() + b'+["claude-co')
    spool.keep_raw(home, "auto", ran("c-2", "make", still.tidepool, prompt_id="p"))
    assert replay(home, 60.0)
    assert logged(still) == ["c-1", "c-2"]


def test_the_end_waits_until_it_is_known_what_to_keep() -> None:
    """Not for what is done, nor for what is known already."""
    for field, value in (("done", True), ("event", object())):
        in_hand = InHand("codex")
        setattr(in_hand, field, value)
        process.wait_for_event(in_hand)
    assert process.PARSE_SECONDS < process.LAST_SECONDS
