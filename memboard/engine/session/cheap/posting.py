"""One POST within one deadline, whatever the other side does.

A server that sends a byte now and then would outlive any limit on a single read. So the request
runs in a thread of its own, and at the deadline its connection is shut down under it.
"""

from __future__ import annotations

import socket
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from threading import Event, Thread
from typing import NamedTuple
from urllib.parse import urlsplit

from memboard.engine.session.cheap import THREAD_NAME
from memboard.engine.session.cheap.saying import harmless

LAST_SECONDS = 0.5
"""How long the end of a connection that was shut down is waited for."""
MOST_REFUSAL = 65_536
"""Bytes of an answer other than 200 that are read."""


class Unreached(Exception):
    """There is no whole answer, and why."""


class TooMuch(Exception):
    """The answer has more bytes than are read."""


class Reply(NamedTuple):
    """What a server answered."""

    status: int
    body: bytes


class Post:
    """One request, sent once."""

    def __init__(self, url: str, path: str, body: bytes, key: str) -> None:
        """Take a base address, what comes after it, and a key that may be empty."""
        parts = urlsplit(url)
        self.host = parts.hostname or ""
        self._port = parts.port
        self._secure = parts.scheme == "https"
        self._path = parts.path.rstrip("/") + path
        self._body = body
        self._headers = {"Content-Type": "application/json", "User-Agent": "memboard"}
        if key:
            self._headers["Authorization"] = f"Bearer {key}"
        self._socket: socket.socket | None = None
        self._given_up = Event()
        self._reply: Reply | None = None
        self._trouble: Exception | None = None

    def send(self, most: int, timeout: float) -> Reply:
        """Send it and read the answer.

        Args:
            most: bytes of the answer that are read.
            timeout: seconds for all of it, the look-up of the name included.

        Raises:
            Unreached: there is no whole answer in time.
            TooMuch: the answer is longer.
        """
        thread = Thread(target=self._run, args=(most, timeout), name=THREAD_NAME, daemon=True)
        thread.start()
        thread.join(timeout)
        if thread.is_alive():
            self._give_up()
            thread.join(LAST_SECONDS)
            raise Unreached(too_late(timeout))
        if self._trouble is not None:
            raise self._trouble
        if self._reply is None:
            raise Unreached("no answer")
        return self._reply

    def _run(self, most: int, timeout: float) -> None:
        try:
            self._reply = self._exchange(most, timeout)
        except TimeoutError:  # a single read took all of the time
            self._trouble = Unreached(too_late(timeout))
        except (OSError, HTTPException) as error:
            self._trouble = Unreached(reason_of(error))
        except Exception as error:  # handed over to the caller's thread
            self._trouble = error

    def _exchange(self, most: int, timeout: float) -> Reply:
        kind = HTTPSConnection if self._secure else HTTPConnection
        connection = kind(self.host, self._port, timeout=timeout)
        try:
            connection.connect()
            self._socket = connection.sock
            if self._given_up.is_set():
                raise Unreached("given up")
            connection.request("POST", self._path, self._body, self._headers)
            with connection.getresponse() as response:
                return read_reply(response, most)
        finally:
            connection.close()

    def _give_up(self) -> None:
        """Shut the connection down, which wakes whoever reads from it."""
        self._given_up.set()
        if self._socket is not None:
            try:
                self._socket.shutdown(socket.SHUT_RDWR)
            except OSError:
                return  # it has ended by itself


def too_late(timeout: float) -> str:
    """Say that the time is over."""
    return f"no whole answer within {timeout:g} seconds"


def read_reply(response: HTTPResponse, most: int) -> Reply:
    """Read an answer's body, if it is to be read at all.

    Raises:
        TooMuch: it is too long.
        Unreached: it breaks off, or is compressed, which nobody asked for.
    """
    if response.status != 200:
        return Reply(response.status, response.read(MOST_REFUSAL))
    if response.getheader("Content-Encoding", "identity").lower() != "identity":
        raise Unreached("it compresses its answer, which it was not asked to")
    if response.length is not None and response.length > most:
        raise TooMuch
    body = response.read(most + 1)
    if len(body) > most:
        raise TooMuch
    if response.length:
        raise Unreached("its answer breaks off")
    return Reply(response.status, body)


def reason_of(error: OSError | HTTPException) -> str:
    """Say in words what a connection failed with."""
    verified = getattr(error, "verify_message", None)
    text = verified or getattr(error, "strerror", None) or str(error) or type(error).__name__
    return harmless(text).rstrip(".")
