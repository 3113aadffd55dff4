"""Memory's call that a worker makes once the host's hook has returned."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from memboard.engine.errors import MemboardError
from memboard.engine.memory.conversing import Conversing
from memboard.engine.model import Trigger
from memboard.engine.project import find_project
from memboard.engine.session.outcomes import Boundary, Distilled
from memboard.engine.store import sessions
from memboard.engine.store.journal import Author
from memboard.engine.store.sessions import Queued
from memboard.engine.store.store import Store

TRIES = 3
CAUSES: dict[str, Trigger] = {
    "before_compact": "capture:before_compact",
    "shutdown": "capture:shutdown",
}


class Waiting(Conversing):
    """Distilling what hooks queued, of every project of the home."""

    def run_captures(self, limit: int = 20) -> tuple[Distilled, ...]:
        """Distil what waits, oldest first; nothing is distilled by two workers at once.

        One cycle of consolidation at most is started in one call, by the end of a session.
        """
        database = self._store.database
        done: list[Distilled] = []
        for queued in sessions.queued_captures(database, limit):
            with database.writing("a capture's try"):
                mine = sessions.try_capture(database, queued)
            if mine:
                dreamt = any(one.boundary and one.boundary.dream for one in done)
                done.append(self._run(queued, dreams=not dreamt))
        return tuple(done)

    def _run(self, queued: Queued, *, dreams: bool) -> Distilled:
        """Distil one, and take it off the queue unless it is worth another try."""
        boundary, failure, passing = None, None, False
        try:
            boundary = self._beside(queued)._distil_queued(queued, dreams=dreams)
            failure = boundary.capture.reason
            passing = failure is not None and boundary.capture.asked is not None
        except (MemboardError, OSError) as error:
            code = getattr(error, "code", "system")
            failure, passing = f"{type(error).__name__} ({code})", True  # a message may quote
        again = passing and queued.tries + 1 < TRIES
        if not again:
            with self._store.database.writing("a capture that is done"):
                sessions.drop_capture(self._store.database, queued.id)
        return Distilled(
            session=queued.session,
            host=queued.host,
            boundary=boundary,
            again=again,
            failure=failure,
            passing=passing,
        )

    def _distil_queued(self, queued: Queued, *, dreams: bool) -> Boundary:
        session = self.session(queued.session, queued.host, dreams=dreams)
        trigger = CAUSES.get(queued.cause, "capture:shutdown")
        path = Path(queued.transcript)
        if queued.transcript and path.is_file():
            return session.read_back(path, trigger)
        return session.before_compact() if queued.cause == "before_compact" else session.shutdown()

    def _beside(self, queued: Queued) -> Self:
        """Give the same memory as seen from the folder where a conversation was held."""
        store = Store(
            self._store.database,
            self._store.clock,
            self._store.entropy,
            find_project(folder=Path(queued.folder)),
        )
        author = Author(actor=queued.host, session=queued.session)
        return type(self)(self.home, store, self.settings, author, self.embedder)
