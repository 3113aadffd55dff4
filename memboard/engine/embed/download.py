"""One file of a model: from the hub to disk, over as many connections as it takes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memboard.engine.errors import PullFailed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from memboard.engine.embed.hub import Hub, RemoteFile

MOST_CONNECTIONS = 20
"""For one file, however much each one brings."""


class Download:
    """Brings one file into a folder, whole and checked, or not at all.

    Bytes go to a file named for their digest, so that whatever a stopped or killed pull left
    can be continued and never be taken for another version.
    """

    def __init__(self, hub: Hub, file: RemoteFile, folder: Path, command: str) -> None:
        self._hub = hub
        self._file = file
        self._target = folder / file.name
        self._part = folder / f"{file.digest}.part"
        self._command = command

    def run(self, told: Callable[[int], None]) -> None:
        """Fetch, check, rename. `told` gets the bytes on disk so far, and may raise to stop."""
        resumed = self._size() > 0
        self._fetch(told)
        if not self._file.is_at(self._part):
            self._part.unlink()
            if not resumed:
                raise self._stopped("the bytes do not match the hub's own checksum")
            self.run(told)
            return
        self._target.parent.mkdir(parents=True, exist_ok=True)
        self._part.replace(self._target)

    def _fetch(self, told: Callable[[int], None]) -> None:
        for _ in range(MOST_CONNECTIONS):
            before = self._size()
            if before >= self._file.size:
                return
            reason = "the connection broke"
            try:
                self._receive(before, told)
            except ConnectionError as error:
                reason = str(error)
            if self._size() <= before:
                raise self._stopped(reason)
        if self._size() < self._file.size:
            raise self._stopped("the connection keeps breaking")

    def _receive(self, start: int, told: Callable[[int], None]) -> None:
        mode = "r+b" if self._part.exists() else "w+b"
        with (
            self._hub.bytes_of(self._file, start) as (offset, chunks),
            self._part.open(mode) as part,
        ):
            part.seek(offset)
            part.truncate()
            for chunk in chunks:
                part.write(chunk)
                told(part.tell())
                if part.tell() > self._file.size:
                    break
            part.flush()
            os.fsync(part.fileno())

    def _size(self) -> int:
        return self._part.stat().st_size if self._part.exists() else 0

    def _stopped(self, reason: str) -> PullFailed:
        there = f"{self._size():,} of {self._file.size:,} bytes"
        return PullFailed(
            f"{self._file.name} stopped at {there}: {reason}.",
            hint=f"`{self._command}` goes on from there.",
        )
