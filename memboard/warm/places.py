"""Where the sockets of warm processes lie, and which of them may be trusted.

On a hook's way: it loads neither the store nor the engine's values.
"""

from __future__ import annotations

import _socket
import os
import stat
import sys
from pathlib import Path
from typing import Protocol

FOLDER = "warm"
ENDING = ".sock"
LONGEST = 100
"""Bytes of a socket's address that every system takes: macOS has 104, Linux 108."""
LONGEST_NAME = len("4194304.sock")
DESCRIPTORS = "/proc/self/fd"
"""Where a system lets a file be reached through the folder that holds it, once that is open."""


class Peered(Protocol):
    """A connected socket, as far as it tells who is at the other end."""

    def getsockopt(self, level: int, option: int, size: int, /) -> bytes:
        """Read an option as the system gives it."""


def place_of(home_folder: Path, descriptors: str = DESCRIPTORS) -> Path:
    """Give the folder of a home's sockets: `warm` inside it.

    Where that path is too long for an address, and no open folder can stand for it, a private
    folder among the temporary files, told apart by a hash of the home's path.
    """
    folder = home_folder / FOLDER
    if fits(folder) or os.path.isdir(descriptors):
        return folder
    from hashlib import sha256  # only for such a home

    known = sha256(os.fsencode(os.path.realpath(home_folder))).hexdigest()[:32]
    return Path(os.environ.get("TMPDIR") or "/tmp") / f"memboard-{known}"  # noqa: S108 - checked


def fits(folder: Path) -> bool:
    """Tell whether a socket in a folder can be addressed by its path."""
    return len(os.fsencode(folder)) + 1 + LONGEST_NAME <= LONGEST


def open_place(folder: Path) -> int:
    """Open a folder of sockets; gives its descriptor.

    Raises:
        OSError: it is not there, or no folder, or somebody else may write in it.
    """
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(folder, flags)
    if not is_ours(os.fstat(descriptor)):
        os.close(descriptor)
        raise PermissionError(f"{folder} is not ours alone")
    return descriptor


def is_ours(found: os.stat_result) -> bool:
    """Tell whether a file is this user's, and written by nobody else."""
    return found.st_uid == os.geteuid() and not found.st_mode & 0o022


def sockets_in(place: int) -> list[str]:
    """List the sockets of an open folder that may be trusted, newest first."""
    found = []
    for name in os.listdir(place):
        if name.endswith(ENDING):
            try:
                here = os.stat(name, dir_fd=place, follow_symlinks=False)
            except OSError:
                continue  # its process has just ended
            if stat.S_ISSOCK(here.st_mode) and is_ours(here):
                found.append((here.st_mtime_ns, name))
    return [name for _, name in sorted(found, reverse=True)]


def address(folder: Path, place: int, name: str) -> str:
    """Give the address of a socket: its path, or where that is too long, through its folder."""
    return os.fspath(folder / name) if fits(folder) else f"{DESCRIPTORS}/{place}/{name}"


def same_user(connection: Peered) -> bool:
    """Tell whether this user is at the other end, where the system says who is.

    Raises:
        OSError: there is nobody any more.
    """
    user = peer_user(connection)
    return user is None or user == os.geteuid()


def peer_user(connection: Peered) -> int | None:
    """Give the user at the other end; None where the system does not say."""
    if sys.platform == "linux":
        # struct ucred: pid, uid, gid, of whoever listens or connected
        told = connection.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)
    elif sys.platform in ("darwin", "freebsd"):
        told = connection.getsockopt(0, 1, 80)  # LOCAL_PEERCRED gives struct xucred: version, uid
    else:
        return None
    return int.from_bytes(told[4:8], sys.byteorder)
