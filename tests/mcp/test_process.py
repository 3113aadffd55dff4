"""The process: both eras of the protocol, frames only on stdout, and its end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

from memboard.engine import open_memory
from tests.rpc.client import HANG_SECONDS
from tests.rpc.client import Client as Lines

from .hosts import RUN, Line, Tool, environment

MODERN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "modern", "version": "1"},
}


@pytest.mark.parametrize(("mode", "version"), [("auto", "2026-07-28"), ("legacy", "2025-11-25")])
async def test_the_sdk_s_own_client_is_served(home: Path, mode: str, version: str) -> None:
    """Through `memboard mcp` itself, with or without the handshake."""
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "memboard", "mcp", "--project", "demo"],
        env=environment(home),
    )
    async with Client(server, mode=mode) as client:
        assert client.protocol_version == version
        added = await Tool(client).ask("add", text="Staging Postgres listens on 5433")
        found = await Tool(client).ask("search", query="staging postgres")
    assert [hit["id"] for hit in found["hits"]] == [added["note"]["id"]]
    with open_memory(home, "demo") as memory:
        (entry,) = memory.history()
        assert (entry.actor, (entry.session or "")[:4]) == ("mcp", "mcp-")
        assert len(entry.session or "") == len("mcp-") + 8


@pytest.mark.parametrize("version", ["2024-11-05", "2025-06-18"])
def test_older_versions_are_spoken(spawn: Callable[..., Line], version: str) -> None:
    """The version that the client asks for is the one it gets."""
    line = spawn()
    given = line.greet(version)
    assert given["protocolVersion"] == version
    assert given["serverInfo"]["name"] == "memboard"
    assert given["instructions"].startswith("memboard remembers")
    answer = line.tool(op="add", text="a fact")
    assert (answer["isError"], answer["content"][0]["text"][:5]) == (False, "Added")


def test_the_newest_version_needs_no_handshake(spawn: Callable[..., Line]) -> None:
    """Each request carries its own version; the result says that it is complete."""
    line = spawn()
    discovered = line.call("server/discover", _meta=MODERN)
    assert discovered["supportedVersions"] == ["2026-07-28"]
    answer = line.call("tools/call", name="memory", arguments={"op": "add"}, _meta=MODERN)
    assert (answer["resultType"], answer["isError"]) == ("complete", True)


HOSTILE = [
    b"\n  \r\n",
    b"no json\n",
    b"[]\n",
    b"[" * 100_000 + b"\n",
    b'"text"\n',
    b"\xff\xfe\x00\n",
    b'{"jsonrpc":"2.0","method":"notifications/nobody"}\n',
    b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":[1]}}\n',
    b'{"jsonrpc":"2.0","id":900,"result":{}}\n',
    b'{"jsonrpc":"2.0","id":901,"method":"tools/call","params":[1]}\n',
    b'{"jsonrpc":"2.0","id":902,"method":"tools/call","params":{"name":"memory","arguments":[]}}\n',
    b'{"jsonrpc":"2.0","id":903,"method":"\\ud800"}\n',
    b'{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}\n',
    b'{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}\n',
    b'{"jsonrpc":"1.0","id":904,"method":"ping"}\n',
    b'{"jsonrpc":"2.0","id":905,"method":"tools/call","params":{"name":"' + b"x" * 5_000_000
    + b'"}}\n',
]  # fmt: skip


def test_hostile_lines_cost_nothing_but_themselves(spawn: Callable[..., Line]) -> None:
    """Requests that can be told by their id are answered by it, and the next one is served."""
    line = spawn()
    line.greet()
    for raw in HOSTILE:
        line.send_raw(raw)
        assert line.tool(op="search", query="x")["isError"] is False, raw[:60]
    answered = {heard["id"] for heard in line.heard if "error" in heard}
    assert answered >= {901, 902, 903, 904, None}


@pytest.fixture
def served(spawn: Callable[..., Line]) -> Line:
    """A server after its handshake."""
    line = spawn()
    line.greet()
    return line


UNSTORABLE = [
    (b'{"op":"add","text":"half \\ud800"}', "invalid_note"),
    (b'{"op":"add","text":"not \xff utf-8"}', "invalid_note"),
    (b'{"op":"add","text":"x","session":"\\ud800"}', "invalid_note"),
    (b'{"op":"add","text":"nul \\u0000"}', "invalid_note"),
    (b'{"op":"add","text":"x","importance":NaN}', "invalid_note"),
    (b'{"op":"why","id":"\\ud800\\ud800\\ud800"}', "not_found"),
    (b'{"op":"\\ud800"}', "invalid_input"),
    (b'{"op":"add","text":"x","\\ud800":1}', "invalid_input"),
    (b'{"op":"forget","id":"' + b"x" * 1_000_000 + b'"}', "invalid_input"),
    (b'{"op":"add","text":' + b"[" * 150 + b"]" * 150 + b"}", "invalid_input"),
]


def test_texts_that_nobody_can_store_are_refused_by_name(served: Line) -> None:
    """The host is told, instead of waiting for an answer that never comes."""
    for arguments, code in UNSTORABLE:
        call = b'"method":"tools/call","params":{"name":"memory","arguments":' + arguments
        served.send_raw(b'{"jsonrpc":"2.0","id":77,' + call + b"}}\n")
        answer = served.answer(77)["result"]
        assert answer["structuredContent"]["error"]["code"] == code, arguments[:60]
        assert len(answer["content"][0]["text"]) < 500


PRINTS = """
import os, subprocess
from memboard.engine import Memory
why = Memory.why
def noisy(self, *args, **kwargs):
    print("printed by a library", end="")
    os.write(1, b"written to descriptor 1\\n")
    subprocess.run(["echo", "said by a program"], check=True)
    subprocess.run(["cat"], check=True)
    return why(self, *args, **kwargs)
Memory.why = noisy
"""


def test_stray_prints_and_readers_touch_no_frame(spawn: Callable[..., Line]) -> None:
    """Also not what a library left in a buffer when the server ends; a reader reads nothing."""
    line = spawn(PRINTS)
    line.greet()
    calls: list[dict[str, str]] = [{"op": "why", "id": "abcd"}, {"op": "forget", "id": "abcd"}]
    first, second = (
        line.request("tools/call", name="memory", arguments=arguments) for arguments in calls
    )
    assert line.answer(first)["result"]["isError"]
    assert line.answer(second)["result"]["isError"]
    line.hang_up()
    assert line.rest() == []
    code, heard = line.end()
    assert code == 0
    for words in ("printed by a library", "written to descriptor 1", "said by a program"):
        assert words in heard


def test_the_process_ends_with_its_input(served: Line) -> None:
    """Quietly, with exit code 0."""
    served.tool(op="add", text="a fact")
    served.hang_up()
    assert served.rest() == []
    assert served.end() == (0, "")


def test_what_was_asked_before_the_end_is_answered(served: Line) -> None:
    """So that a shell can pipe requests in; nothing more is waited for."""
    known = served.request("tools/call", name="memory", arguments={"op": "add", "text": "a fact"})
    served.hang_up()
    assert served.answer(known)["result"]["structuredContent"]["status"] == "added"
    assert served.rest() == []
    assert served.end() == (0, "")


STUCK = """
import threading
from memboard.engine import Memory
Memory.why = lambda *_: threading.Event().wait()
from memboard.mcp import streams
streams.DRAIN_SECONDS = 0.0
"""


def test_a_call_that_never_ends_holds_nobody(spawn: Callable[..., Line]) -> None:
    """Once the input has ended and the grace is over."""
    line = spawn(STUCK)
    line.greet()
    line.request("tools/call", name="memory", arguments={"op": "why", "id": "abcd"})
    line.hang_up()
    assert line.process.wait(HANG_SECONDS) == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_cleanly(served: Line, number: int) -> None:
    """No traceback, no torn frame."""
    served.tool(op="add", text="a fact")
    served.process.send_signal(number)
    assert served.rest() == []
    assert served.end() == (0, "")


PARENT = """
import subprocess, sys
subprocess.Popen([sys.executable, "-c", sys.argv[1]])
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
        env=environment(home),
    )
    os.close(server_reads)
    os.close(server_writes)
    with os.fdopen(client_writes, "wb", 0) as writes, os.fdopen(client_reads, "rb", 0) as reads:
        lines = Lines(writes, reads)
        assert lines.answer(lines.request("ping"))["result"] == {}
        parent.kill()
        parent.wait(HANG_SECONDS)
        assert lines.rest() == []  # the last writer of the pipe is gone


def test_a_host_that_reads_no_more_ends_it(served: Line) -> None:
    """Nobody is left to work for, even while the input stays open."""
    assert served.process.stdout
    served.process.stdout.close()
    assert served.process.wait(HANG_SECONDS) == 0


def test_the_help_loads_no_sdk(home: Path) -> None:
    """It costs half a second, and `memboard --help` needs none of it."""
    probe = (
        "import sys; from memboard.cli import main; main(['mcp', '--help']);"
        "print([name for name in ('mcp', 'pydantic', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe], env=environment(home), capture_output=True, check=True
    )
    assert done.stdout.splitlines()[-1] == b"[]"


MISSING = """
import sys
sys.modules["mcp"] = None
from memboard.__main__ import main
main()
"""


def test_without_the_extra_it_says_what_to_install(home: Path) -> None:
    """On stderr, with exit code 1, and nothing for the host to read."""
    done = subprocess.run(
        [sys.executable, "-c", MISSING, "mcp"],
        env=environment(home),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "pip install 'memboard[mcp]'" in done.stderr
