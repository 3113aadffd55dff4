"""Socket files: who may use them, and what is left of them at the end."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from memboard.engine import EmbedderHandle, HashEmbedder, Home
from memboard.engine.embed import Calibration
from memboard.warm.asking import ask, warm_processes
from memboard.warm.serving import Serving, serve_warm

from .callers import HANG_SECONDS, Raw, Spawn, asked, ended, next_line, sockets, turn, until_loaded

Call = Callable[[], Raw]
ME = f"{os.getpid()}.sock"


def test_only_this_user_may_look_or_speak(home: Home, serving: Serving) -> None:
    """Folder 0700, socket 0600, and nothing beside it."""
    del serving
    place = home.folder / "warm"
    assert sockets(home.folder) == [ME]
    assert stat.S_IMODE(place.stat().st_mode) == 0o700
    found = (place / ME).stat()
    assert stat.S_ISSOCK(found.st_mode)
    assert stat.S_IMODE(found.st_mode) == 0o600


def test_a_folder_that_was_open_is_closed(home: Home, embedder: EmbedderHandle) -> None:
    """To others who may only read it; one that others may write is refused."""
    place = home.folder / "warm"
    place.mkdir(mode=0o755)
    place.chmod(0o755)
    with serve_warm(home, embedder):
        assert stat.S_IMODE(place.stat().st_mode) == 0o700
    place.chmod(0o777)
    with pytest.raises(PermissionError):
        serve_warm(home, embedder)


def test_a_caller_of_another_user_is_hung_up_on(
    home: Home, folder: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the modes have become."""
    del home
    monkeypatch.setattr("memboard.warm.serving.same_user", lambda _: False)
    caller = call()
    try:
        caller.send(json.dumps(turn(folder)).encode() + b"\n")
    except BrokenPipeError:
        return
    assert caller.read() is None


def test_closing_takes_the_socket_away(
    home: Home, embedder: EmbedderHandle, capfd: pytest.CaptureFixture[str]
) -> None:
    """Closing twice is fine; nothing was ever printed; another may serve then."""
    for _ in range(2):
        running = serve_warm(home, embedder)
        assert asked(home.folder, {"op": "ping"})
        running.close()
        running.close()
        assert sockets(home.folder) == []
        assert ask(home.folder, {"op": "ping"}, HANG_SECONDS) is None
    assert capfd.readouterr() == ("", "")


def test_closing_leaves_another_server_s_socket_alone(home: Home, embedder: EmbedderHandle) -> None:
    """As where two containers share a home, and a process number."""
    first = serve_warm(home, embedder)
    with serve_warm(home, embedder):
        first.close()
        assert sockets(home.folder) == [ME]
        assert asked(home.folder, {"op": "ping"})
    assert sockets(home.folder) == []


UP = "print('up', flush=True); signal.pause()"


def test_sockets_of_dead_processes_go_when_another_one_starts(
    home: Home, embedder: EmbedderHandle, spawn: Spawn
) -> None:
    """Those of live ones stay."""
    alive, dead = spawn(UP), spawn(UP)
    assert (next_line(alive), next_line(dead)) == ("up", "up")
    dead.kill()
    dead.wait(HANG_SECONDS)
    assert f"{dead.pid}.sock" in sockets(home.folder)
    with serve_warm(home, embedder):
        assert sockets(home.folder) == sorted([ME, f"{alive.pid}.sock"])


def test_a_server_that_is_killed_while_it_answers_answers_nothing(
    home: Home, folder: Path, spawn: Spawn
) -> None:
    """Its caller goes on at once, and the next one finds no socket any more."""
    process = spawn(f"Memory.session = lambda *_: os.kill(os.getpid(), 9)\n{UP}")
    assert next_line(process) == "up"
    until_loaded(home.folder)
    assert asked(home.folder, turn(folder)) is None
    process.wait(HANG_SECONDS)
    assert asked(home.folder, turn(folder)) is None
    assert sockets(home.folder) == []


def test_the_processes_that_answer_are_counted(home: Home, spawn: Spawn) -> None:
    """Not the stopped, not the dead, not those whose model is not loaded yet."""
    assert warm_processes(home.folder, HANG_SECONDS) == 0
    alive, dead = spawn(UP), spawn(UP)
    assert (next_line(alive), next_line(dead)) == ("up", "up")
    for _ in (alive, dead):
        until_loaded(home.folder)
    assert warm_processes(home.folder, HANG_SECONDS) in (1, 2)
    dead.kill()
    dead.wait(HANG_SECONDS)
    until_loaded(home.folder)
    assert warm_processes(home.folder, HANG_SECONDS) == 1
    loading = EmbedderHandle(
        id="hash:384", dimensions=384, calibration=Calibration(), load=HashEmbedder
    )
    with serve_warm(home, loading):
        assert warm_processes(home.folder, HANG_SECONDS) == 1


def test_a_store_that_was_deleted_is_not_made_again(home: Home, folder: Path, call: Call) -> None:
    """Only its owner makes a store."""
    for file in home.folder.glob("memory.db*"):
        file.unlink()
    caller = call()
    caller.send(json.dumps(turn(folder)).encode() + b"\n")
    assert caller.read() == {"error": "not_found"}
    assert not home.store.exists()


FORKED_CHILD_LIVES = """
child = os.fork()
if child == 0:
    print("up", flush=True)
    sys.stdin.read()
os._exit(0)
"""


def test_a_forked_child_does_not_hold_its_parent_s_socket(home: Home, spawn: Spawn) -> None:
    """Once the parent is gone nobody listens, though the child lives on."""
    process = spawn(FORKED_CHILD_LIVES)
    assert next_line(process) == "up"
    process.wait(HANG_SECONDS)
    assert sockets(home.folder) == [f"{process.pid}.sock"]
    assert ask(home.folder, {"op": "ping"}, HANG_SECONDS) is None
    assert sockets(home.folder) == []
    ended(process)


FORKED_CHILD_ENDS = """
child = os.fork()
if child == 0:
    serving.close()
    os._exit(0)
os.waitpid(child, 0)
print("up", flush=True)
sys.stdin.read()
serving.close()
"""


def test_a_forked_child_that_ends_takes_nothing_away(home: Home, spawn: Spawn) -> None:
    """Its parent goes on serving."""
    process = spawn(FORKED_CHILD_ENDS)
    assert next_line(process) == "up"
    answer = until_loaded(home.folder)
    assert answer["pid"] == process.pid
    assert ended(process) == ""
    assert sockets(home.folder) == []
