"""Ending in order when the system asks: a kill or a closed terminal leaves like `q`."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator

from memboard.descriptors import reader_gone

SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)  # Windows has no hang-up
HANG_UP = 129
"""128 and the number of SIGHUP."""
LOOK_SECONDS = 1.0
"""How long one look for the terminal waits."""
GRACE_SECONDS = 3.0
"""How long a board without a terminal may take to close its store."""


def leave_on_signals(leave: Callable[[int], object]) -> None:
    """Have the running loop leave with 128 and the signal's number, where loops can."""
    loop = asyncio.get_running_loop()
    for number in SIGNALS:
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(number, leave, 128 + number)


def leave_without_terminal(leave: Callable[[int], object]) -> None:
    """Have the running loop leave when its terminal is gone, also where no signal tells of it.

    What is drawn then goes nowhere and the driver may wait for ever to write it, so the process
    is ended after a while: the store's changes are whole transactions, made or not made.
    """
    loop = asyncio.get_running_loop()

    def watch() -> None:
        while not reader_gone(0, LOOK_SECONDS):
            pass  # the poll itself waits
        with contextlib.suppress(RuntimeError):  # the loop has ended already
            loop.call_soon_threadsafe(leave, HANG_UP)
        time.sleep(GRACE_SECONDS)
        os._exit(HANG_UP)

    threading.Thread(target=watch, name="memboard-terminal", daemon=True).start()


@contextlib.contextmanager
def handlers_kept() -> Iterator[None]:
    """Put back what the caller had said of these signals; the end of a loop takes it away."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
