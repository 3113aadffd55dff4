"""Putting a model's folder in place: built aside, then renamed, one process at a time."""

from __future__ import annotations

import math
import os
import shutil
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from memboard.engine.errors import Cancelled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

STAGING = ".staging"
LOCK_POLL_SECONDS = 0.2


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
        staged = room / folder.name
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


def publish(staged: Path, folder: Path) -> None:
    """Rename the finished folder into place; call it while holding `staging`."""
    old = staged.with_name(f"{folder.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if folder.exists():
        folder.rename(old)
    staged.rename(folder)
    shutil.rmtree(old, ignore_errors=True)


def share(source: Path, target: Path) -> None:
    """Make `target` the same file as `source`, or a copy where links cannot be made."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.unlink(missing_ok=True)
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def stop_if(cancelled: Callable[[], bool] | None) -> None:
    """Raise Cancelled when the caller asked to stop."""
    if cancelled is not None and cancelled():
        raise Cancelled("The pull was stopped.", hint="The next one goes on from there.")
