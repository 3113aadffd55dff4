"""The answers to one array of messages, sent as one array when the last is there."""

from __future__ import annotations

from threading import Lock


class Batch:
    """Collects answers; may be given them by any thread."""

    def __init__(self, size: int) -> None:
        self._open = size
        self._answers: list[bytes] = []
        self._lock = Lock()

    def collect(self, answer: bytes | None) -> bytes | None:
        """Take one message's answer (None: it gets none); give the array once complete."""
        with self._lock:
            self._open -= 1
            if answer is not None:
                self._answers.append(answer)
            if self._open or not self._answers:
                return None
            return b"[" + b",".join(self._answers) + b"]"
