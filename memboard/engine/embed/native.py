"""Keeps native code from being under way when the process ends.

A daemon thread that comes back from onnxruntime into an interpreter that is shutting down is torn
down inside C++, and the process aborts (measured: 7 of 34 exits during a background load).
"""

from __future__ import annotations

import atexit
from contextlib import contextmanager
from threading import Condition
from typing import TYPE_CHECKING

from memboard.engine.errors import EmbedderFailed

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_WAIT_SECONDS = 5.0


class NativeGate:
    """Counts the calls inside native code; once closed it lets no further one in."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._inside = 0
        self._closed = False

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Hold the process open for one call; raises EmbedderFailed once it is ending."""
        with self._changed:
            if self._closed:
                raise EmbedderFailed("The process is ending.")
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()

    def close(self) -> None:
        """Let the calls under way finish, and no other begin."""
        with self._changed:
            self._closed = True
            self._changed.wait_for(lambda: self._inside == 0, LONGEST_WAIT_SECONDS)


GATE = NativeGate()
"""The process's one gate."""

atexit.register(GATE.close)
