"""The worker that a boundary starts: one at a time, and none is forgotten."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import apsw
from filelock import FileLock

from memboard.engine import find_home
from memboard.hooks.acting import kept
from memboard.hooks.answering import answer
from memboard.hooks.claude_code import HOST
from memboard.hooks.payload import Payload
from memboard.hooks.worker import MODULE

from .driving import HANG_SECONDS, SILENT, Stage, ran
from .test_spool import busy


def work(stage: Stage) -> subprocess.CompletedProcess[bytes]:
    """Run a worker to its end, as a hook starts it."""
    home = find_home(stage.home)
    return subprocess.run(
        [sys.executable, "-I", "-m", MODULE, str(home.folder), str(home.config)],
        capture_output=True,
        env=stage.environment(),
        timeout=HANG_SECONDS,
        check=False,
    )


def captures(stage: Stage) -> int:
    """Count what is queued."""
    return int(stage.rows("SELECT count(*) FROM captures")[0][0])


def test_a_session_s_end_starts_a_worker_that_does_what_is_queued(stage: Stage) -> None:
    """It is a process of its own session, and the hook does not wait for it."""
    assert answer("auto", stage.payload("10"), find_home(stage.home)) == b""
    assert os.waitstatus_to_exitcode(os.wait()[1]) == 0
    assert (captures(stage), stage.log()) == (0, [])


def test_a_worker_leaves_what_another_is_about_to_do(still: Stage) -> None:
    """One waits already for its turn, and sees what is queued now."""
    still.hook(still.payload("10"))
    done = work(still)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert captures(still) == 1


def test_a_worker_waits_for_the_one_that_works(stage: Stage) -> None:
    """And a third leaves; what was queued while the first came to its end is done by the second."""
    home = find_home(stage.home)
    event = HOST.read(Payload(json.loads(stage.payload("10"))))
    assert event
    kept(HOST.name, event, home)
    command = [sys.executable, "-I", "-m", MODULE, str(home.folder), str(home.config)]
    with FileLock(stage.home / "worker.lock"):
        two = [subprocess.Popen(command, env=stage.environment()) for _ in range(2)]
        os.wait()  # one of them sees that the other waits already
        assert captures(stage) == 1
    assert [worker.wait(HANG_SECONDS) for worker in two] == [0, 0]
    assert captures(stage) == 0


def test_a_worker_writes_down_what_waits_in_the_spool(stage: Stage) -> None:
    """A session's last events may find the store busy, and no hook comes after them."""
    with busy(stage):
        assert stage.hook(ran("c-1", "make", stage.tidepool)) == SILENT
    assert work(stage).returncode == 0
    assert [row[0] for row in stage.runs()] == ["c-1"]


def test_a_worker_s_trouble_is_in_the_log(stage: Stage) -> None:
    """Nobody reads what it would print."""
    connection = apsw.Connection(str(stage.home / "memory.db"))
    connection.pragma("user_version", 99)
    connection.close()
    assert (work(stage).stdout, work(stage).stderr) == (b"", b"")
    assert "StoreNewer" in stage.log()[0]


def test_a_worker_makes_no_home(tmp_path: Path) -> None:
    """One that was deleted meanwhile stays away."""
    stage = Stage(tmp_path)
    assert work(stage).returncode == 0
    assert not stage.home.exists()


MODEL = """
import json, os, sys
talk = sys.stdin.read()
assert os.environ["MEMBOARD_CHILD"] == "1"
assert "5433" in talk
print(json.dumps([{"text": "Staging Postgres listens on 5433", "importance": 0.7}]))
"""


def test_what_was_said_is_captured_by_the_configured_command(stage: Stage) -> None:
    """From the end of a session to a note, through hook, worker and a child of its own."""
    script = stage.folder / "model.py"
    script.write_text(MODEL, encoding="utf-8")
    command = json.dumps([sys.executable, str(script)])
    (stage.home / "config.toml").write_text(
        f"[memory]\nauto_capture = true\n[memory.cheap_query]\ncommand = {command}\n",
        encoding="utf-8",
    )
    transcript = stage.folder / "t.jsonl"
    said = "Staging Postgres moved yesterday: it listens on 5433 from now on."
    line = {"type": "user", "sessionId": "one", "message": {"role": "user", "content": said}}
    transcript.write_text(json.dumps(line) + "\n", encoding="utf-8")
    payload = stage.payload("10", session_id="one", transcript_path=str(transcript))
    assert stage.hook(payload) == SILENT
    assert work(stage).returncode == 0  # waits for the one that the hook started
    with stage.open() as memory:
        (note,) = [note for note in memory.recent().notes if note.session == "one"]
    assert (note.text, note.trigger) == ("Staging Postgres listens on 5433", "capture:shutdown")
    assert (note.session, note.host, note.scope) == ("one", "claude-code", "project")
    assert stage.log() == []
