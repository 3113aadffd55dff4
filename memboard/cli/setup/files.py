"""Reads a host's file and puts another in its place, whole and only if nobody changed it since."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path
from typing import NamedTuple

from memboard.cli.faults import Failed

MAX_BYTES = 16_000_000
"""No host's settings are larger."""
UNCHANGED = "Nothing was changed."


class Found(NamedTuple):
    """A file as it was found."""

    raw: bytes
    mode: int
    owner: int
    group: int


def find_file(path: Path) -> Found | None:
    """Read a file; None where there is none.

    Raises:
        Failed: it is no file, or none that settings are in.
        OSError: it cannot be read.
    """
    try:
        kind = path.stat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(kind.st_mode):
        raise Failed(f"{path} is no file.", f"{UNCHANGED} Move it away, and say so again.")
    if kind.st_size > MAX_BYTES:
        raise Failed(f"{path} is too large for settings.", UNCHANGED)
    return Found(path.read_bytes(), stat.S_IMODE(kind.st_mode), kind.st_uid, kind.st_gid)


def check_writable(path: Path, found: Found | None) -> None:
    """Refuse a file that its owner protects.

    Raises:
        Failed: it may only be read.
    """
    if found is not None and not found.mode & 0o222:
        raise Failed(
            f"{path} may only be read.",
            f"{UNCHANGED} chmod u+w {path} lets it be written, if nothing else makes that file.",
        )


def replace_file(path: Path, found: Found | None, raw: bytes | None) -> bool:
    """Put new bytes in a file's place, or with None take it away.

    Args:
        path: the file itself, no link to it.
        found: what the bytes were made from.
        raw: the new bytes.

    Returns:
        False where the file is no longer as it was found; it is left alone then.

    Raises:
        OSError: it cannot be written; nothing was changed.
    """
    if raw is None:
        return same(path, found) and removed(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    number, staged = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(number, "wb") as stream:
            if found is not None:
                keep_rights(stream.fileno(), found)
            stream.write(raw)
            stream.flush()
            os.fsync(stream.fileno())
        if not same(path, found):
            os.unlink(staged)
            return False
        os.replace(staged, path)
    except BaseException:
        if os.path.exists(staged):
            os.unlink(staged)
        raise
    sync_folder(path.parent)
    return True


def removed(path: Path) -> bool:
    """Take a file away."""
    path.unlink()
    sync_folder(path.parent)
    return True


def same(path: Path, found: Found | None) -> bool:
    """Tell whether a file is still as it was found."""
    return find_file(path) == found


def keep_rights(number: int, found: Found) -> None:
    """Give a new file the owner and the rights of the one it replaces.

    Raises:
        Failed: it is another user's.
    """
    here = os.fstat(number)
    if (here.st_uid, here.st_gid) != (found.owner, found.group):
        try:
            os.fchown(number, found.owner, found.group)
        except PermissionError as error:
            raise Failed(
                "The file belongs to somebody else, and would be yours afterwards.",
                f"{UNCHANGED} Run setup as its owner.",
            ) from error
    os.fchmod(number, found.mode)


def sync_folder(folder: Path) -> None:
    """Make a rename in a folder outlive a power cut."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
