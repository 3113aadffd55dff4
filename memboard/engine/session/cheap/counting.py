"""Counts every cheap query before it is asked, so that no number of processes exceeds the cap."""

from __future__ import annotations

import os

from memboard.engine.errors import CheapQueryFailed, StoreError
from memboard.engine.session.cheap import CHILD_VARIABLE, CheapQuery
from memboard.engine.sources import Clock, day_of
from memboard.engine.store import cheap_queries
from memboard.engine.store.database import Database

PATIENCE_MILLISECONDS = 1_000
"""How long a question waits to be counted; whoever asks has a deadline."""


class Counted:
    """A cheap query within its daily cap. Each question counts, also one without an answer."""

    def __init__(self, query: CheapQuery, database: Database, clock: Clock, daily_cap: int) -> None:
        self.name = query.name
        self._query = query
        self._database = database
        self._clock = clock
        self._cap = daily_cap

    def ask(self, prompt: str, *, max_chars: int, timeout: float) -> str:
        """Ask, if this day has a question left; not from inside a write transaction.

        Raises:
            CheapQueryFailed: it was not asked, or it has no answer.
        """
        refuse_recursion()
        day = day_of(self._clock())
        self._count(day)
        answered = False
        try:
            answer = self._query.ask(prompt, max_chars=max_chars, timeout=timeout)
            answered = True
        finally:
            if not answered:
                self._count_failure(day)
        return answer

    def _count(self, day: str) -> None:
        database = self._database
        try:
            with database.hasty(PATIENCE_MILLISECONDS), database.writing("a cheap query's count"):
                counted = cheap_queries.count_ask(database, day, self._cap)
        except StoreError as error:
            raise CheapQueryFailed(
                f"Not asked, because it cannot be counted. {error.message}", hint=error.hint
            ) from error
        if not counted:
            raise CheapQueryFailed(
                said_cap(self._cap), hint="memory.cheap_query.daily_cap sets it."
            )

    def _count_failure(self, day: str) -> None:
        """Count a question without an answer, where that can be done; it was counted as asked."""
        database = self._database
        try:
            with database.hasty(PATIENCE_MILLISECONDS), database.writing("a cheap query's failure"):
                cheap_queries.count_failure(database, day)
        except StoreError:
            return


def refuse_recursion() -> None:
    """Raise where this process was itself started to answer a cheap query.

    Raises:
        CheapQueryFailed: it was.
    """
    if os.environ.get(CHILD_VARIABLE):
        raise CheapQueryFailed(
            f"Not asked: {CHILD_VARIABLE} is set, so this runs inside a cheap query already.",
            hint="A question never leads to another one.",
        )


def said_cap(cap: int) -> str:
    """Say that a day has no question left."""
    if cap == 0:
        return "Not asked: the daily cap on cheap queries is 0."
    return f"Not asked: today's cheap queries are used up ({cap:,} a day); more at 00:00 UTC."
