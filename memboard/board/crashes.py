"""What went wrong inside the board is written down to be reported; the board goes on."""

from __future__ import annotations

import contextlib
import os
import traceback
from pathlib import Path

NAME = "board.log"
LARGEST = 256 * 1024
"""Bytes after which the log starts anew."""


def write_crash(folder: Path, error: BaseException, when: str) -> None:
    """Append a traceback to the log of a home, readable by its owner only."""
    path = folder / NAME
    text = "".join(traceback.format_exception(error))
    with contextlib.suppress(OSError):
        fresh = path.exists() and path.stat().st_size > LARGEST
        flags = os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if fresh else os.O_APPEND)
        with os.fdopen(os.open(path, flags, 0o600), "a", encoding="utf-8") as log:
            log.write(f"{when}\n{text}\n")
