"""The blocked log: JSON lines, one text withheld from a model each; safe for many processes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from memboard.engine.errors import StoreError
from memboard.engine.shown import Blocked

NAME = "blocked.log"
MAX_BYTES = 5_000_000
"""A longer log becomes `blocked.log.1`, and the one before it goes."""
LOCK_SECONDS = 1.0


def append_blocked(folder: Path, events: Sequence[Blocked]) -> None:
    """Append events, each with one write; a torn last line is ended first.

    Raises:
        OSError: the log cannot be written.
    """
    path = folder / NAME
    lines = b"".join(msgspec.json.encode(event) + b"\n" for event in events)
    if size_of(path) + len(lines) > MAX_BYTES:
        rotate(path, len(lines))
    descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        end = os.lseek(descriptor, 0, os.SEEK_END)
        torn = end > 0 and os.pread(descriptor, 1, end - 1) != b"\n"
        rest = b"\n" + lines if torn else lines
        while rest:  # a disk that is nearly full takes only a part
            rest = rest[os.write(descriptor, rest) :]
    finally:
        os.close(descriptor)


def rotate(path: Path, coming: int) -> None:
    """Put a full log aside, once, whoever comes first."""
    from filelock import FileLock, Timeout

    try:
        with FileLock(f"{path}.lock", timeout=LOCK_SECONDS, mode=0o600):
            if size_of(path) and size_of(path) + coming > MAX_BYTES:
                os.replace(path, f"{path}.1")
    except Timeout:
        return  # somebody else is at it; the log grows a little further meanwhile


def size_of(path: Path) -> int:
    """Give a file's size; a missing one has none."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def read_blocked(folder: Path, limit: int) -> tuple[Blocked, ...]:
    """Read the newest events, newest first; lines that are torn or not ours are passed over.

    Raises:
        StoreError: the log is there and cannot be read.
    """
    events: list[Blocked] = []
    for name in (NAME, f"{NAME}.1"):
        if len(events) >= limit:
            break
        for line in reversed(lines_of(folder / name)):
            try:
                events.append(msgspec.json.decode(line, type=Blocked))
            except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError):
                continue
            if len(events) >= limit:
                break
    return tuple(events)


def lines_of(path: Path) -> list[bytes]:
    """Read a log's lines; a missing one has none."""
    try:
        return path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StoreError(f"{path} cannot be read ({error.strerror}).") from error
