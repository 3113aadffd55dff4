"""Ending in order when the system asks: a kill or a closed terminal leaves like `q`."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import threading
from collections.abc import Callable, Iterator

SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)  # Windows has no hang-up


def leave_on_signals(leave: Callable[[int], object]) -> None:
    """Have the running loop leave with 128 and the signal's number, where loops can."""
    loop = asyncio.get_running_loop()
    for number in SIGNALS:
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(number, leave, 128 + number)


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
