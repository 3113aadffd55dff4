"""What happens while the store is busy: kept, and written down later, once and in order."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager

import apsw
import pytest

from memboard.engine import find_home
from memboard.hooks import replay as replaying
from memboard.hooks import spool
from memboard.hooks.events import Event

from .driving import HANG_SECONDS, SILENT, Stage, ran


@contextmanager
def busy(stage: Stage) -> Iterator[None]:
    """Keep the store's write lock."""
    connection = apsw.Connection(str(stage.home / "memory.db"))
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
        connection.close()


def ids(stage: Stage) -> list[str]:
    """The calls that are logged, in order."""
    return [row[0] for row in stage.runs()]


def test_a_busy_store_loses_nothing(still: Stage) -> None:
    """The next hook that gets the store writes down what waits, before its own."""
    with busy(still):
        for number in range(3):
            assert still.hook(ran(f"c-{number}", f"make {number}", still.tidepool)) == SILENT
        assert still.spooled().count(b"\n") == 3
        assert still.runs() == []
    assert still.hook(ran("c-3", "make 3", still.tidepool)) == SILENT
    assert ids(still) == ["c-0", "c-1", "c-2", "c-3"]
    assert (still.spooled(), still.log()) == (b"", [])
    moments = [row[0] for row in still.rows("SELECT at FROM runs ORDER BY seq")]
    assert moments == sorted(set(moments))


def test_a_busy_store_costs_a_prompt_nothing_but_its_notes(still: Stage) -> None:
    """A prompt is not kept: nobody waits for its answer any more."""
    asked = {"prompt": "Migrations run through make migrate?"}
    with busy(still):
        ended = still.hook(still.payload("03", **asked))
    assert (ended.code, ended.err, still.spooled()) == (0, b"", b"")


def test_every_event_that_is_kept_is_written_down(still: Stage) -> None:
    """A start, a compaction and an end as well as a run, each in its own project."""
    with busy(still):
        for name in ("01", "22", "08", "10"):
            assert still.hook(still.payload(name)) == SILENT
        assert still.spooled().count(b"\n") == 4
    assert still.hook(ran("c-1", "make", still.tidepool)) == SILENT
    assert ids(still) == ["call_Lt0001", "c-1"]
    assert len(still.rows("SELECT DISTINCT project FROM runs")) == 2
    assert still.rows("SELECT cause FROM captures") == [("shutdown",)]
    ((summary,),) = still.rows("SELECT summary FROM sessions WHERE summary IS NOT NULL")
    assert "make migrate" in summary


def test_a_credential_does_not_lie_in_the_spool(still: Stage) -> None:
    """Nor does a command's output; the file is its owner's alone."""
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    response = {"stdout": "some-output"}
    with busy(still):
        still.hook(ran("c-1", f"push --token {token}", still.tidepool, tool_response=response))
    assert b"push --token" in still.spooled()
    assert token.encode() not in still.spooled()
    assert b"some-output" not in still.spooled()
    assert spool.spool_file(find_home(still.home)).stat().st_mode & 0o777 == 0o600


def test_twelve_at_once_lose_nothing(still: Stage) -> None:
    """Two cores, one store: what does not get it in time is spooled."""
    hooks = [still.start() for _ in range(12)]
    for number, hook in enumerate(hooks):
        assert hook.stdin
        hook.stdin.write(ran(f"c-{number}", "make", still.tidepool))
        hook.stdin.close()
    for hook in hooks:
        assert hook.wait(HANG_SECONDS) == 0
        assert hook.stdout
        assert hook.stderr
        assert (hook.stdout.read(), hook.stderr.read()) == (b"", b"")
        hook.stdout.close()
        hook.stderr.close()
    assert still.hook(ran("last", "make", still.tidepool)) == SILENT
    assert sorted(ids(still)) == sorted([*(f"c-{number}" for number in range(12)), "last"])


@pytest.mark.parametrize(
    "damage", [b"+[1, 2]\n", b"+{}\n", b"+not JSON\n", b"\xff\n", b"\n+", b"+"]
)
def test_a_spoiled_line_is_left_out(still: Stage, damage: bytes) -> None:
    """And stops none of the others."""
    with busy(still):
        still.hook(ran("c-1", "make", still.tidepool))
    path = spool.spool_file(find_home(still.home))
    path.write_bytes(damage + (b"" if damage.endswith(b"\n") else b"\n") + path.read_bytes())
    still.hook(ran("c-2", "make", still.tidepool))
    assert (ids(still), still.spooled()) == (["c-1", "c-2"], b"")


def event(still: Stage, call_id: str) -> Event:
    """A run that went well."""
    given = {"command": "make"}
    folder = str(still.tidepool)
    return Event(
        "tool_result", "PostToolUse", "s-1", folder, tool="Bash", given=given, call_id=call_id
    )


def test_a_crash_between_the_store_and_the_mark_writes_nothing_twice(still: Stage) -> None:
    """Also a call that its host gave no id."""
    home = find_home(still.home)
    with busy(still):
        still.hook(ran("", "make", still.tidepool))
    before = still.spooled()
    assert replaying.replay(home)
    spool.spool_file(home).write_bytes(before)  # as if the mark had not been set
    assert replaying.replay(home)
    assert len(still.runs()) == 1


def test_what_waits_keeps_its_order_while_there_is_no_time(still: Stage) -> None:
    """A hook that cannot do all of it puts its own event behind."""
    home = find_home(still.home)
    for number in range(3):
        spool.keep(home, "codex", event(still, f"c-{number}"))
    assert not replaying.replay(home, seconds=-1.0)
    assert (still.runs(), still.spooled().count(b"\n+")) == ([], 2)
    with replaying.alone(spool.spool_file(home).with_name("replay.lock")) as first:
        assert first
        assert still.hook(ran("c-3", "make", still.tidepool)) == SILENT
        assert still.runs() == []
    assert replaying.replay(home)
    assert ids(still) == ["c-0", "c-1", "c-2", "c-3"]


def test_what_is_not_done_when_the_time_is_over_is_kept(still: Stage) -> None:
    """A file of the home never answers: the run waits in the spool, and is written down later."""
    still.seconds = "0.74"
    stuck = still.home / "failures.json"
    os.mkfifo(stuck)
    assert still.hook(ran("c-1", "make", still.tidepool)) == SILENT
    assert (still.spooled().count(b"\n"), still.runs()) == (1, [])
    stuck.unlink()
    assert still.hook(ran("c-2", "make", still.tidepool)) == SILENT
    assert (ids(still), still.spooled()) == (["c-1", "c-2"], b"")


def test_the_spool_is_bounded(still: Stage) -> None:
    """What no longer fits is dropped, and the log says so."""
    home = find_home(still.home)
    spool.keep(home, "codex", event(still, "first"))
    os.truncate(spool.spool_file(home), spool.MAX_BYTES - 5)
    spool.keep(home, "codex", event(still, "second"))
    assert len(still.spooled()) == spool.MAX_BYTES - 5
    assert [line.split(": ", 1)[1] for line in still.log()] == ["the spool is full; dropped"]


def test_a_deleted_home_is_not_rebuilt_by_its_spool(empty: Stage) -> None:
    """Nothing is made where nothing is."""
    home = find_home(empty.home)
    with pytest.raises(OSError, match="spool"):
        spool.keep(home, "codex", event(empty, "c-1"))
    assert not empty.home.exists()


def test_a_line_is_what_was_known_of_the_event(still: Stage) -> None:
    """One JSON array a line, behind its mark."""
    with busy(still):
        still.hook(ran("c-1", "make", still.tidepool))
    line = still.spooled()
    assert line[:1] == b"+"
    host, at, kind, *_ = json.loads(line[1:])
    assert (host, kind, at > 1_700_000_000_000) == ("claude-code", "tool_result", True)
