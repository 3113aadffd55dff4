"""Serving: what a caller is given, and that no caller holds another."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from memboard.engine import EmbedderHandle, Home, open_memory
from memboard.warm.listening import WAITING
from memboard.warm.serving import MOST_CALLERS, Serving

from .callers import Raw, asked, turn

Call = Callable[[], Raw]


def test_a_hook_is_given_what_the_store_recalls(
    home: Home, folder: Path, embedder: EmbedderHandle, serving: Serving
) -> None:
    """The same bytes as through the engine, found by meaning, and once in a session."""
    del serving
    request = turn(folder)
    answer = asked(home.folder, request)
    with open_memory(home, folder=folder, embedder=embedder) as memory:
        block = memory.recall(request["prompt"], budget=request["budget"]).block
        assert memory.recall(request["prompt"], session="s1").block == ""
    assert answer == {"block": block, "semantic": True}
    assert "5433" in block
    assert asked(home.folder, request) == {"block": "", "semantic": True}
    assert asked(home.folder, turn(folder, session="s2")) == answer
    assert asked(home.folder, turn(folder, session="s3", budget=20)) == {
        "block": "",
        "semantic": True,
    }


def test_a_ping_tells_who_answers_and_with_what(home: Home, serving: Serving) -> None:
    """The model's name, once it is loaded."""
    del serving
    assert asked(home.folder, {"op": "ping"}) == {"pid": os.getpid(), "model": "hash:384"}


def test_other_folders_have_other_notes(
    home: Home, folder: Path, tmp_path: Path, serving: Serving
) -> None:
    """A subfolder of a repository shares them; a folder that is gone is a project without any."""
    del serving
    assert "5433" in (asked(home.folder, turn(folder)) or {})["block"]
    for other in (tmp_path / "gone", Path.home(), Path("/")):
        assert (asked(home.folder, turn(other, session="s2")) or {})["block"] == ""


def test_the_asking_process_s_project_counts_and_not_the_server_s(
    home: Home,
    folder: Path,
    embedder: EmbedderHandle,
    serving: Serving,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A name overrides the folder; where this process's own would win, it says no."""
    del serving
    with open_memory(home, "harbour", embedder=embedder) as memory:
        memory.add("Staging Postgres of the harbour listens on port 6000")
    monkeypatch.setenv("MEMBOARD_PROJECT", "harbour")
    assert "5433" in (asked(home.folder, turn(folder)) or {})["block"]
    assert "6000" in (asked(home.folder, turn(folder, project="harbour")) or {})["block"]
    beside = turn(folder.parent, project="./tidepool", session="s2")
    assert "5433" in (asked(home.folder, beside) or {})["block"]
    assert asked(home.folder, turn(Path("/"))) is None


def test_a_change_by_another_process_is_seen(
    home: Home, folder: Path, embedder: EmbedderHandle, serving: Serving
) -> None:
    """In the store, and in the settings."""
    del serving
    assert "5433" in (asked(home.folder, turn(folder)) or {})["block"]
    with open_memory(home, folder=folder, embedder=embedder) as memory:
        memory.add("The staging Postgres port is shown by make port")
    assert "make port" in (asked(home.folder, turn(folder)) or {})["block"]
    many = asked(home.folder, turn(folder, session="s2")) or {}
    home.config.write_text('[memory]\naggressiveness = "low"\n')
    few = asked(home.folder, turn(folder, session="s3")) or {}
    assert many["block"].count("\n- ") == 2
    assert few["block"].count("\n- ") <= 1


def test_a_slow_caller_holds_nobody(home: Home, folder: Path, call: Call) -> None:
    """Others are served while its line trickles in, and it is served when it is whole."""
    slow = call()
    for part in json.dumps(turn(folder, session="slow")).encode():
        slow.send(bytes([part]))
    assert "5433" in (asked(home.folder, turn(folder)) or {})["block"]
    slow.send(b"\n")
    assert "5433" in slow.read()["block"]


def test_half_a_line_is_hung_up_on(call: Call) -> None:
    """After a while, or at once where the caller has ended."""
    caller = call()
    caller.send(b'{"op": "pi')
    assert caller.read() is None
    caller = call()
    caller.send(b'{"op": "pi')
    caller.socket.shutdown(socket.SHUT_WR)
    assert caller.read() is None


def test_a_crowd_of_silent_callers_is_hung_up_on(home: Home, call: Call) -> None:
    """There are never more of them than fit, and those who speak are served again."""
    crowd = [call() for _ in range(MOST_CALLERS)]
    assert call().read() is None
    for one in crowd:
        assert one.read() is None
    assert asked(home.folder, {"op": "ping"}) is not None


def test_twelve_at_once_are_all_served(home: Home, folder: Path, serving: Serving) -> None:
    """One after the other, none lost, each of its own session."""
    del serving

    def one(number: int) -> dict[str, Any] | None:
        return asked(home.folder, turn(folder, session=f"s{number}"))

    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(one, range(24)))
    assert all(answer and "5433" in answer["block"] for answer in answers)
    assert WAITING >= 12
