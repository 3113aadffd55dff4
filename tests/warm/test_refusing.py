"""Refusing: what is not begun, and what is no request."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from memboard.engine import EmbedderHandle, HashEmbedder, Home, Memory, open_memory
from memboard.engine.embed import Calibration, Embedder
from memboard.engine.memory.conversation import Session
from memboard.warm.asking import MAX_LINE
from memboard.warm.serving import Serving, serve_warm

from .callers import HANG_SECONDS, Raw, asked, turn, until_loaded

Call = Callable[[], Raw]


def test_until_the_model_is_loaded_it_answers_cold(home: Home, folder: Path) -> None:
    """A hook then recalls by words itself, at once."""
    go_on = Event()

    def load() -> Embedder:
        go_on.wait(HANG_SECONDS)
        return HashEmbedder()

    loading = EmbedderHandle(id="hash:384", dimensions=384, calibration=Calibration(), load=load)
    with serve_warm(home, loading):
        assert asked(home.folder, {"op": "ping"}) == {"pid": os.getpid(), "model": None}
        with Raw(home.folder) as caller:
            caller.send(json.dumps(turn(folder)).encode() + b"\n")
            assert caller.read() == {"error": "cold"}
        loading.warm()
        go_on.set()
        until_loaded(home.folder)
        assert "5433" in (asked(home.folder, turn(folder)) or {})["block"]


def test_a_store_of_another_embedder_is_cold(
    home: Home, folder: Path, embedder: EmbedderHandle
) -> None:
    """Its vectors cannot be compared with what this process has loaded."""
    other = EmbedderHandle.of(HashEmbedder(64))
    with serve_warm(home, other):
        assert asked(home.folder, turn(folder)) is None
    with open_memory(home, folder=folder, embedder=embedder) as memory:
        assert memory.recall(turn(folder)["prompt"], session="s1").block


def test_what_would_come_too_late_is_not_begun(
    home: Home, folder: Path, call: Call, embedder: EmbedderHandle
) -> None:
    """A block that nobody waits for would be lost to its session."""
    caller = call()
    caller.send(json.dumps(turn(folder, until=time.monotonic())).encode() + b"\n")
    assert caller.read() == {"error": "late"}
    with open_memory(home, folder=folder, embedder=embedder) as memory:
        assert memory.recall(turn(folder)["prompt"], session="s1").block


def test_a_caller_that_has_hung_up_is_not_worked_for(
    home: Home, folder: Path, embedder: EmbedderHandle, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is its session taken to know the note."""
    at_work, go_on = Event(), Event()
    session = Memory.session

    def slow(self: Memory, *names: str) -> Session:
        at_work.set()
        go_on.wait(HANG_SECONDS)
        return session(self, *names)

    monkeypatch.setattr(Memory, "session", slow)
    first, gone = call(), call()
    first.send(json.dumps(turn(folder, session="first")).encode() + b"\n")
    at_work.wait(HANG_SECONDS)
    gone.send(json.dumps(turn(folder)).encode() + b"\n")
    gone.socket.close()
    go_on.set()
    assert "5433" in first.read()["block"]
    assert asked(home.folder, {"op": "ping"})  # by now the other would have been answered
    with open_memory(home, folder=folder, embedder=embedder) as memory:
        assert memory.recall(turn(folder)["prompt"], session="s1").block


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"op": "forget"}, "unknown op"),
        ({"op": None}, "invalid_input"),
        ({"op": ["turn"]}, "invalid_input"),
        ({"folder": None}, "invalid_input"),
        ({"folder": "relative"}, "invalid_input"),
        ({"folder": "/nul\0"}, "invalid_input"),
        ({"folder": "/" + "x" * 5_000}, "invalid_input"),
        ({"project": "x" * 500}, "invalid_input"),
        ({"project": "/no/such/folder"}, "invalid_input"),
        ({"prompt": 7}, "invalid_input"),
        ({"session": None}, "invalid_input"),
        ({"host": {}}, "invalid_input"),
        ({"budget": -1}, "invalid_input"),
        ({"budget": 1.5}, "invalid_input"),
        ({"budget": True}, "invalid_input"),
    ],
)
def test_a_request_that_is_none_is_refused(
    folder: Path, call: Call, changed: dict[str, Any], code: str
) -> None:
    """By name, and the next one is served."""
    caller = call()
    caller.send(json.dumps(turn(folder, **changed)).encode() + b"\n")
    assert caller.read() == {"error": code}
    caller = call()
    caller.send(json.dumps(turn(folder)).encode() + b"\n")
    assert "5433" in caller.read()["block"]


HOSTILE = [
    b"\n",
    b"no json\n",
    b"[1]\n",
    b'"text"\n',
    b"\xff\xfe\x00\n",
    b"[" * 500_000 + b"\n",
    b'{"op":' * 100_000 + b"\n",
    b'{"op": ' + b"9" * 100_000 + b"}\n",
    b'{"op": NaN}\n',
    b"\0" * 1_000 + b"\n",
]


def test_garbage_is_answered_with_an_error(call: Call) -> None:
    """And the next caller is served."""
    for line in HOSTILE:
        caller = call()
        caller.send(line)
        assert caller.read() == {"error": "invalid_input"}, line[:40]


def test_odd_texts_are_only_texts(home: Home, folder: Path, serving: Serving) -> None:
    """Half characters, NUL, operators, a whole book, a folder that is no UTF-8."""
    del serving
    book = "which port has the staging postgres? " * 20_000
    for prompt in ("half \ud800", "nul \0", '"; DROP TABLE notes; -- NEAR(', "", "\n", book):
        assert asked(home.folder, turn(folder, prompt=prompt)) is not None, prompt[:20]
    odd = os.fsdecode(os.fsencode(folder) + b"\xff")
    assert asked(home.folder, turn(Path(odd))) == {"block": "", "semantic": True}


def test_a_line_of_almost_1_mib_is_read_and_a_longer_one_refused(folder: Path, call: Call) -> None:
    """However much more would come."""
    line = json.dumps(turn(folder, more="x" * (MAX_LINE - 1_000))).encode() + b"\n"
    caller = call()
    caller.send(line)
    assert "5433" in caller.read()["block"]
    caller = call()
    with pytest.raises((BrokenPipeError, ConnectionResetError)):
        caller.send(b"x" * (64 * MAX_LINE))


def test_a_fault_of_ours_is_an_answer_too(
    folder: Path, call: Call, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is written into the host's log, and the next request is served."""
    with monkeypatch.context() as patched:
        patched.setattr(Memory, "session", lambda *_: 1 / 0)
        caller = call()
        caller.send(json.dumps(turn(folder)).encode() + b"\n")
        assert caller.read() == {"error": "failed"}
    assert log == ["warm recall: ZeroDivisionError: division by zero"]
    caller = call()
    caller.send(json.dumps(turn(folder)).encode() + b"\n")
    assert "5433" in caller.read()["block"]
