"""Who runs a cycle, and whether that process still lives."""

from __future__ import annotations

import os
from pathlib import Path

from memboard.engine.store.cycles import Process, Running

STALE_MILLISECONDS = 30 * 60_000
"""From this age on a cycle counts as hung, whatever its process does."""
UNKNOWN = ""
ENDED = ("Z", "X")
"""How Linux marks a process that is dead and still listed."""


def this_process() -> Process:
    """Name the process that runs."""
    number = os.getpid()
    return Process(machine=this_machine(), number=number, born=born(number))


def this_machine() -> str:
    """Name the machine since its last start, and the container, whose numbers are its own."""
    import socket  # 5 ms, and only in a cycle

    return "/".join((socket.gethostname(), read_line("/proc/sys/kernel/random/boot_id"), space()))


def space() -> str:
    """Name the space in which process numbers are given out; empty where there is only one."""
    try:
        return os.readlink("/proc/self/ns/pid")
    except OSError:
        return UNKNOWN


def born(number: int) -> str:
    """Tell when a process started, in the system's own measure; empty where it cannot tell.

    One that ended, and that its parent did not look after yet, was never born.
    """
    line = read_line(f"/proc/{number}/stat")
    fields = line.rpartition(")")[2].split()  # its name, in brackets, may hold anything
    return fields[19] if len(fields) > 19 and fields[0] not in ENDED else UNKNOWN


def read_line(path: str) -> str:
    """Read a file of the system's; empty where there is none."""
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return UNKNOWN


def is_gone(process: Process) -> bool:
    """Tell whether a process is known to be dead; False where that cannot be told from here."""
    if process.machine != this_machine() or os.name != "posix":
        return False
    try:
        os.kill(process.number, 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return process.born != born(process.number)


def interruption(cycle: Running, now: int) -> str | None:
    """Say why a running cycle counts as interrupted; None while it may still be at work."""
    if is_gone(cycle.process):
        return "Its process ended before it did."
    age = now - cycle.started_at
    if age >= STALE_MILLISECONDS or age <= -STALE_MILLISECONDS:
        return "It hung for 30 minutes."
    return None
