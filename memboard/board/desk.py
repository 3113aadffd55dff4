"""The desk: one thread that owns the store, so that the board never waits for it.

Opening, reading and changing all happen there, in the order they were asked for. Long work comes
as a generator, and every step of it is a job of its own, so that a search slips in between.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from memboard.engine import Memory

Answer = TypeVar("Answer")
Opener = Callable[[], Memory]

END: Final = object()


class DeskClosed(Exception):
    """The board is going down; a reading that waited was dropped."""


class Desk:
    """Runs jobs on the one `Memory`, each in turn, on a thread of its own.

    Changes that were accepted are finished before the desk closes; readings are not.
    """

    def __init__(self, opener: Opener) -> None:
        self._opener = opener
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="memboard-desk")
        self._memory: Memory | None = None
        self._closing = False
        self._changing = False
        self._flag = threading.Lock()  # so that an interrupt never meets a change
        self._waiting = 0

    @property
    def busy(self) -> bool:
        """Whether any job is running or waiting."""
        return self._waiting > 0

    async def open(self) -> None:
        """Open the store; raises what the opener raises."""
        self._memory = await self._run(self._opener)

    async def __call__(self, job: Callable[[Memory], Answer]) -> Answer:
        """Read from the store."""
        return await self._run(lambda: self._read(job))

    async def change(self, job: Callable[[Memory], Answer]) -> Answer:
        """Change the store; done even when the board closes meanwhile."""
        return await self._run(lambda: self._change(job))

    async def steps(self, job: Callable[[Memory], Iterator[Answer]]) -> AsyncIterator[Answer]:
        """Run a long job one step at a time, letting other jobs in between."""
        generator = await self(job)
        try:
            while True:
                step = await self(lambda _: next(generator, END))
                if step is END:
                    return
                yield step  # type: ignore[misc]  # END was the only stranger
        finally:
            if not self._closing:
                await self._run(lambda: close_generator(generator))

    async def close(self) -> None:
        """Stop the reading that runs, finish the changes that wait, close the store."""
        if self._closing:
            return
        self._closing = True
        with self._flag:
            if self._memory is not None and not self._changing:
                self._memory.interrupt()
        await asyncio.get_running_loop().run_in_executor(self._executor, self._close)
        self._executor.shutdown(wait=False)

    async def _run(self, job: Callable[[], Answer]) -> Answer:
        if self._closing:
            raise DeskClosed
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, job)
        finally:
            self._waiting -= 1

    def _read(self, job: Callable[[Memory], Answer]) -> Answer:
        if self._closing or self._memory is None:
            raise DeskClosed
        return job(self._memory)

    def _change(self, job: Callable[[Memory], Answer]) -> Answer:
        if self._memory is None:
            raise DeskClosed
        with self._flag:
            self._changing = True
        try:
            return job(self._memory)
        finally:
            self._changing = False

    def _close(self) -> None:
        if self._memory is not None:
            self._memory.close()


def close_generator(generator: Iterator[object]) -> None:
    """Let a generator that was left early clean up on the thread it ran on."""
    close = getattr(generator, "close", None)
    if close is not None:
        close()
