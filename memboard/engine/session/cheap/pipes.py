"""The three pipes of a program: fed and emptied at once, so that neither side waits for the other.

A thread a pipe. None waits longer than the program itself: where something that the program left
behind holds a pipe open, what is in it is taken, and no more is waited for.
"""

from __future__ import annotations

import os
import select
from collections.abc import Callable
from threading import Event, Thread
from typing import IO, TYPE_CHECKING

from memboard.engine.session.cheap import THREAD_NAME

if TYPE_CHECKING:
    from subprocess import Popen

LOOK_SECONDS = 0.05
"""How often a quiet pipe is looked at."""
CHUNK = 65_536
MOST_COMPLAINT = 4_096
"""Bytes of stderr that are kept; the rest is read and dropped."""
LAST_SECONDS = 1.0
"""How long the end of the threads is waited for."""


class Pipes:
    """What goes into a program and what comes out of it."""

    def __init__(self, process: Popen[bytes], question: bytes, most: int) -> None:
        """Start feeding and emptying; reads no more than a byte over `most` of its answer."""
        self.answer = bytearray()
        self.complaint = bytearray()
        self.too_much = Event()
        self._most = most
        self._over = Event()
        self._jobs = (
            started(self._feed, process.stdin, question),
            started(self._take_answer, process.stdout),
            started(self._take_complaint, process.stderr),
        )

    def finish(self) -> None:
        """Take what is left in the pipes of a program that has ended."""
        self._over.set()
        for job in self._jobs:
            job.join(LAST_SECONDS)

    def _feed(self, stream: IO[bytes], question: bytes) -> None:
        """Write the question; a program may close its input, or never read it."""
        left = memoryview(question)
        step = getattr(select, "PIPE_BUF", CHUNK)  # so much fits where a pipe is ready
        try:
            with stream:
                while left and not self._over.is_set():
                    if is_ready(stream, "POLLOUT", LOOK_SECONDS):
                        left = left[os.write(stream.fileno(), left[:step]) :]
        except OSError:
            return

    def _take_answer(self, stream: IO[bytes]) -> None:
        with stream:
            while chunk := self._next(stream):
                self.answer += chunk[: self._most + 1 - len(self.answer)]
                if len(self.answer) > self._most:
                    self.too_much.set()
                    return

    def _take_complaint(self, stream: IO[bytes]) -> None:
        with stream:
            while chunk := self._next(stream):
                self.complaint += chunk[: MOST_COMPLAINT - len(self.complaint)]
                if self._over.is_set() and len(self.complaint) == MOST_COMPLAINT:
                    return

    def _next(self, stream: IO[bytes]) -> bytes:
        """Wait for more; empty where there is none any more."""
        while True:
            over = self._over.is_set()  # before the look: all was written before the end
            if is_ready(stream, "POLLIN", 0 if over else LOOK_SECONDS):
                return os.read(stream.fileno(), CHUNK)
            if over:
                return b""


def started(job: Callable[..., None], *arguments: object) -> Thread:
    """Start a thread that keeps no process from ending."""
    thread = Thread(target=job, args=arguments, name=THREAD_NAME, daemon=True)
    thread.start()
    return thread


def is_ready(stream: IO[bytes], event: str, seconds: float) -> bool:
    """Tell whether a pipe can be read or written now; on Windows the reading itself waits."""
    if not hasattr(select, "poll"):
        return True
    poll = select.poll()
    poll.register(stream, getattr(select, event))
    return bool(poll.poll(seconds * 1_000))
