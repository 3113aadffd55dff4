"""The blocked log by itself: torn, full, shared, foreign."""

from __future__ import annotations

import datetime as dt
import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from memboard.engine.recall import blocked_log
from memboard.engine.recall.blocked_log import append_blocked, read_blocked
from memboard.engine.shown import Blocked

APPEND = """
import sys
from pathlib import Path
import msgspec
from memboard.engine.shown import Blocked
from memboard.engine.recall import blocked_log
blocked_log.MAX_BYTES = int(sys.argv[4])
event = msgspec.json.decode(sys.argv[3], type=Blocked)
for number in range(300):
    one = msgspec.structs.replace(event, note_id=f"{sys.argv[2]}{number:07}")
    blocked_log.append_blocked(Path(sys.argv[1]), [one])
"""


def event(note_id: str = "aaaaaaaa") -> Blocked:
    """One line."""
    return Blocked(
        at=dt.datetime(2026, 3, 1, tzinfo=dt.UTC),
        note_id=note_id,
        revision=1,
        class_="exfiltration",
        rule="ex-001",
        span=(0, 4),
        surface="recall",
        session=None,
        namespace="alpha",
    )


def ids(folder: Path, limit: int = 10_000) -> list[str]:
    """The notes of the log, newest first."""
    return [one.note_id for one in read_blocked(folder, limit)]


def test_each_event_is_a_line_of_json(tmp_path: Path) -> None:
    """With `class` as its name, whatever the session is called."""
    odd = msgspec.structs.replace(event(), session='a\n{"class": "x"}\u2028')
    append_blocked(tmp_path, [event("bbbbbbbb"), odd])
    first, second = (tmp_path / "blocked.log").read_bytes().splitlines()
    assert json.loads(first)["class"] == "exfiltration"
    assert json.loads(second)["session"] == odd.session
    assert read_blocked(tmp_path, 5) == (odd, event("bbbbbbbb"))
    assert read_blocked(tmp_path, 1) == (odd,)


@pytest.mark.parametrize("torn", [b'{"at":"2026-03-01T', b"\xff\xfe", b"{}", b"null", b"\0\0\0"])
def test_a_torn_last_line_is_ended_and_passed_over(tmp_path: Path, torn: bytes) -> None:
    """The events before it and after it are read."""
    append_blocked(tmp_path, [event("bbbbbbbb")])
    with (tmp_path / "blocked.log").open("ab") as log:
        log.write(torn)
    assert ids(tmp_path) == ["bbbbbbbb"]
    append_blocked(tmp_path, [event("cccccccc")])
    assert ids(tmp_path) == ["cccccccc", "bbbbbbbb"]
    assert (tmp_path / "blocked.log").read_bytes().count(b"\n") == 3


def test_a_full_log_is_put_aside_and_still_read(tmp_path: Path) -> None:
    """At five megabytes; the one put aside before goes."""
    log, aside = tmp_path / "blocked.log", tmp_path / "blocked.log.1"
    append_blocked(tmp_path, [event("bbbbbbbb")])
    with log.open("ab") as file:
        file.write(b" " * (4_999_990 - log.stat().st_size) + b"\n")
    aside.write_bytes(b"older\n")
    append_blocked(tmp_path, [event("cccccccc")])
    assert aside.stat().st_size == 4_999_991
    assert log.stat().st_size < 1_000
    assert ids(tmp_path) == ["cccccccc", "bbbbbbbb"]
    assert {path.stat().st_mode & 0o077 for path in (log, aside)} == {0}
    assert {path.name for path in tmp_path.iterdir()} <= {
        "blocked.log",
        "blocked.log.1",
        "blocked.log.lock",
    }


def test_a_first_event_larger_than_the_log_is_written(tmp_path: Path) -> None:
    """There is nothing to put aside."""
    large = msgspec.structs.replace(event(), session="x" * 6_000_000)
    append_blocked(tmp_path, [large])
    assert read_blocked(tmp_path, 5) == (large,)


@pytest.mark.parametrize("limit", [5_000_000, 40_000])
def test_processes_that_append_at_once_lose_nothing(tmp_path: Path, limit: int) -> None:
    """Whole lines of both; where the log is put aside meanwhile, too."""
    line = msgspec.json.encode(event()).decode()
    if limit < 5_000_000:  # half of all lines fit, so that it is put aside once
        limit = 360 * (len(line) + 1)
    workers = [
        subprocess.Popen([sys.executable, "-c", APPEND, str(tmp_path), name, line, str(limit)])
        for name in "ab"
    ]
    assert [worker.wait() for worker in workers] == [0, 0]
    found = ids(tmp_path)
    assert len(found) == len(set(found)) == 600
    assert (tmp_path / "blocked.log.1").exists() == (limit < 5_000_000)
    for name in "ab":
        own = [one for one in found if one.startswith(name)]
        assert len(own) == 300


def test_no_log_is_an_empty_one(tmp_path: Path) -> None:
    """Nothing is made by looking."""
    assert read_blocked(tmp_path, 5) == ()
    assert list(tmp_path.iterdir()) == []
    assert blocked_log.MAX_BYTES == 5_000_000
