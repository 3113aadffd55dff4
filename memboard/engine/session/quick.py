"""The sessions of a store, for a process that lives some milliseconds.

It opens a store that is there and of the present schema, and changes nothing but what is known
of sessions: notes are read and written through `open_memory` alone. Neither msgspec, numpy nor a
model comes with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

import apsw

from memboard.engine.home import Home, refuse_network
from memboard.engine.project import Project, find_project
from memboard.engine.session.tools import Call, Ending, ToolWatch, said_hint
from memboard.engine.sources import Clock, system_clock, system_entropy, to_millis
from memboard.engine.store import injected, namespaces, runs, sessions
from memboard.engine.store.database import Database

PATIENCE_SECONDS = 0.1
"""How long a hook waits for the store before it spools."""


def open_quick(
    home: Home,
    folder: Path | None,
    *,
    patience: float = PATIENCE_SECONDS,
    clock: Clock = system_clock,
) -> Quick | None:
    """Open the sessions of a home's store as seen from a folder; None where there is no store.

    Raises:
        StoreOlder, StoreNewer, StoreDamaged, StoreBusy, HomeRefused: it cannot be used here.
    """
    if not home.store.is_file():
        return None
    refuse_network(home.folder)
    database = Database(
        home.store, lambda: system_entropy(32), no_extension, patience, as_it_is=True
    )
    return Quick(database, home, find_project(folder=folder), clock)


def no_extension(_: apsw.Connection) -> None:
    """Load nothing: sessions have no vectors."""


class Quick:
    """An open store, as far as sessions go."""

    def __init__(
        self, database: Database, home: Home, project: Project | None, clock: Clock
    ) -> None:
        self._database = database
        self._clock = clock
        self._keys = namespaces.keys_of(database, project)
        self._watch = ToolWatch(database, home.folder, self._keys, self._now)

    def tool_call(
        self, session: str, host: str, tool: str, given: object, call_id: str | None = None
    ) -> str | None:
        """Give the one line that a command about to be run is worth, if there is one."""
        del host  # the session was made known when it began
        lesson = self._watch.called(Call(session, tool, given, call_id))
        return said_hint(lesson) if lesson else None

    def tool_result(
        self,
        session: str,
        host: str,
        tool: str,
        given: object,
        outcome: str,
        exit_code: int | None = None,
        call_id: str | None = None,
    ) -> str | None:
        """Log a call that ended; gives the line that names its fix, if it failed and has one."""
        del host
        call = Call(session, tool, given, call_id)
        lesson = self._watch.ended(call, Ending(outcome, exit_code)).lesson
        return said_hint(lesson) if lesson else None

    def began(self, session: str, host: str, transcript: str | None = None) -> None:
        """Make a session known."""
        with self._noting() as now:
            sessions.see(self._database, session, host, self._keys[0], now, transcript)

    def compacted(self, session: str, host: str, summary: str | None) -> None:
        """Let a session be given again what its compaction dropped."""
        with self._noting() as now:
            sessions.see(self._database, session, host, self._keys[0], now)
            injected.drop_injected(self._database, session)
            if summary:
                sessions.keep_summary(self._database, session, summary)

    def any_to_learn(self, session: str) -> bool:
        """Tell whether a session's end has lessons to look for."""
        return runs.any_to_learn(self._database, session)

    def queue_capture(
        self, session: str, host: str, folder: str, transcript: str, cause: str
    ) -> None:
        """Queue what a worker may distil from a transcript."""
        with self._noting() as now:
            known = transcript or None  # an end may leave out what the start told
            sessions.see(self._database, session, host, self._keys[0], now, known)
            queued = sessions.Queued(0, session, host, folder, transcript, cause, 0)
            sessions.queue_capture(self._database, queued, now)

    def waiting_captures(self) -> int:
        """Count the captures that wait for a worker."""
        return len(sessions.queued_captures(self._database, 1_000))

    def close(self) -> None:
        """Close the store."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _now(self) -> int:
        return to_millis(self._clock())

    @contextmanager
    def _noting(self) -> Iterator[int]:
        with self._database.writing("what is known of a session"):
            yield self._now()
