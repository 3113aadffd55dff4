"""A model hub on this machine: it speaks what memboard's pull asks, and can misbehave on order."""

from __future__ import annotations

import hashlib
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Iterator

REVISION = "5c38ec7c405ec4b44b94cc5a9bb96e735b38267a"

CACHED = "/api/resolve-cache/models/"
"""Where a real hub sends those who ask for a small file."""


class Request(NamedTuple):
    """One request as it came in."""

    method: str
    path: str
    range: str | None


class FakeHub:
    """One repository's files. Large ones are redirected to a store of blobs, as on a real hub."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files
        self.requests: list[Request] = []
        self.cuts: list[int] = []
        """Bytes after which the next downloads of weights break, one entry a download."""
        self.stall_after: int | None = None
        """Bytes after which downloads of weights send nothing more, until `resume` is set."""
        self.resume = threading.Event()
        self.wrong_bytes = False
        self.ignores_ranges = False
        self.mirrored_by_redirect_to = ""
        """Another hub's address, to which every question is sent on."""
        self.silent = False
        """Take connections and never answer."""
        self.url = ""

    def downloads(self, name: str) -> list[Request]:
        """The downloads of one file so far."""
        blob = hashlib.sha256(self.files[name]).hexdigest()
        return [
            request
            for request in self.requests
            if request.method == "GET" and request.path.endswith((f"/{name}", f"/{blob}"))
        ]

    @contextmanager
    def running(self) -> Iterator[FakeHub]:
        """Serve until the block ends; afterwards the address refuses connections."""
        server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_for(self))
        server.daemon_threads = True
        self.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self.resume.set()
            server.shutdown()
            server.server_close()
            thread.join()


def _handler_for(hub: FakeHub) -> type[BaseHTTPRequestHandler]:
    class Handler(_Handler):
        pass

    Handler.hub = hub
    return Handler


class _Handler(BaseHTTPRequestHandler):
    hub: FakeHub

    def log_message(self, *_: object) -> None:
        """Say nothing: a test's output is its result."""

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def _answer(self, *, with_body: bool) -> None:
        path = unquote(self.path)
        self.hub.requests.append(Request(self.command, path, self.headers.get("Range")))
        if self.hub.silent:
            self.hub.resume.wait()
            return
        name = path.partition("/resolve/")[2].partition("/")[2]
        blob = self._blob(path)
        if self.hub.mirrored_by_redirect_to:
            self._empty(308, Location=self.hub.mirrored_by_redirect_to + self.path)
        elif path.startswith(CACHED):
            self._send(self.hub.files[path[len(CACHED) :]], with_body=with_body, weights=False)
        elif blob is not None:
            self._send(blob, with_body=with_body, weights=True)
        elif name not in self.hub.files:
            self._empty(404, **{"X-Error-Code": "EntryNotFound"})
        elif name.endswith(".onnx"):
            self._send_to_blob(self.hub.files[name])
        else:
            self._empty(307, **{"Location": CACHED + name, "X-Repo-Commit": REVISION})

    def _blob(self, path: str) -> bytes | None:
        digest = path.removeprefix("/blobs/")
        contents = self.hub.files.values()
        return next((c for c in contents if hashlib.sha256(c).hexdigest() == digest), None)

    def _send_to_blob(self, content: bytes) -> None:
        digest = hashlib.sha256(content).hexdigest()
        self._empty(
            302,
            **{
                "Location": f"{self.hub.url}/blobs/{digest}",
                "X-Repo-Commit": REVISION,
                "X-Linked-Etag": f'"{digest}"',
                "X-Linked-Size": str(len(content)),
            },
        )

    def _empty(self, code: int, **headers: str) -> None:
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _send(self, content: bytes, *, with_body: bool, weights: bool) -> None:
        asked = self.headers.get("Range")
        start = int(asked.removeprefix("bytes=").rstrip("-")) if asked else 0
        if self.hub.ignores_ranges:
            start = 0
        git = hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False)
        self.send_response(206 if start else 200)
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        self.send_header("ETag", '"of-the-blob-store"' if weights else f'"{git.hexdigest()}"')
        self.send_header("X-Repo-Commit", REVISION)
        self.send_header("Content-Length", str(len(content) - start))
        self.end_headers()
        if with_body:
            self._write(content[start:], weights=weights)

    def _write(self, body: bytes, *, weights: bool) -> None:
        if weights and self.hub.wrong_bytes:
            body = bytes(len(body))
        if weights and self.hub.stall_after is not None:
            self.wfile.write(body[: self.hub.stall_after])
            self.wfile.flush()
            self.hub.resume.wait()
        elif weights and self.hub.cuts:
            self.wfile.write(body[: self.hub.cuts.pop(0)])
            self.close_connection = True
        else:
            self.wfile.write(body)
