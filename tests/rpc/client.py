"""Clients for the tests: one for a server on a thread, one for a server in a process."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import sys
from collections.abc import Callable, Mapping
from threading import Thread
from typing import Any, BinaryIO

import msgspec

from memboard.engine import Memory
from memboard.rpc.connection import Connection
from memboard.rpc.server import Server

HANG_SECONDS = 30.0
"""From here on a silent server is taken for a hung one; no test asserts on time."""


class Client:
    """Speaks lines to a server and reads lines from it."""

    def __init__(self, to_server: BinaryIO, from_server: BinaryIO) -> None:
        self._to_server = to_server
        self._from_server = from_server
        self._unread = bytearray()
        self._last_id = 0
        self.heard: list[Any] = []
        """Messages read while waiting for another one."""

    def send_raw(self, data: bytes) -> None:
        """Send bytes as they are."""
        self._to_server.write(data)
        self._to_server.flush()

    def send(self, *messages: Any) -> None:
        """Send messages, one a line."""
        self.send_raw(b"".join(msgspec.json.encode(message) + b"\n" for message in messages))

    def request(self, method: str, /, **params: Any) -> int:
        """Send a request without waiting; gives its id."""
        self._last_id += 1
        self.send(request(self._last_id, method, params))
        return self._last_id

    def read(self) -> Any:
        """Read the next message; None at the end."""
        while b"\n" not in self._unread:
            ready, _, _ = select.select([self._from_server], [], [], HANG_SECONDS)
            assert ready, "the server says nothing"
            part = os.read(self._from_server.fileno(), 65_536)
            if not part:
                assert not self._unread, f"a torn frame: {bytes(self._unread)!r}"
                return None
            self._unread += part
        line, _, self._unread = self._unread.partition(b"\n")
        return msgspec.json.decode(line)

    def answer(self, wanted: Any) -> Any:
        """Read up to the answer with an id; what came before it is kept in `heard`."""
        while (message := self.read()) is not None:
            if isinstance(message, dict) and message.get("id") == wanted:
                return message
            self.heard.append(message)
        raise EOFError(f"the server ended before it answered {wanted!r}")

    def call(self, method: str, /, **params: Any) -> Any:
        """Send a request and give its result."""
        message = self.answer(self.request(method, **params))
        assert "error" not in message, message
        return message["result"]

    def fail(self, method: str, /, **params: Any) -> Any:
        """Send a request and give its error."""
        return self.answer(self.request(method, **params))["error"]

    def hang_up(self) -> None:
        """End the server's input."""
        self._to_server.close()

    def rest(self) -> list[Any]:
        """Read all that still comes, to the end."""
        found = []
        while (message := self.read()) is not None:
            found.append(message)
        return found


def request(known: Any, method: str, params: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Make a request."""
    return {"jsonrpc": "2.0", "id": known, "method": method, "params": params or {}}


def notification(method: str, **params: Any) -> dict[str, Any]:
    """Make a notification."""
    return {"jsonrpc": "2.0", "method": method, "params": params}


class Served(Client):
    """A client of a server that runs on a thread of this process."""

    def __init__(
        self, open_store: Callable[[], Memory], session: str = "rpc-testtest", home: str = "home"
    ) -> None:
        server_reads, client_writes = os.pipe()
        client_reads, server_writes = os.pipe()
        super().__init__(os.fdopen(client_writes, "wb", 0), os.fdopen(client_reads, "rb", 0))
        self._stdin = os.fdopen(server_reads, "rb")
        self._stdout = os.fdopen(server_writes, "wb")
        self.log: list[str] = []
        connection = Connection(open_store, home=home, actor="agent", session=session)
        self.server = Server(connection, self._stdout, self.log.append)
        self.code: int | None = None
        self._thread = Thread(target=self._serve, daemon=True)
        self._thread.start()

    def end(self) -> int | None:
        """End the input and wait for the server; gives its exit code."""
        if not self._to_server.closed:
            self.hang_up()
        self._thread.join(HANG_SECONDS)
        assert not self._thread.is_alive(), "the server does not end"
        self._from_server.close()
        self._stdin.close()
        return self.code

    def _serve(self) -> None:
        try:
            self.code = self.server.serve(self._stdin)
        finally:
            with contextlib.suppress(OSError):  # the client has gone
                self._stdout.close()


RUN = "from memboard.rpc import run; raise SystemExit(run(None, 'demo'))"


class Spawned(Client):
    """A client of a server in a process of its own, as a host would start it."""

    def __init__(self, home: str, before: str = "", **env: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"{before}\n{RUN}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={**os.environ, "MEMBOARD_HOME": home, "MEMBOARD_EMBEDDER": "hash", **env},
        )
        assert self.process.stdin
        assert self.process.stdout
        super().__init__(self.process.stdin, self.process.stdout)  # type: ignore[arg-type] # raw

    def end(self) -> tuple[int, str]:
        """End the input and wait; gives the exit code and what was said on stderr."""
        assert self.process.stderr
        self.hang_up()
        said = self.process.stderr.read()
        return self.process.wait(HANG_SECONDS), said.decode()

    def kill(self) -> None:
        """Leave nothing of it behind."""
        self.process.kill()
        self.process.wait(HANG_SECONDS)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream
            with contextlib.suppress(OSError):
                stream.close()
