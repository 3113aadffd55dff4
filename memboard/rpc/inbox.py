"""What was received and waits its turn: one thread reads it in, another takes it out."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import Condition

from memboard.rpc.batch import Batch
from memboard.rpc.wire import Id, Refused, Request

MAX_WAITING_BYTES = 64 * 1024 * 1024
"""From here on the client is read no faster than it is answered."""


class Work:
    """One received message, and what has become of it."""

    __slots__ = ("batch", "cancelled", "job", "message", "size")

    def __init__(
        self, message: Request | Refused, *, size: int, job: bool = False, batch: Batch | None
    ) -> None:
        self.message = message
        self.size = size
        self.job = job
        self.batch = batch
        self.cancelled = False

    def has_id(self, wanted: Id) -> bool:
        """Tell whether this is the request with an id; ids of two types never match."""
        known = self.message.id
        return isinstance(self.message, Request) and known == wanted and type(known) is type(wanted)


class Inbox:
    """A queue of one connection's work; every method may be called by any thread."""

    def __init__(self, interrupt: Callable[[], None]) -> None:
        self._interrupt = interrupt
        self._changed = Condition()
        self._waiting: deque[Work] = deque()
        self._bytes = 0
        self._running: Work | None = None
        self._closed = False

    def put(self, work: Work) -> None:
        """Append work; blocks while far too much is waiting, and drops it after the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._bytes < MAX_WAITING_BYTES or self._closed)
            if self._closed:
                return
            self._waiting.append(work)
            self._bytes += work.size
            self._changed.notify_all()

    def take(self) -> Work | None:
        """Wait for work, which then counts as running; None when there will be no more."""
        with self._changed:
            self._running = None
            self._changed.wait_for(lambda: self._waiting or self._closed)
            if not self._waiting:
                return None
            self._running = self._waiting.popleft()
            self._bytes -= self._running.size
            self._changed.notify_all()
            return self._running

    def done(self) -> None:
        """Let nobody cancel the running work any more."""
        with self._changed:
            self._running = None

    def cancel(self, wanted: Id) -> Work | None:
        """Cancel the request with an id: a running one is interrupted, a waiting one given back.

        The caller answers what is given back; a running one is answered by who runs it.
        """
        with self._changed:
            if self._running is not None and self._running.has_id(wanted):
                self._stop_running()
                return None
            found = next((work for work in self._waiting if work.has_id(wanted)), None)
            if found is not None:
                self._waiting.remove(found)
                self._bytes -= found.size
            return found

    def close(self) -> None:
        """Take no more in; what waits is still done, but long jobs end."""
        self._finish(lambda work: work.job)

    def stop(self) -> None:
        """Take no more in, cancel what waits and interrupt what runs."""
        self._finish(lambda _: True)

    def _finish(self, ends: Callable[[Work], bool]) -> None:
        with self._changed:
            self._closed = True
            for work in self._waiting:
                work.cancelled = work.cancelled or ends(work)
            if self._running is not None and ends(self._running):
                self._stop_running()
            self._changed.notify_all()

    def _stop_running(self) -> None:
        assert self._running is not None  # noqa: S101 - callers looked
        self._running.cancelled = True
        if not self._running.job:
            self._interrupt()  # a job asks by itself, between two steps
