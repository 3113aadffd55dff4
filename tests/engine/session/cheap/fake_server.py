"""A model's server on this machine: it speaks chat completions, and misbehaves on order."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import msgspec

DRIPS = 150
"""Pieces of a dripping answer; it is whole in the end, after some seconds."""
DRIP_SECONDS = 0.05


class Asked(NamedTuple):
    """One request as it came in."""

    path: str
    headers: dict[str, str]
    body: Any


def completion(text: str | None, **more: Any) -> bytes:
    """Write an answer as servers do, with much beside it."""
    message = {"role": "assistant", "content": text, "refusal": None}
    choice = {"index": 0, "message": message, "finish_reason": "stop"} | more
    return msgspec.json.encode({"id": "x", "choices": [choice], "usage": {"total_tokens": 9}})


class FakeServer:
    """Answers every question with the bytes it was given; `act` goes before them."""

    def __init__(self) -> None:
        self.url = ""
        self.status = 200
        self.headers: dict[str, str] = {}
        self.answer = completion("an answer")
        self.act: Callable[[BaseHTTPRequestHandler], object] | None = None
        self.asked: list[Asked] = []
        self.ended = threading.Event()
        """Set when the test is over: what waits or drips goes home."""

    @contextmanager
    def running(self) -> Iterator[FakeServer]:
        """Serve until the block ends; afterwards the address refuses connections."""
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler_for(self))
        server.daemon_threads = True
        self.url = f"http://127.0.0.1:{server.server_port}/v1"
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self.ended.set()
            server.shutdown()
            server.server_close()
            thread.join()

    def drip(self, handler: BaseHTTPRequestHandler, whole: bytes) -> None:
        """Send bytes in small pieces, each soon after the other."""
        size = -(-len(whole) // DRIPS)
        for at in range(0, len(whole), size):
            if self.ended.wait(DRIP_SECONDS):
                return
            handler.wfile.write(whole[at : at + size])


def handler_for(server: FakeServer) -> type[BaseHTTPRequestHandler]:
    """Make the handler of one server."""

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Say nothing: a test's output is its result."""

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            server.asked.append(Asked(self.path, headers, msgspec.json.decode(body)))
            try:
                (server.act or self.speak)(self)
            except OSError:
                return  # whoever asked has gone

        @staticmethod
        def speak(handler: BaseHTTPRequestHandler) -> None:
            handler.send_response(server.status)
            for name, value in server.headers.items():
                handler.send_header(name, value)
            if "Content-Length" not in server.headers:
                handler.send_header("Content-Length", str(len(server.answer)))
            handler.end_headers()
            handler.wfile.write(server.answer)

    return Handler
