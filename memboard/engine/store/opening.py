"""Connects to the file: to read and write where that is possible, else only to read."""

from __future__ import annotations

import os
from pathlib import Path

import apsw

from memboard.engine.errors import HomeRefused, StoreReadOnly


def read_and_write(path: Path, patience: float, *, make: bool = True) -> apsw.Connection | None:
    """Open the file, made where it is missing; None where it can at most be read."""
    flags = apsw.SQLITE_OPEN_READWRITE | (apsw.SQLITE_OPEN_CREATE if make else 0)
    if path.is_dir():
        raise HomeRefused(f"The store {path} is a folder, not a file.")
    needed = (path, path.parent)  # SQLite makes files beside it
    if path.exists() and not all(os.access(place, os.W_OK) for place in needed):
        return None
    umask = os.umask(0o077)  # files 0600, also -wal and -shm
    try:
        connection = apsw.Connection(os.fspath(path), flags=flags)
        connection.set_busy_timeout(round(patience * 1000))
        return connection
    except apsw.CantOpenError as error:
        if path.exists():
            return None
        if not make:
            raise HomeRefused(
                f"There is no store {path}.", hint="Whatever adds a note makes one."
            ) from error
        raise HomeRefused(
            f"The store {path} cannot be made: its folder cannot be written.",
            hint="Name another home with --home or MEMBOARD_HOME.",
        ) from error
    finally:
        os.umask(umask)


def read_only(path: Path, patience: float, why: str) -> apsw.Connection:
    """Open the file to read it; `why` says in an error what keeps it from being written.

    Raises:
        StoreReadOnly: changes wait in a log that cannot be read.
        HomeRefused: the file may not be read.
    """
    try:
        return _reader(path, "mode=ro", patience)
    except apsw.Error:
        _require_right(path)
        # without a -shm file and the right to make one, WAL can only be read as immutable
        if logged(path):
            raise StoreReadOnly(
                f"Not read. {path} has a log beside it, and {why}.",
                hint="Open it once where it can be, so that the changes are moved into it.",
            ) from None
        return _reader(path, "mode=ro&immutable=1", patience)


def logged(path: Path) -> bool:
    """Tell whether there is a write-ahead log with something in it."""
    log = path.with_name(path.name + "-wal")
    return log.exists() and log.stat().st_size > 0


def _reader(path: Path, query: str, patience: float) -> apsw.Connection:
    uri = path.absolute().as_uri() + "?" + query
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    connection = apsw.Connection(uri, flags=flags)
    connection.set_busy_timeout(round(patience * 1000))
    connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    return connection


def _require_right(path: Path) -> None:
    """Tell a file that may not be read from a disk that fails."""
    try:
        path.open("rb").close()
    except PermissionError as error:
        raise HomeRefused(
            f"Not opened: {path}. You have no permission to read it.",
            hint="Ask its owner, or name another home with --home or MEMBOARD_HOME.",
        ) from error
    except OSError:
        return  # SQLite says it better
