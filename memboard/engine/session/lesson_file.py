"""The file of failure lessons: read as it is, changed under a lock, replaced as a whole."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from memboard.engine.errors import (
    StoreBusy,
    StoreError,
    StoreFull,
    StoreNewer,
    StoreReadOnly,
)

NAME = "failures.json"
VERSION = 1
LOCK_SECONDS = 5.0
"""How long a change waits for another process's."""

Entry = dict[str, Any]
"""One lesson as it lies in the file; what is not understood in it is kept."""
Shelves = dict[str, dict[str, Entry]]
"""Lessons by project key and command key."""


class LessonFile:
    """`failures.json` of a home."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME

    def content(self) -> bytes:
        """Read the file; one that is missing or cannot be read is empty."""
        try:
            return self.path.read_bytes()
        except OSError:
            return b""

    def damaged(self) -> bool:
        """Tell whether the file is there and cannot be understood."""
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            return False
        except OSError:
            return True
        return understood(content) is None

    def kept_aside(self) -> tuple[str, ...]:
        """Name the damaged files that were kept, oldest first."""
        found = self.path.parent.glob(f"{NAME}.damaged-*")
        return tuple(sorted((one.name for one in found), key=lambda name: (len(name), name)))

    @contextmanager
    def changing(self) -> Iterator[Shelves]:
        """Hold the lock, give what is kept, and write it back if it was changed.

        Raises:
            StoreBusy, StoreFull, StoreReadOnly, StoreNewer: nothing was changed.
        """
        from filelock import FileLock, Timeout  # 10 ms

        if not self.path.parent.is_dir():
            raise StoreError(f"The home {self.path.parent} is gone; no lesson was kept.")
        try:
            with FileLock(f"{self.path}.lock", timeout=LOCK_SECONDS, mode=0o600):
                before = self._read_whole()
                shelves: Shelves = json.loads(json.dumps(before))
                yield shelves
                if shelves != before:
                    self._replace(shelves)
        except Timeout as error:
            raise StoreBusy(
                f"Another process holds {self.path}; no lesson was changed.",
                hint="Try again in a moment.",
            ) from error
        except OSError as error:
            raise unwritable(self.path, error) from error

    def _read_whole(self) -> Shelves:
        """Read what is kept; a damaged file is put aside first, whole."""
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            return {}
        if newer(content):
            raise StoreNewer(
                f"{self.path} was written by a newer memboard, and was left untouched.",
                hint="Use that one.",
            )
        shelves = understood(content)
        if shelves is None:
            os.replace(self.path, self._free_name())
        return shelves or {}

    def _free_name(self) -> Path:
        number = 1
        while (place := self.path.with_name(f"{NAME}.damaged-{number}")).exists():
            number += 1
        return place

    def _replace(self, shelves: Shelves) -> None:
        """Write a new file beside the old one, and put it in its place."""
        content = {"version": VERSION, "projects": shelves}
        beside = self.path.with_name(f"{NAME}.new")  # a killed process's is written over
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "w", encoding="utf-8") as new:
            json.dump(content, new, ensure_ascii=True, indent=1)
            new.flush()
            os.fsync(new.fileno())
        os.replace(beside, self.path)
        sync_folder(self.path.parent)


def sync_folder(folder: Path) -> None:
    """Make a rename in a folder outlive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def understood(content: bytes) -> Shelves | None:
    """Read the lessons of a file's content; None where it is not such a file."""
    decoded = _decoded(content)
    if not isinstance(decoded, dict) or not isinstance(decoded.get("projects"), dict):
        return None
    projects: dict[str, Any] = decoded["projects"]
    for entries in projects.values():
        if not isinstance(entries, dict):
            return None
        if not all(isinstance(entry, dict) for entry in entries.values()):
            return None
    return projects


def newer(content: bytes) -> bool:
    """Tell whether a later memboard wrote a file."""
    decoded = _decoded(content)
    version = decoded.get("version") if isinstance(decoded, dict) else None
    return isinstance(version, int) and version > VERSION


def _decoded(content: bytes) -> object:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


def unwritable(path: Path, error: OSError) -> StoreError:
    """Say why the file cannot be changed."""
    import errno

    why = f"{path} cannot be written ({error.strerror}); no lesson was changed."
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StoreFull(why, hint="Make room on the disk.")
    return StoreReadOnly(why, hint="Make the home writable.")
