"""The process: frames only on stdout, nothing heavy before the first answer, and its end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from memboard.descriptors import reader_gone
from memboard.rpc.process import DRAIN_SECONDS, GRACE_SECONDS, Watch

from .client import HANG_SECONDS, RUN, Client, Spawned

PRINTS = """
import os, subprocess
from memboard.engine import Memory
recent = Memory.recent
def noisy(self, *args, **kwargs):
    print("printed by a library")
    os.write(1, b"written to descriptor 1\\n")
    subprocess.run(["echo", "said by a program"], check=True)
    return recent(self, *args, **kwargs)
Memory.recent = noisy
"""


def test_stray_prints_go_to_stderr_and_tear_no_frame(spawn: Callable[..., Spawned]) -> None:
    """A library's print, a raw write and a started program: none reaches the client."""
    client = spawn(PRINTS)
    assert client.call("memory.recent")["total"] == 0
    client.hang_up()
    assert client.rest() == []
    code, said = client.end()
    assert code == 0
    assert {"printed by a library", "written to descriptor 1", "said by a program"} <= set(
        said.splitlines()
    )


READS = """
import subprocess, sys
from memboard.engine import Memory
recent = Memory.recent
def curious(self, *args, **kwargs):
    subprocess.run(["cat"], check=True)
    assert sys.stdin.readline() == ""
    return recent(self, *args, **kwargs)
Memory.recent = curious
"""


def test_a_program_that_reads_stdin_steals_no_request(spawn: Callable[..., Spawned]) -> None:
    """What we start reads nothing, so requests behind the running one stay ours."""
    client = spawn(READS)
    first, second = client.request("memory.recent"), client.request("server.info")
    assert "result" in client.answer(first)
    assert "result" in client.answer(second)


WARM = """
import sys
from memboard.engine import Memory
HEAVY = "numpy fastembed onnxruntime tokenizers textual rich click".split()
Memory.warm = lambda self: print([name for name in HEAVY if name in sys.modules])
"""


def test_the_first_answer_loads_nothing_heavy(spawn: Callable[..., Spawned]) -> None:
    """The model is warmed once the first answer is out, and not before."""
    client = spawn(WARM)
    client.call("memory.recent")
    client.call("memory.recent")
    client.hang_up()
    assert client.end() == (0, "[]\n")


def test_the_process_ends_with_its_input(spawn: Callable[..., Spawned]) -> None:
    """Quietly, with exit code 0."""
    client = spawn()
    client.call("memory.add", text="a fact")
    client.hang_up()
    assert client.rest() == []
    assert client.end() == (0, "")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_cleanly(spawn: Callable[..., Spawned], number: int) -> None:
    """No traceback, no torn frame."""
    client = spawn()
    client.call("memory.add", text="a fact")
    client.process.send_signal(number)
    assert client.rest() == []
    assert client.end() == (0, "")


PARENT = """
import subprocess, sys
print(subprocess.Popen([sys.executable, "-c", sys.argv[1]]).pid, file=sys.stderr, flush=True)
sys.stderr.close()
import signal; signal.pause()
"""


def test_the_server_ends_with_its_parent(home: Path) -> None:
    """Also when somebody else still holds its pipes open, so that no end of input tells it."""
    server_reads, client_writes = os.pipe()
    client_reads, server_writes = os.pipe()
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, RUN],
        stdin=server_reads,
        stdout=server_writes,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "MEMBOARD_HOME": str(home), "MEMBOARD_EMBEDDER": "hash"},
    )
    os.close(server_reads)
    os.close(server_writes)
    with os.fdopen(client_writes, "wb", 0) as writes, os.fdopen(client_reads, "rb", 0) as reads:
        client = Client(writes, reads)
        client.call("memory.add", text="a fact")
        parent.kill()
        parent.wait(HANG_SECONDS)
        assert client.rest() == []  # the last writer of the pipe is gone


def test_closed_descriptors_are_no_crash(home: Path) -> None:
    """Without stdin there is nothing to answer; without stderr nothing to say."""
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "{sys.executable}" -c "{RUN}" <&- 2>&-'],
        capture_output=True,
        timeout=HANG_SECONDS,
        env={**os.environ, "MEMBOARD_HOME": str(home), "MEMBOARD_EMBEDDER": "hash"},
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, b"")


class FakeServer:
    """A server that only remembers that it was stopped."""

    def __init__(self) -> None:
        self.input_ended = Event()
        self.stops = 0

    def stop(self) -> None:
        """Count."""
        self.stops += 1


class Scene:
    """A watch with everything it looks at in our hands."""

    def __init__(self) -> None:
        self.now = 0.0
        self.parent = 7
        self.gone = False
        self.ended: list[int] = []
        self.server = FakeServer()
        self.watch = Watch(
            self.server,
            7,
            lambda: self.gone,
            parent_now=lambda: self.parent,
            now=lambda: self.now,
            end_process=self.ended.append,
        )

    def look(self, now: float) -> tuple[int, int]:
        """Look at a moment; gives the stops and process ends so far."""
        self.now = now
        self.watch.look()
        return self.server.stops, len(self.ended)


def test_a_server_that_does_not_stop_in_time_is_ended_with_its_process() -> None:
    """First it is asked; only after the grace is the process ended."""
    scene = Scene()
    assert scene.look(0) == (0, 0)
    scene.parent = 1
    assert scene.look(1) == (1, 0)
    assert scene.look(1 + GRACE_SECONDS / 2) == (1, 0)
    assert scene.look(1 + GRACE_SECONDS) == (1, 1)


def test_after_the_end_of_the_input_work_may_go_on_for_a_bounded_time() -> None:
    """A client that sent, closed and reads gets its answers; a stuck request holds nobody."""
    scene = Scene()
    scene.server.input_ended.set()
    assert scene.look(5) == (0, 0)
    assert scene.look(5 + DRAIN_SECONDS / 2) == (0, 0)
    assert scene.look(5 + DRAIN_SECONDS) == (1, 0)
    assert scene.look(5 + DRAIN_SECONDS + GRACE_SECONDS) == (1, 1)


def test_a_client_that_cannot_read_any_more_stops_the_server() -> None:
    """Nobody is left to work for."""
    scene = Scene()
    scene.gone = True
    assert scene.look(0) == (1, 0)


def test_a_pipe_without_a_reader_is_told_from_one_with(tmp_path: Path) -> None:
    """A file never loses its reader."""
    reads, writes = os.pipe()
    assert not reader_gone(writes)
    os.close(reads)
    assert reader_gone(writes)
    os.close(writes)
    with (tmp_path / "answers").open("wb") as file:
        assert not reader_gone(file.fileno())


def test_a_signal_is_noticed_at_the_next_look() -> None:
    """The handler itself does nothing that could fail."""
    scene = Scene()
    scene.watch.ask()
    assert scene.look(0) == (1, 0)
