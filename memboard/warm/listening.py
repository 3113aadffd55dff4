"""The socket file of one process: made without a gap, told from others', taken away at the end."""

from __future__ import annotations

import contextlib
import os
import socket
from pathlib import Path

from memboard.warm.asking import drop_dead
from memboard.warm.places import ENDING, address, open_place, place_of, sockets_in

WAITING = 16
"""Connections that the system keeps until they are accepted."""


class Listening:
    """A socket that listens in a home, named after this process."""

    def __init__(self, home_folder: Path) -> None:
        """Listen.

        Raises:
            OSError: the home cannot be written, or somebody else may write in its folder.
        """
        self.folder = place_of(home_folder)
        self.name = f"{os.getpid()}{ENDING}"
        self._place = private_place(self.folder)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._number = self._listen()
            drop_dead_sockets(self.folder, self._place, but=self.name)
        except OSError:
            self.leave()
            raise

    def close(self) -> None:
        """Stop listening and take the socket's file away, if it is still this one."""
        with contextlib.suppress(OSError):
            if number_of(self._place, self.name) == self._number:
                os.unlink(self.name, dir_fd=self._place)
        self.leave()

    def leave(self) -> None:
        """Close what is open here and leave the file: a forked child's is its parent's."""
        self.socket.close()
        with contextlib.suppress(OSError):
            os.close(self._place)
        self._place = -1

    def _listen(self) -> tuple[int, int]:
        """Listen first and be seen then: a socket that refuses is taken for a dead one."""
        hidden = f".{os.getpid()}.new"
        with contextlib.suppress(FileNotFoundError):
            os.unlink(hidden, dir_fd=self._place)
        self.socket.bind(address(self.folder, self._place, hidden))
        os.chmod(hidden, 0o600, dir_fd=self._place)
        self.socket.listen(WAITING)
        self.socket.setblocking(False)
        os.rename(hidden, self.name, src_dir_fd=self._place, dst_dir_fd=self._place)
        return number_of(self._place, self.name)


def private_place(folder: Path) -> int:
    """Make and open a folder of mode 0700; gives its descriptor.

    Raises:
        OSError: it cannot be made, or is somebody else's.
    """
    with contextlib.suppress(FileExistsError):
        os.mkdir(folder, 0o700)
    place = open_place(folder)
    try:
        os.fchmod(place, 0o700)
    except OSError:
        os.close(place)
        raise
    return place


def number_of(place: int, name: str) -> tuple[int, int]:
    """Tell files apart that had the same name one after the other."""
    found = os.stat(name, dir_fd=place, follow_symlinks=False)
    return found.st_dev, found.st_ino


def drop_dead_sockets(folder: Path, place: int, *, but: str) -> None:
    """Take away the sockets on which nobody listens any more."""
    for name in sockets_in(place):
        if name != but:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
                probe.setblocking(False)
                try:
                    probe.connect(address(folder, place, name))
                except ConnectionRefusedError:
                    drop_dead(place, name)
                except OSError:
                    continue
