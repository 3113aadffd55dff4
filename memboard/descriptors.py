"""Standard input and output of a server on pipes, kept for frames alone."""

from __future__ import annotations

import os
import select
import sys
import time
from typing import BinaryIO

GONE = getattr(select, "POLLERR", 0) | getattr(select, "POLLHUP", 0)  # Windows has no poll


def take_descriptors() -> tuple[BinaryIO, BinaryIO]:
    """Keep stdin and stdout for frames, for as long as the process lives.

    Whoever prints, a library or a program we start, then prints to stderr; whoever reads stdin
    reads nothing.
    """
    nothing = os.open(os.devnull, os.O_RDWR)
    stdin = os.fdopen(duplicate(0, nothing), "rb", 65_536)
    stdout = os.fdopen(duplicate(1, nothing), "wb", 65_536)
    os.dup2(nothing, 0)
    os.dup2(duplicate(2, nothing), 1)
    if sys.stdout is not None and hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(line_buffering=True)
    return stdin, stdout


def duplicate(descriptor: int, otherwise: int) -> int:
    """Duplicate a descriptor; one that was closed stands for nothing."""
    try:
        return os.dup(descriptor)
    except OSError:
        return os.dup(otherwise)


def reader_gone(descriptor: int, seconds: float = 0.0) -> bool:
    """Tell whether a pipe's or a terminal's other end is gone; waits for that so long at most."""
    if not hasattr(select, "poll"):
        time.sleep(seconds)
        return False
    poll = select.poll()
    poll.register(descriptor, 0)
    return any(events & GONE for _, events in poll.poll(seconds * 1000))
