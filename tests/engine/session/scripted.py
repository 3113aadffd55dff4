"""Cheap queries that answer what a test wrote for them."""

from __future__ import annotations

import json
from collections.abc import Callable


class Scripted:
    """Answers each question with the next of its replies, and remembers the questions."""

    name = "scripted"

    def __init__(self, *replies: str | Exception | Callable[[], str]) -> None:
        self.replies = list(replies)
        self.asked: list[str] = []
        self.limits: list[tuple[int, float]] = []

    def ask(self, prompt: str, *, max_chars: int, timeout: float) -> str:
        """Give the next reply, or raise it, or call it."""
        self.asked.append(prompt)
        self.limits.append((max_chars, timeout))
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply if isinstance(reply, str) else reply()


def facts(*texts: str, **fields: object) -> str:
    """Write an answer that keeps to the schema; all its facts have the same fields."""
    return json.dumps({"facts": [{"text": text, **fields} for text in texts]})
