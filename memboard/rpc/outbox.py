"""The way out: whole lines, one at a time, whoever writes."""

from __future__ import annotations

from threading import Lock
from typing import BinaryIO


class Outbox:
    """Writes lines to the client; once it has gone, they vanish quietly."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = Lock()
        self.gone = False

    def write(self, line: bytes) -> None:
        """Write one message and its newline."""
        with self._lock:
            if self.gone:
                return
            try:
                self._stream.write(line + b"\n")
                self._stream.flush()
            except (OSError, ValueError):  # closed by the client, or by us
                self.gone = True
