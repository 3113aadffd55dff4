"""The desk: one thread that owns the store, so that the server never waits for it.

Calls run there one at a time, in the order in which they came.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import TypeVar

from memboard.engine import MemboardError, Memory
from memboard.mcp.actor import ANONYMOUS

Answer = TypeVar("Answer")
OpenStore = Callable[[str], Memory]
"""Opens the store for changes in an actor's name."""


class Desk:
    """Runs jobs on the one `Memory`; opened when first needed, tried again while it cannot be."""

    def __init__(self, open_store: OpenStore) -> None:
        self._open_store = open_store
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="memboard-desk")
        self._memory: Memory | None = None
        self._running: object | None = None
        self._turn = Lock()  # so that an interrupt never meets the next job
        self.actor = ANONYMOUS
        self._attended = False

    def attend(self, actor: str) -> None:
        """Settle whose changes these are, once, and start loading the model in the background."""
        if not self._attended:
            self._attended = True
            self.actor = actor
            self._executor.submit(self._warm)

    async def __call__(self, job: Callable[[Memory], Answer]) -> Answer:
        """Run a job; one whose caller is cancelled is interrupted, or never begun.

        Raises:
            MemboardError: the store cannot be opened now, or what the job raises.
        """
        ticket = object()
        running: Future[Answer] = self._executor.submit(self._run, ticket, job)
        try:
            return await asyncio.wrap_future(running)
        except asyncio.CancelledError:
            self._interrupt(ticket)
            raise

    def close(self) -> None:
        """Finish what runs, drop what waits, close the store."""
        self._executor.submit(self._close)
        self._executor.shutdown(wait=True)

    def _run(self, ticket: object, job: Callable[[Memory], Answer]) -> Answer:
        with self._turn:
            self._running = ticket
        try:
            return job(self._opened())
        finally:
            with self._turn:
                self._running = None

    def _interrupt(self, ticket: object) -> None:
        with self._turn:
            if self._running is ticket and self._memory is not None:
                self._memory.interrupt()

    def _opened(self) -> Memory:
        if self._memory is None:
            self._memory = self._open_store(self.actor)
        return self._memory

    def _warm(self) -> None:
        try:
            self._opened().warm()
        except MemboardError:
            return  # said by the first call that needs it

    def _close(self) -> None:
        if self._memory is not None:
            self._memory.close()
