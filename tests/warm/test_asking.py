"""Asking: newest first, nobody but this user, in time or not at all."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from memboard.warm.asking import ask

PING: dict[str, object] = {"op": "ping"}
SHORT_SECONDS = 0.2
"""For what never answers."""
LONG_SECONDS = 30.0


class Fake:
    """A process that answers as a test wants, or listens and never looks."""

    def __init__(self, home: Path, name: str, answer: bytes | None) -> None:
        self.path = home / "warm" / f"{name}.sock"
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.heard: list[bytes] = []
        self._answer = answer
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(self.path))
        self.path.chmod(0o600)
        self._socket.listen(8)
        if answer is not None:
            Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        """Listen no more; the file stays, as that of a killed process does."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)  # ends a wait in the thread, too
        self._socket.close()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            with connection:
                self.heard.append(connection.recv(65_536))
                with suppress(OSError):
                    connection.sendall(self._answer or b"")


Make = Callable[..., Fake]


@pytest.fixture
def fake(tmp_path: Path) -> Iterator[Make]:
    """Makes processes, each newer than the one before."""
    made: list[Fake] = []

    def make(answer: bytes | None, name: str | None = None) -> Fake:
        made.append(Fake(tmp_path, name or str(1_000 + len(made)), answer))
        os.utime(made[-1].path, (len(made), len(made)))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_a_home_without_sockets_answers_nothing(tmp_path: Path) -> None:
    """Neither one that is not there, nor one where nobody ever served; and none is made."""
    assert ask(tmp_path / "nowhere", PING, LONG_SECONDS) is None
    assert ask(tmp_path, PING, LONG_SECONDS) is None
    assert list(tmp_path.iterdir()) == []


def test_the_newest_is_asked_first(tmp_path: Path, fake: Make) -> None:
    """It is the likeliest to live."""
    older, newer = fake(b'{"n": 1}\n'), fake(b'{"n": 2}\n')
    assert ask(tmp_path, PING, LONG_SECONDS) == {"n": 2}
    assert older.heard == []
    (line,) = newer.heard
    assert json.loads(line)["op"] == "ping"
    assert line.endswith(b"\n")


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"no json\n",
        b"[1]\n",
        b"null\n",
        b'{"n": 2}',
        b'{"n": "half a line',
        b"\xff\xfe\n",
        b"[" * 500_000 + b"\n",
        b'{"error": "cold"}\n',
        b'{"n": "' + b"x" * (1 << 20) + b'"}\n',
        b"x" * (3 << 20),
    ],
    ids=range(11),
)
def test_a_bad_answer_is_none_and_the_next_process_is_asked(
    tmp_path: Path, fake: Make, answer: bytes
) -> None:
    """Torn, no JSON, no object, a refusal, without an end."""
    older = fake(b'{"n": 1}\n')
    fake(answer)
    assert ask(tmp_path, PING, LONG_SECONDS) == {"n": 1}
    older.close()
    assert ask(tmp_path, PING, LONG_SECONDS) is None


def test_one_that_hangs_leaves_time_for_the_others(tmp_path: Path, fake: Make) -> None:
    """A stopped process still accepts; it gets half of the time."""
    fake(b'{"n": 1}\n')
    fake(None)
    assert ask(tmp_path, PING, 2.0) == {"n": 1}


def test_nobody_in_time_is_none(tmp_path: Path, fake: Make) -> None:
    """However many hang, and however little patience there was."""
    for _ in range(3):
        fake(None)
    assert ask(tmp_path, PING, SHORT_SECONDS) is None
    assert ask(tmp_path, PING, 0.0) is None
    assert ask(tmp_path, PING, -1.0) is None


def test_the_socket_of_a_dead_process_is_taken_away(tmp_path: Path, fake: Make) -> None:
    """So that nobody asks it again; the others stay."""
    alive, dead = fake(b'{"n": 1}\n'), fake(b"")
    dead.close()
    assert ask(tmp_path, PING, LONG_SECONDS) == {"n": 1}
    assert (alive.path.exists(), dead.path.exists()) == (True, False)


def test_where_a_refusal_may_mean_a_full_queue_only_a_dead_process_s_socket_goes(
    tmp_path: Path, fake: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on macOS: a busy process must not lose its socket."""
    monkeypatch.setattr(sys, "platform", "plan9")
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait(LONG_SECONDS)
    busy, dead = fake(b"", str(os.getpid())), fake(b"", str(gone.pid))
    busy.close()
    dead.close()
    assert ask(tmp_path, PING, LONG_SECONDS) is None
    assert (busy.path.exists(), dead.path.exists()) == (True, False)


def test_a_request_that_is_too_long_is_not_sent(tmp_path: Path, fake: Make) -> None:
    """A caller with such a prompt goes on without."""
    one = fake(b'{"n": 1}\n')
    assert ask(tmp_path, {"op": "turn", "prompt": "x" * (1 << 20)}, LONG_SECONDS) is None
    assert b"".join(one.heard) == b""


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o622])
def test_a_socket_that_others_may_write_is_not_asked(tmp_path: Path, fake: Make, mode: int) -> None:
    """Somebody else may have put it there."""
    one = fake(b'{"n": 1}\n')
    one.path.chmod(mode)
    assert ask(tmp_path, PING, LONG_SECONDS) is None
    one.path.chmod(0o600)
    assert ask(tmp_path, PING, LONG_SECONDS) == {"n": 1}


@pytest.mark.parametrize("mode", [0o720, 0o702, 0o777])
def test_a_folder_that_others_may_write_is_not_looked_into(
    tmp_path: Path, fake: Make, mode: int
) -> None:
    """They could put any socket there."""
    one = fake(b'{"n": 1}\n')
    one.path.parent.chmod(mode)
    assert ask(tmp_path, PING, LONG_SECONDS) is None


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_another_user_s_folder_or_socket_is_not_asked(tmp_path: Path, fake: Make) -> None:
    """Whatever its mode."""
    one = fake(b'{"n": 1}\n')
    os.chown(one.path, 65_534, 65_534)
    assert ask(tmp_path, PING, LONG_SECONDS) is None
    os.chown(one.path, 0, 0)
    os.chown(one.path.parent, 65_534, 65_534)
    assert ask(tmp_path, PING, LONG_SECONDS) is None
    assert one.heard == []


def test_what_is_no_socket_is_left_alone(tmp_path: Path, fake: Make) -> None:
    """Files, links to sockets, folders, and sockets of another kind."""
    one = fake(b'{"n": 1}\n')
    place = one.path.parent
    (place / "9.sock").write_text("")
    (place / "8.sock").symlink_to(one.path)
    (place / "7.sock").mkdir()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as other:
        other.bind(str(place / "6.sock"))
        assert ask(tmp_path, PING, LONG_SECONDS) == {"n": 1}
    assert len(list(place.iterdir())) == 5


def test_a_linked_folder_is_not_followed(tmp_path: Path, fake: Make) -> None:
    """The home's own folder holds the sockets, or nothing does."""
    fake(b'{"n": 1}\n')
    home = tmp_path / "home"
    home.mkdir()
    (home / "warm").symlink_to(tmp_path / "warm")
    assert ask(home, PING, LONG_SECONDS) is None


def test_whoever_listens_must_be_this_user(
    tmp_path: Path, fake: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system tells who listens, whatever the file looks like."""
    fake(b'{"n": 1}\n')
    monkeypatch.setattr("memboard.warm.places.peer_user", lambda _: os.geteuid() + 1)
    assert ask(tmp_path, PING, LONG_SECONDS) is None


HEAVY = ["socket", "selectors", "msgspec", "numpy", "click", "apsw", "platformdirs"]


def test_asking_loads_next_to_nothing() -> None:
    """A hook pays for it each time."""
    probe = (
        "import sys; from pathlib import Path; from memboard.warm.asking import ask;"
        "ask(Path('/nowhere'), {}, 1.0);"
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, check=True)
    assert done.stdout == b"[]\n"
