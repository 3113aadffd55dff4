"""What a warm process answers; whatever it is asked, it answers something."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable

from memboard.engine import EmbedderHandle, Home, MemboardError, Memory
from memboard.warm.asked import Asked, read_asked, written
from memboard.warm.memories import Memories

LOADING_LOOK_SECONDS = 0.5
"""How often a model that is loading is looked at."""
FIRST_COST_SECONDS = 0.05
"""What a turn is taken to cost before one was measured."""
EASING = 0.8
"""An estimate shrinks by this with every refusal, so that one slow turn ends no others."""

Log = Callable[[str], None]


class Answering:
    """Answers requests on one home with a model that its process has loaded.

    Used from one thread; only `interrupt` may be called by another.
    """

    def __init__(
        self,
        home: Home,
        embedder: EmbedderHandle,
        log: Log,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._memories = Memories(home, embedder, now)
        self._embedder = embedder
        self._log = log
        self._now = now
        self._rehearsed = False
        self._cost = FIRST_COST_SECONDS
        self._at_work: Memory | None = None

    def answer(self, line: bytes) -> bytes:
        """Answer one line with one line."""
        try:
            return written(self._answer(read_asked(line)))
        except MemboardError as error:
            return written({"error": error.code})
        except Exception as error:  # the process that serves must not suffer from what it is asked
            self._log(f"warm recall: {type(error).__name__}: {error}")
            self._memories.close()
            return written({"error": "failed"})

    def rest(self) -> float | None:
        """Do what is due between requests; gives the seconds until something is due again."""
        idle = self._memories.drop_idle()
        if self._rehearsed or self._embedder.failure is not None:
            return idle
        if self._embedder.ready() is None:
            return LOADING_LOOK_SECONDS
        self._rehearse()
        return idle

    def interrupt(self) -> None:
        """Stop the query that runs, if any."""
        memory = self._at_work
        if memory is not None:
            with contextlib.suppress(Exception):  # closed meanwhile
                memory.interrupt()

    def close(self) -> None:
        """Close the stores."""
        self._memories.close()

    def _answer(self, asked: Asked) -> dict[str, object]:
        match asked.text("op"):
            case "turn":
                return self._turn(asked)
            case "ping":
                model = self._embedder.id if self._rehearsed else None
                return {"pid": os.getpid(), "model": model}
            case _:
                return {"error": "unknown op"}

    def _turn(self, asked: Asked) -> dict[str, object]:
        """Recall for a prompt; refused rather than begun where it would come too late.

        What a session was given it is not given again, so a block that nobody waits for any more
        would be lost to it.
        """
        if not self._rehearsed:
            return {"error": "cold"}
        until = asked.number("until")
        if until is not None and self._now() + self._cost > until:
            self._cost *= EASING
            return {"error": "late"}
        began = self._now()
        try:
            return self._recalled(asked)
        finally:
            self._cost = max(self._now() - began, self._cost * EASING)

    def _recalled(self, asked: Asked) -> dict[str, object]:
        host = asked.text("host")
        session, prompt, budget = asked.text("session"), asked.text("prompt"), asked.budget()
        memory = self._memories.of(asked.project(), host)
        if memory.embedder is not self._embedder:  # the store was switched to another one
            return {"error": "cold"}
        self._at_work = memory
        try:
            turn = memory.session(session, host).turn(prompt, budget=budget, wait=False)
        finally:
            self._at_work = None
        if any(notice.code == "read_only" for notice in turn.recall.notices):
            return {"error": "read_only"}  # what cannot be noted would be given at every turn
        return {"block": turn.block, "semantic": turn.recall.mode == "meaning"}

    def _rehearse(self) -> None:
        """Bring in what a first recall would wait for: the scan's rules, and the model's pages."""
        from memboard.engine.guard.scanning import prepare

        prepare()
        with contextlib.suppress(MemboardError):  # a model that fails says so when it is asked
            self._embedder.get().embed_query("ready")
        self._rehearsed = True
