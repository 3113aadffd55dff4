"""What the server asks the client, while a request of the client's is open."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Condition
from typing import Any

from msgspec import UNSET

from memboard.engine.errors import Cancelled
from memboard.engine.model import Value
from memboard.rpc.control import CANCEL, Cancel
from memboard.rpc.outbox import Outbox
from memboard.rpc.wire import Notification, Question, Reply, encode

LOOK_SECONDS = 0.1
"""How often a waiting question looks whether it is still wanted."""


class Unanswered(Exception):
    """A question has no answer, and why."""


class Questions:
    """One connection's open questions; the reading thread answers them."""

    def __init__(self, outbox: Outbox) -> None:
        self._outbox = outbox
        self._changed = Condition()
        self._asked = 0
        self._open: dict[str, Reply | None] = {}
        self._ended = False

    def ask(
        self, method: str, params: Value, *, timeout: float, unwanted: Callable[[], bool]
    ) -> Any:
        """Ask the client, and wait for its result.

        Args:
            method: what it is to do.
            params: what for.
            timeout: seconds; then the question is cancelled.
            unwanted: tells that nobody waits for the answer any more.

        Raises:
            Unanswered: the client refused, is gone, or took too long.
            Cancelled: nobody waits any more.
        """
        with self._changed:
            if self._ended:
                raise Unanswered("the client sends nothing any more")
            self._asked += 1
            id_ = f"s{self._asked}"
            self._open[id_] = None
        try:
            self._outbox.write(encode(Question(id=id_, method=method, params=params)))
            reply = self._wait(id_, time.monotonic() + timeout, unwanted)
        except (Unanswered, Cancelled):
            self._outbox.write(encode(Notification(method=CANCEL, params=Cancel(id=id_))))
            raise
        finally:
            with self._changed:
                del self._open[id_]
        if reply.error is not UNSET:
            raise Unanswered(f"the client refused: {said_in(reply.error)}")
        return reply.result

    def answer(self, reply: Reply) -> bool:
        """Take in an answer; False where it belongs to no open question."""
        with self._changed:
            if not isinstance(reply.id, str) or self._open.get(reply.id, reply) is not None:
                return False
            self._open[reply.id] = reply
            self._changed.notify_all()
            return True

    def end(self) -> None:
        """Give up on all answers: the input has ended."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _wait(self, id_: str, until: float, unwanted: Callable[[], bool]) -> Reply:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._open[id_] or self._ended, LOOK_SECONDS)
                reply, ended = self._open[id_], self._ended
            if reply is not None:
                return reply
            if ended or self._outbox.gone:
                raise Unanswered("the client sends nothing any more")
            if unwanted():
                raise Cancelled("The request was cancelled, and its question with it.")
            if time.monotonic() >= until:
                raise Unanswered("the client took too long")


def said_in(error: Any) -> str:
    """Read the message of a client's error; anything may stand there."""
    message = error.get("message") if isinstance(error, dict) else None
    text = message if isinstance(message, str) else "it did not say why"
    return "".join(c if c.isprintable() else " " for c in text[:200])
