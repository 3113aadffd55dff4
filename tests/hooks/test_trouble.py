"""Whatever goes wrong: exit code 0, and nothing on stdout or stderr."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import pytest

from .driving import HANG_SECONDS, HOOK, SILENT, Ended, Stage, ran

if TYPE_CHECKING:
    from collections.abc import Iterator

ASKED = {"hook_event_name": "UserPromptSubmit", "prompt": "Migrations run through make migrate?"}

ODD = {
    "nothing": b"",
    "white space": b" \n\t ",
    "truncated": b'{"session_id":"s-1","hook_event_name":"PostToolUse","tool_na',
    "no UTF-8": b'{"session_id":"s-1","prompt":"\xff\xfe"}',
    "another encoding": '{"session_id":"s-1"}'.encode("utf-16"),
    "an array": b"[1, 2]",
    "a number": b"1e999",
    "endless depth": b'{"a":' * 50_000,
    "a long number": b'{"session_id":' + b"9" * 10_000 + b"}",
    "an unknown event": b'{"session_id":"s-1","cwd":"/","hook_event_name":"TeaServed"}',
    "no event": b'{"session_id":"s-1","cwd":"/"}',
    "an event of a wrong type": b'{"session_id":"s-1","cwd":"/","hook_event_name":["Stop"]}',
    "no session": b'{"cwd":"/","hook_event_name":"UserPromptSubmit","prompt":"make migrate"}',
    "no folder": b'{"session_id":"s","hook_event_name":"UserPromptSubmit","prompt":"make migrate"}',
    "too large": b'{"session_id":"s-1","x":"' + b"x" * 17_000_000 + b'"}',
}


@pytest.mark.parametrize("raw", ODD.values(), ids=list(ODD))
@pytest.mark.parametrize("host", ["claude-code", "codex"])
def test_an_odd_payload_gets_nothing(still: Stage, raw: bytes, host: str) -> None:
    """And leaves nothing in the store."""
    assert still.hook(raw, host) == SILENT
    assert (still.runs(), still.rows("SELECT * FROM sessions")) == ([], [])


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "codex ?: payload: empty"),
        (b"[]", "codex ?: payload: not an object"),
        (b"null", "codex ?: payload: not an object"),
        (ODD["an event of a wrong type"], "codex ?: payload: no hook_event_name"),
        (ODD["no session"], "codex ?: payload: UserPromptSubmit without a session_id"),
        (ODD["no folder"], "codex ?: payload: UserPromptSubmit without an absolute cwd"),
        (ODD["too large"], "codex ?: payload: too large"),
        (ODD["truncated"], "codex ?: JSONDecodeError at payload.py"),
    ],
)
def test_a_payload_that_no_host_sends_is_said(still: Stage, raw: bytes, said: str) -> None:
    """In one line, which holds nothing of it."""
    still.hook(raw, "codex")
    (line,) = still.log()
    assert line.split(" ", 1)[1].rsplit(":", line.count("JSON"))[0] == said


@pytest.mark.parametrize("host", ["gemini", "nobody", ""])
def test_a_host_that_memboard_does_not_know_gets_nothing(still: Stage, host: str) -> None:
    """Unless the payload tells that it is one that it knows."""
    assert still.hook(ran("c-1", "make", still.tidepool), host) == SILENT
    assert still.runs() == []
    assert still.hook(ran("c-1", "make", still.tidepool, prompt_id="p"), host) == SILENT
    assert still.runs() == [("c-1", "ok", None)]


def test_an_option_that_it_does_not_know_does_not_end_it(still: Stage) -> None:
    """Exit code 2, which a command line ends with then, would block the host."""
    assert still.hook(ran("c-1", "make", still.tidepool), "--verbose") == SILENT
    assert still.runs() == [("c-1", "ok", None)]


def test_the_host_may_be_left_out(still: Stage) -> None:
    """The payload tells it."""
    done = subprocess.run(
        HOOK,
        input=ran("c-1", "make", still.tidepool),
        capture_output=True,
        env=still.environment(),
        timeout=HANG_SECONDS,
        check=False,
    )
    assert Ended(done.returncode, done.stdout, done.stderr) == SILENT
    assert still.runs() == [("c-1", "ok", None)]


def test_eight_megabytes_of_output_are_read_past(still: Stage) -> None:
    """The run is logged all the same."""
    response = {"stdout": "line\n" * 1_600_000, "interrupted": False}
    assert still.hook(ran("c-1", "make", still.tidepool, tool_response=response)) == SILENT
    assert still.runs() == [("c-1", "ok", None)]


def test_half_characters_are_replaced(still: Stage) -> None:
    """JSON can carry them, a store cannot."""
    for number, field in enumerate(("cwd", "tool_use_id", "transcript_path")):
        payload = json.loads(ran(f"c-{number}", "make \ud800", still.tidepool))
        payload[field] = f"{payload.get(field) or '/x'}\ud800"
        assert still.hook(json.dumps(payload).encode()) == SILENT
    assert len(still.runs()) == 3
    assert still.log() == []


@pytest.mark.parametrize("event", ["PostToolUse", "UserPromptSubmit", "SessionEnd", "SessionStart"])
def test_a_folder_that_is_gone_breaks_nothing(still: Stage, event: str) -> None:
    """It was some project's, whose name is its path now."""
    payload = json.loads(ran("c-1", "make", Path("/nowhere/at/all")))
    payload |= {"hook_event_name": event, "prompt": "Why?", "source": "compact"}
    assert still.hook(json.dumps(payload).encode()) == SILENT
    assert still.log() == []


def test_a_home_is_never_made(empty: Stage) -> None:
    """Nor rebuilt where it was deleted."""
    for name in ("01", "03", "04", "05", "07", "08", "10", "20", "24"):
        assert empty.hook(empty.payload(name, **ASKED if name in ("03", "20") else {})) == SILENT
    assert not empty.home.exists()


def test_a_store_is_never_made(empty: Stage) -> None:
    """A home without one stays as it is."""
    empty.home.mkdir()
    for name in ("01", "03", "05", "10"):
        assert empty.hook(empty.payload(name)) == SILENT
    assert list(empty.home.iterdir()) == []


def spoil(stage: Stage, how: str) -> None:
    """Make a store that this program must leave alone."""
    path = stage.home / "memory.db"
    if how == "damaged":
        path.write_bytes(b"this is no database. " * 500)
        return
    connection = apsw.Connection(str(path))
    connection.pragma("user_version", 1 if how == "older" else 99)
    connection.close()


@pytest.mark.parametrize("how", ["damaged", "older", "newer"])
def test_a_store_that_is_not_ours_to_use_is_left_as_it_is(still: Stage, how: str) -> None:
    """A hook migrates nothing; the log says why nothing was done."""
    spoil(still, how)
    before = (still.home / "memory.db").read_bytes()
    for name in ("01", "03", "04", "05", "08", "10", "20"):
        assert still.hook(still.payload(name, **ASKED if name in ("03", "20") else {})) == SILENT
    assert (still.home / "memory.db").read_bytes() == before
    assert still.spooled() == b""
    kind = {"damaged": "StoreDamaged", "older": "StoreOlder", "newer": "StoreNewer"}[how]
    assert [kind in line for line in still.log()] == [True] * 7


def test_the_log_holds_nothing_of_a_payload(still: Stage) -> None:
    """Only the host, the event, the error's kind and its place."""
    spoil(still, "damaged")
    secret = "hunter2-very-secret"
    event = f"Post\n{secret}"
    still.hook(ran(secret, f"deploy --password {secret}", still.tidepool))
    still.hook(ran(secret, secret, still.tidepool, hook_event_name=event))
    still.hook(b'{"session_id": ' + secret.encode())
    assert len(still.log()) == 2
    assert secret not in "".join(still.log())
    assert (still.home / "log" / "hooks.log").stat().st_mode & 0o777 == 0o600


def test_the_log_is_bounded(still: Stage) -> None:
    """A full one is put aside, and the one before goes."""
    folder = still.home / "log"
    folder.mkdir()
    for name in ("hooks.log", "hooks.log.1"):
        (folder / name).write_text(f"{name}\n" + "x" * 300_000)
    still.hook(b"no JSON")
    assert len(still.log()) == 1
    assert (folder / "hooks.log.1").read_text()[:10] == "hooks.log\n"
    assert sorted(path.name for path in folder.iterdir()) == ["hooks.log", "hooks.log.1"]


@pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("setpriv") is None, reason="needs to become another user"
)
def test_a_home_that_cannot_be_written_gets_nothing(still: Stage) -> None:
    """What is given could not be remembered, so that it would be given again at every turn."""
    for above in (still.home, *still.home.parents):
        if above.stat().st_mode & 0o055 != 0o055:
            above.chmod(0o755)
    (still.home / "memory.db").chmod(0o644)
    user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    for name in ("01", "03", "05", "08", "10"):
        done = subprocess.run(
            [*user, *HOOK, "auto"],
            input=still.payload(name, **ASKED if name == "03" else {}),
            capture_output=True,
            env=still.environment(),
            cwd="/",
            timeout=HANG_SECONDS,
            check=False,
        )
        assert Ended(done.returncode, done.stdout, done.stderr) == SILENT
    assert (still.runs(), still.log(), still.spooled()) == ([], [], b"")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "none", str(disk)]
    if sys.platform != "linux" or shutil.which("mount") is None or os.geteuid() != 0:
        pytest.skip("needs to mount a disk")
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("mounting is not allowed here")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


def test_a_full_disk_gets_nothing(small_disk: Path) -> None:
    """Neither the store, the spool nor the log can grow."""
    stage = Stage(small_disk)
    stage.add("Migrations run through make migrate, which loads .env.local.")
    with (small_disk / "filler").open("wb", buffering=0) as filler:
        try:
            while True:
                filler.write(b"x" * 4096)
        except OSError:
            pass
    for name in ("01", "03", "05", "08", "10"):
        stdin = stage.payload(name, **ASKED if name == "03" else {})
        assert stage.hook(stdin) == SILENT
    assert stage.spooled() == b""


def test_a_hook_that_is_stuck_ends_in_time(still: Stage) -> None:
    """A file of the home that never answers: the watchdog ends it, with nothing."""
    still.seconds = "nan"  # as good as none: the limit is what it always is
    os.mkfifo(still.home / "failures.json")
    assert still.hook(still.payload("04")) == SILENT
    assert [line.split(" ", 1)[1] for line in still.log()] == [
        "claude-code PreToolUse: TimeoutError"
    ]


def test_a_host_that_never_ends_its_payload_is_not_waited_for(still: Stage) -> None:
    """The pipe stays open; the process ends."""
    still.seconds = "0.74"
    hook = still.start()
    assert hook.stdin
    hook.stdin.write(b'{"session_id":')
    hook.stdin.flush()
    assert hook.wait(HANG_SECONDS) == 0
    hook.stdin.close()
    assert hook.stdout
    assert hook.stderr
    assert (hook.stdout.read(), hook.stderr.read()) == (b"", b"")
    hook.stdout.close()
    hook.stderr.close()


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_closed_streams_harm_neither_host_nor_store(still: Stage, closed: str) -> None:
    """No file of the home takes a stream's number."""
    still.teach("alembic upgrade head", "make migrate")
    command = f'exec "$@" {closed}'
    done = subprocess.run(
        ["sh", "-c", command, "sh", *HOOK, "auto"],
        input=still.payload("04"),
        capture_output=True,
        env=still.environment(),
        timeout=HANG_SECONDS,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert still.rows("PRAGMA integrity_check") == [("ok",)]
    assert (still.home / "memory.db").read_bytes()[:15] == b"SQLite format 3"


def test_a_host_that_reads_no_answer_breaks_nothing(still: Stage) -> None:
    """Its end of the pipe is gone."""
    still.teach("alembic upgrade head", "make migrate")
    hook = still.start()
    assert hook.stdin
    assert hook.stdout
    assert hook.stderr
    hook.stdout.close()
    hook.stdin.write(still.payload("04"))
    hook.stdin.close()
    assert (hook.wait(HANG_SECONDS), hook.stderr.read()) == (0, b"")
    hook.stderr.close()


@pytest.mark.parametrize("name", ["MEMBOARD_CHILD", "MEMBOARD_DISABLE"])
def test_a_hook_of_what_memboard_started_does_nothing(still: Stage, name: str) -> None:
    """Else a program that a worker asks would be the next session to be distilled."""
    for sample in ("01", "05", "10", "20"):
        assert still.hook(still.payload(sample), **{name: "1"}) == SILENT
    assert (still.runs(), still.rows("SELECT * FROM sessions")) == ([], [])


def test_a_package_of_the_project_is_not_imported(still: Stage) -> None:
    """A repository may hold a `json.py` of its own."""
    (still.tidepool / "json.py").write_text("raise SystemExit(7)\n")
    done = subprocess.run(
        [*HOOK, "claude-code"],
        input=ran("c-1", "make", still.tidepool),
        capture_output=True,
        env=still.environment(PYTHONPATH=str(still.tidepool)),
        cwd=still.tidepool,
        timeout=HANG_SECONDS,
        check=False,
    )
    assert Ended(done.returncode, done.stdout, done.stderr) == SILENT
    assert still.runs() == [("c-1", "ok", None)]
