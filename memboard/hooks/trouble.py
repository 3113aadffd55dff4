"""The log of what went wrong in hooks, which say nothing themselves.

A line names the host, the event, the error's kind and the place in the code. It holds nothing
of a payload, nor of an error's message, which may quote one. A worker's line says in one why a
cheap query came to nothing, which is made harmless where it is said.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

MAX_BYTES = 256 * 1024
"""A log that is larger becomes `hooks.log.1`; the one before goes."""


def log_folder(home: Path) -> Path:
    """Give the folder of the log."""
    return home / "log"


def note_trouble(home: Path, what: str) -> None:
    """Append a line; a home that is not there stays away, and a log that fails is no trouble."""
    try:
        _append(log_folder(home), what) if home.is_dir() else None
    except OSError:
        return


def _append(folder: Path, what: str) -> None:
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / "hooks.log"
    if path.exists() and path.stat().st_size > MAX_BYTES:
        path.replace(folder / "hooks.log.1")
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    plain = "".join(one if one.isprintable() else " " for one in what[:400])
    line = f"{at} {plain}\n".encode("ascii", "backslashreplace")
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(descriptor, line)
    finally:
        os.close(descriptor)


def said(error: BaseException) -> str:
    """Name an error and where it came from, without its message."""
    code = getattr(error, "code", None)
    kind = f"{type(error).__name__} ({code})" if isinstance(code, str) else type(error).__name__
    trace, place = error.__traceback__, ""
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if "memboard" in file:
            place = f" at {os.path.basename(file)}:{trace.tb_lineno}"
        trace = trace.tb_next
    return kind + place
