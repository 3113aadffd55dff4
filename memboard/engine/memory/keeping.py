"""What is good to know of a conversation, and not worth failing or waiting for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from memboard.engine.answers import Notice
from memboard.engine.errors import StoreError
from memboard.engine.store.store import Store

T = TypeVar("T")

PATIENCE_MILLISECONDS = 250
"""How long such a change waits for the store."""


class Keeping:
    """Makes such changes, and remembers what could not be kept until an answer says so."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lost: list[Notice] = []

    def change(self, change: Callable[[int], T]) -> T | None:
        """Make a change in a transaction of its own, given its moment; None where that failed."""

        def inside() -> T:
            with self._store.noting(PATIENCE_MILLISECONDS) as now:
                return change(now)

        return self.attempt(inside)

    def attempt(self, action: Callable[[], T]) -> T | None:
        """Do something that opens its own transaction; None where the store refused."""
        try:
            return action()
        except StoreError as error:
            self.say("not_kept", f"What happened could not be kept: {error.message}")
            return None

    def say(self, code: str, text: str) -> None:
        """Have the next answer say something."""
        self._lost.append(Notice(code=code, text=text))

    def lost(self) -> tuple[Notice, ...]:
        """Say once what there is to say."""
        lost = tuple(dict.fromkeys(self._lost))
        self._lost.clear()
        return lost
