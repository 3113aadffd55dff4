"""Putting a model's folder in place: built aside, then renamed, one process at a time."""

from __future__ import annotations

import errno
import math
import os
import shutil
import sys
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from memboard.engine.errors import Cancelled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

STAGING = ".staging"
LOCK_POLL_SECONDS = 0.2
SPARE_BYTES = 16 * 1024 * 1024
"""Kept free beyond what is copied or fetched."""
FICLONE = 0x40049409
"""Linux: the new file shares the old one's blocks until either is changed (btrfs, xfs)."""


@contextmanager
def staging(
    folder: Path, *, seconds: float | None = None, cancelled: Callable[[], bool] | None = None
) -> Iterator[Path]:
    """The one place where `folder` may be built, held against other processes.

    What an earlier, interrupted holder left there is still there. Raises TimeoutError after
    `seconds` (None: waits), Cancelled when the caller no longer wants to wait, and OSError where
    nothing can be written.
    """
    room = folder.parent / STAGING
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    room.mkdir(mode=0o700, exist_ok=True)
    with _held(room / f"{folder.name}.lock", seconds, cancelled):
        staged, _ = leftovers(folder)
        staged.mkdir(mode=0o700, exist_ok=True)
        yield staged


@contextmanager
def _held(
    path: Path, seconds: float | None, cancelled: Callable[[], bool] | None
) -> Iterator[None]:
    from filelock import FileLock, Timeout  # 10 ms

    lock = FileLock(path)
    deadline = math.inf if seconds is None else monotonic() + seconds
    while not lock.is_locked:
        stop_if(cancelled)
        try:
            lock.acquire(timeout=LOCK_POLL_SECONDS)
        except Timeout:
            if monotonic() > deadline:
                raise
    try:
        yield
    finally:
        lock.release()


def leftovers(folder: Path) -> tuple[Path, Path]:
    """Where a new folder is built and where the old one waits to go; free once published."""
    room = folder.parent / STAGING
    return room / folder.name, room / f"{folder.name}.old"


def publish(staged: Path, folder: Path) -> None:
    """Rename the finished folder into place; call it while holding `staging`."""
    _, old = leftovers(folder)
    shutil.rmtree(old, ignore_errors=True)
    if folder.exists():
        folder.rename(old)
    staged.rename(folder)
    shutil.rmtree(old, ignore_errors=True)


def copy(source: Path, target: Path) -> None:
    """Make `target` a file of its own with the content of `source`; never a link.

    Raises OSError where it cannot be made or room is scarce; nothing is left of it then.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    target.unlink(missing_ok=True)
    try:
        if not _cloned(source, target):
            require_room(target.parent, source.stat().st_size)
            shutil.copyfile(source, target)
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def require_room(folder: Path, size: int) -> None:
    """Raise OSError (ENOSPC) unless `size` bytes fit on the folder's disk, and some to spare."""
    if shutil.disk_usage(folder).free < size + SPARE_BYTES:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))


def _cloned(source: Path, target: Path) -> bool:
    """Copy without copying bytes, where the file system can; tell whether it could."""
    if sys.platform != "linux":
        return False
    import fcntl

    with source.open("rb") as given, target.open("wb") as made:
        try:
            fcntl.ioctl(made.fileno(), FICLONE, given.fileno())
        except OSError:
            return False
    return True


def stop_if(cancelled: Callable[[], bool] | None) -> None:
    """Raise Cancelled when the caller asked to stop."""
    if cancelled is not None and cancelled():
        raise Cancelled("The pull was stopped.", hint="The next one goes on from there.")
