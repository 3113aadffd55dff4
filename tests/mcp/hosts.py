"""Hosts for the tests: the SDK's client in this process, and raw lines to a server process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
from mcp import Client
from mcp_types import CallToolResult, Implementation, TextContent

from memboard.engine import Memory
from memboard.mcp.desk import Desk
from memboard.mcp.server import to_server
from tests.rpc.client import HANG_SECONDS
from tests.rpc.client import Client as Lines

SESSION = "mcp-testtest"
ERAS = ("legacy", "2026-07-28")
"""The handshake era, and the newest, which has none."""
RUN = "from memboard.mcp import run; raise SystemExit(run(None, 'demo'))"


class Tool:
    """The `memory` tool as a host calls it."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, **arguments: Any) -> CallToolResult:
        """Call it, whatever comes of it; the client checks the answer against its schema."""
        return await self.client.call_tool("memory", arguments)

    async def ask(self, op: str, **arguments: Any) -> Any:
        """Call it and give the structured answer of a call that worked."""
        answer = await self.call(op=op, **arguments)
        assert not answer.is_error, said(answer)
        return answer.structured_content

    async def fail(self, **arguments: Any) -> Any:
        """Call it and give the error of a call that did not."""
        answer = await self.call(**arguments)
        assert answer.is_error
        assert answer.structured_content["ok"] is False
        return answer.structured_content["error"]


def said(answer: CallToolResult) -> str:
    """Give an answer's text form."""
    (content,) = answer.content
    assert isinstance(content, TextContent)
    return content.text


@asynccontextmanager
async def connected(
    open_store: Callable[[str], Memory], era: str = "legacy", name: str = "claude-code"
) -> AsyncIterator[Tool]:
    """Connect the SDK's client to a server in this process."""
    desk = Desk(open_store)
    info = Implementation(name=name, version="1")
    try:
        async with Client(to_server(desk, SESSION), mode=era, client_info=info) as client:
            yield Tool(client)
    finally:
        desk.close()


class Line(Lines):
    """Raw lines to a server in a process of its own, as a host would start it."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin
        assert process.stdout
        super().__init__(process.stdin, process.stdout)  # type: ignore[arg-type] # raw
        self.process = process

    def greet(self, version: str = "2025-11-25") -> Any:
        """Do the handshake; gives the server's part of it."""
        client = {"name": "raw", "version": "1"}
        given = self.call("initialize", protocolVersion=version, capabilities={}, clientInfo=client)
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return given

    def tool(self, **arguments: Any) -> Any:
        """Call the tool and give the whole result."""
        return self.call("tools/call", name="memory", arguments=arguments)

    def end(self) -> tuple[int, str]:
        """End the input and wait; gives the exit code and what was said on stderr."""
        assert self.process.stderr
        self.hang_up()
        heard = self.process.stderr.read()
        return self.process.wait(HANG_SECONDS), heard.decode()

    def kill(self) -> None:
        """Leave nothing of it behind."""
        self.process.kill()
        self.process.wait(HANG_SECONDS)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream
            with suppress(OSError):
                stream.close()


def environment(home: Path, **env: str) -> dict[str, str]:
    """Give a server process the tests' home and embedder."""
    return {**os.environ, "MEMBOARD_HOME": str(home), "MEMBOARD_EMBEDDER": "hash", **env}


def spawned(home: Path, before: str = "", **env: str) -> Line:
    """Start a server process."""
    return Line(
        subprocess.Popen(
            [sys.executable, "-c", f"{before}\n{RUN}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=environment(home, **env),
        )
    )


def plain(value: object) -> Any:
    """Give a value as its JSON reads."""
    return msgspec.json.decode(msgspec.json.encode(value))
