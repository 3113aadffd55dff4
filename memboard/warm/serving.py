"""One thread that answers on a socket, so that neither slow nor hostile callers hold its host."""

from __future__ import annotations

import contextlib
import os
import selectors
import socket
import time
import weakref
from threading import Thread
from typing import Self

from memboard.descriptors import reader_gone
from memboard.engine import EmbedderHandle, Home
from memboard.warm.answering import Answering, Log
from memboard.warm.asked import written
from memboard.warm.asking import CHUNK, MAX_LINE
from memboard.warm.listening import Listening
from memboard.warm.places import same_user

MOST_CALLERS = 16
"""Callers whose request is not whole yet; one more is hung up on."""
READ_SECONDS = 1.0
"""How long a caller may take for its line."""
SEND_SECONDS = 0.1
"""How long it may take to accept an answer, which the system's buffer holds."""
LEAVE_SECONDS = 0.25
"""How long the end waits for a recall that runs."""
BREATH_SECONDS = 0.1
"""Between two tries to accept, where the system has no descriptors left."""


class Caller:
    """A connection, and the part of its line that has come."""

    def __init__(self, connection: socket.socket, until: float) -> None:
        self.connection = connection
        self.until = until
        self._heard = bytearray()

    def hear(self) -> bytes | None:
        """Take in what has come; gives the line once it is whole.

        Raises:
            OSError: it ended early, or says too much.
        """
        part = self.connection.recv(CHUNK)
        if not part:
            raise ConnectionResetError("half a line")
        line, end, _ = part.partition(b"\n")
        self._heard += line
        if len(self._heard) >= MAX_LINE:
            self.tell(written({"error": "too long"}))
            raise ConnectionAbortedError("a line too long")
        return bytes(self._heard) if end else None

    def tell(self, answer: bytes) -> None:
        """Send an answer, unless there is nobody to read it."""
        with contextlib.suppress(OSError):
            self.connection.settimeout(SEND_SECONDS)
            self.connection.sendall(answer)


class Serving:
    """Answers on a socket of a home until it is closed; a context manager."""

    def __init__(self, listening: Listening, answering: Answering, log: Log) -> None:
        self._listening = listening
        self._answering = answering
        self._log = log
        self._callers: set[Caller] = set()
        self._stopping = False
        self._woken, self._wake = socket.socketpair()
        self._selector = selectors.DefaultSelector()
        self._selector.register(listening.socket, selectors.EVENT_READ)
        self._selector.register(self._woken, selectors.EVENT_READ)
        self._thread = Thread(target=self._run, name="memboard-warm", daemon=True)
        LIVE.add(self)
        self._thread.start()

    def close(self) -> None:
        """Take the socket away and end the thread; waits for a recall that runs, but not long."""
        if self._stopping:
            return
        self._stopping = True
        LIVE.discard(self)
        self._listening.close()
        self._answering.interrupt()
        with contextlib.suppress(OSError):
            self._wake.send(b"\0")
        self._thread.join(LEAVE_SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def leave(self) -> None:
        """In a forked child: give back what is its parent's, and touch nothing else."""
        self._stopping = True
        self._selector.close()
        self._listening.leave()
        for connection in (self._woken, self._wake, *(one.connection for one in self._callers)):
            connection.close()

    # --- the serving thread

    def _run(self) -> None:
        try:
            while not self._stopping:
                self._serve_once(self._answering.rest())
        except Exception as error:
            if not self._stopping:
                self._log(f"warm recall has ended: {type(error).__name__}: {error}")
                self._listening.close()
        finally:
            self._end()

    def _end(self) -> None:
        with contextlib.suppress(Exception):  # nobody is left to tell
            self._answering.close()
        for caller in list(self._callers):
            self._hang_up(caller)
        self._selector.close()
        self._woken.close()
        self._wake.close()

    def _serve_once(self, due: float | None) -> None:
        """Wait for callers, hear all that speak, answer those whose line is whole."""
        asked: list[tuple[Caller, bytes]] = []
        for key, _ in self._selector.select(self._patience(due)):
            if isinstance(key.data, Caller):
                line = self._heard(key.data)
                if line is not None:
                    asked.append((key.data, line))
            elif key.fileobj is self._listening.socket:
                self._accept()
        for caller, line in asked:
            if not (self._stopping or reader_gone(caller.connection.fileno())):
                caller.tell(self._answering.answer(line))
            self._hang_up(caller)
        for caller in [one for one in self._callers if one.until <= time.monotonic()]:
            self._hang_up(caller)

    def _patience(self, due: float | None) -> float | None:
        """Give the seconds until something is to be done that no caller brings about."""
        ends = [caller.until - time.monotonic() for caller in self._callers]
        nearest = min([*ends, *([] if due is None else [due])], default=None)
        return None if nearest is None else max(0.0, nearest)

    def _accept(self) -> None:
        try:
            connection, _ = self._listening.socket.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        except OSError:
            if not self._stopping:
                time.sleep(BREATH_SECONDS)
            return
        caller = Caller(connection, time.monotonic() + READ_SECONDS)
        try:
            welcome = len(self._callers) < MOST_CALLERS and same_user(connection)
        except OSError:
            welcome = False
        if not welcome:
            connection.close()
            return
        connection.setblocking(False)
        self._callers.add(caller)
        self._selector.register(connection, selectors.EVENT_READ, caller)

    def _heard(self, caller: Caller) -> bytes | None:
        try:
            return caller.hear()
        except BlockingIOError:
            return None
        except OSError:
            self._hang_up(caller)
            return None

    def _hang_up(self, caller: Caller) -> None:
        self._callers.discard(caller)
        with contextlib.suppress(KeyError, ValueError):
            self._selector.unregister(caller.connection)
        caller.connection.close()


def serve_warm(home: Home, embedder: EmbedderHandle, log: Log = lambda _: None) -> Serving:
    """Answer the recalls of hooks on a home, with an embedder that this process loads or has.

    Args:
        home: whose hooks are answered.
        embedder: until it is loaded every recall is refused as cold.
        log: told what goes wrong.

    Raises:
        OSError: the home cannot be written, or its sockets' folder is not ours alone.
    """
    return Serving(Listening(home.folder), Answering(home, embedder, log), log)


LIVE: weakref.WeakSet[Serving] = weakref.WeakSet()


def leave_in_child() -> None:
    """Leave every socket to the parent, whose thread alone answers on it."""
    for serving in list(LIVE):
        serving.leave()
    LIVE.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=leave_in_child)
