"""Ends a program together with all that it started."""

from __future__ import annotations

import os
import signal
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from subprocess import Popen

POLITE_SECONDS = 1.0
"""From SIGTERM to SIGKILL."""
LAST_SECONDS = 1.0
"""How long the end is waited for after SIGKILL."""
LOOK_SECONDS = 0.01


def end_group(process: Popen[bytes]) -> None:
    """End what is left of a program's process group, and reap the program.

    The program heads the group. What has left it for a session of its own is out of reach.
    Without process groups, as on Windows, the program alone is ended.
    """
    if not hasattr(os, "killpg"):
        process.kill()
        process.wait()
        return
    for order, patience in ((signal.SIGTERM, POLITE_SECONDS), (signal.SIGKILL, LAST_SECONDS)):
        if not signalled(process.pid, order) or gone(process, patience):
            break
    process.poll()


def gone(process: Popen[bytes], patience: float) -> bool:
    """Tell whether a group came to its end in time."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        process.poll()  # an unreaped head keeps its group in being
        if not signalled(process.pid, 0):
            return True
        time.sleep(LOOK_SECONDS)
    return False


def signalled(group: int, order: int) -> bool:
    """Signal a group; False where nobody is in it that could be reached."""
    try:
        os.killpg(group, order)
    except (ProcessLookupError, PermissionError):
        return False
    return True
