"""The SDK's two message streams, over two pipes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import BinaryIO

import anyio
from anyio.abc import ObjectReceiveStream, ObjectSendStream
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from anyio.to_thread import run_sync
from mcp.shared.message import SessionMessage
from mcp_types import (
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
)

from memboard.mcp.wire import BLANK, Unreadable, frame, next_line, read_message

Reading = MemoryObjectReceiveStream[SessionMessage | Exception]
Writing = MemoryObjectSendStream[SessionMessage]

CANCELLED = "notifications/cancelled"
DRAIN_SECONDS = 2.0
"""How long requests received before the end of the input may still take; as long as the SDK's
client waits before it ends its server."""


class Pipes:
    """One connection's lines in and out; knows which requests are not answered yet."""

    def __init__(self, stdin: BinaryIO, stdout: BinaryIO, ending: Callable[[], None]) -> None:
        self._stdin = stdin
        self._stdout = stdout
        self._ending = ending
        self._open: set[RequestId] = set()
        self._settled = anyio.Event()
        self._turn = anyio.Lock()

    @asynccontextmanager
    async def streams(self) -> AsyncIterator[tuple[Reading, Writing]]:
        """Give the streams that a server reads and writes, until both have ended."""
        to_server, reading = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        writing, from_server = anyio.create_memory_object_stream[SessionMessage](0)
        async with anyio.create_task_group() as group:
            group.start_soon(self._receive, to_server)
            group.start_soon(self._send, from_server)
            yield reading, writing

    async def _receive(self, to_server: ObjectSendStream[SessionMessage | Exception]) -> None:
        async with to_server:
            while True:
                try:
                    message = await self._next()
                except Unreadable as refused:
                    await self._write(refused.answer)
                    continue
                if message is None:
                    break
                self._note_received(message)
                try:
                    await to_server.send(SessionMessage(message))
                except anyio.BrokenResourceError:  # the server has ended first
                    break
            with anyio.move_on_after(DRAIN_SECONDS):
                while self._open:
                    await self._settled.wait()
            self._ending()

    async def _next(self) -> JSONRPCMessage | None:
        """Read the next message; None at the end of the input."""
        line: bytes | None = BLANK
        while line is not None and not line.strip(BLANK):
            try:
                # a thread that still reads when the server stops is left behind
                line = await run_sync(next_line, self._stdin, abandon_on_cancel=True)
            except OSError:
                return None
        return None if line is None else read_message(line)

    async def _send(self, from_server: ObjectReceiveStream[SessionMessage]) -> None:
        async with from_server:
            async for session_message in from_server:
                await self._write(session_message.message)

    async def _write(self, message: JSONRPCMessage) -> None:
        async with self._turn:
            await run_sync(self._put, frame(message), abandon_on_cancel=True)
        if isinstance(message, JSONRPCResponse | JSONRPCError):
            self._settle(message.id)

    def _put(self, line: bytes) -> None:
        try:
            self._stdout.write(line)
            self._stdout.flush()
        except OSError:
            return  # nobody reads; whoever watches the reader ends the server

    def _note_received(self, message: JSONRPCMessage) -> None:
        if isinstance(message, JSONRPCRequest):
            self._open.add(message.id)
        elif isinstance(message, JSONRPCNotification) and message.method == CANCELLED:
            self._settle((message.params or {}).get("requestId"))

    def _settle(self, known: RequestId | None) -> None:
        """Count a request as answered; one that was cancelled never will be."""
        if isinstance(known, int | str) and known in self._open:
            self._open.discard(known)
            self._settled.set()
            self._settled = anyio.Event()
