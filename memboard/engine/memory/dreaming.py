"""Memory's calls that consolidate notes: propose, review, apply, undo, and tell what was done."""

from __future__ import annotations

from contextlib import suppress
from typing import get_args

from memboard.engine.answers import Undone
from memboard.engine.curate import undoing
from memboard.engine.curate.reading import MAX_PAGE
from memboard.engine.dream.answers import Consolidated, DreamStatus, Keep, Settled, Suggestion
from memboard.engine.dream.due import Due, due
from memboard.engine.errors import (
    Cancelled,
    Conflict,
    InvalidInput,
    MemboardError,
    NotFound,
    StoreError,
)
from memboard.engine.memory.core import Core
from memboard.engine.model import Scope
from memboard.engine.session.cheap import CheapQuery
from memboard.engine.session.cheap.choosing import chosen_query, configured
from memboard.engine.settings import MemorySettings
from memboard.engine.shown import Dreamt
from memboard.engine.store import audit, cycles, proposals
from memboard.engine.store.audit import Superseded
from memboard.engine.store.namespaces import GLOBAL
from memboard.engine.store.proposals import Standing
from memboard.engine.store.store import Store

NO_NOTES = "There is no note of this project yet."


class Dreaming(Core):
    """Consolidation, for the notes of one namespace at a time.

    What does the work is imported by the call: 20 ms, which no other call is to pay for.
    """

    def dream_propose(
        self,
        *,
        query: CheapQuery | None = None,
        timeout: float | None = None,
        force: bool = False,
        scope: Scope | None = None,
        session: str | None = None,
    ) -> Dreamt:
        """Look for notes that repeat or contradict each other; what is found waits for a person.

        Args:
            query: the cheap model that the host lends; None takes the configured one.
            timeout: seconds for its answer; None takes the setting.
            force: also before the hours and sessions of the gate have passed.
            scope: whose notes; None takes the project's where there is one.
            session: in whose name.

        Raises:
            Conflict: another cycle runs.
            StoreBusy, StoreFull, StoreReadOnly: nothing was kept.
        """
        settings = self._memory_settings()
        if not force:
            waits = not_due(due(self._store, settings))
            if waits is not None:
                return Dreamt(reason=waits)
        query = chosen_query(self._store, settings, self.home, query)
        return self._dream(settings, query, timeout, scope=scope, session=session)

    def proposals(
        self, status: Standing | None = "waiting", *, limit: int = 50
    ) -> tuple[Suggestion, ...]:
        """List proposals with their notes, newest first; None lists whatever became of them.

        Raises:
            InvalidInput: there is no such status, or the limit is not within 1 to 1,000.
        """
        if status is not None and status not in get_args(Standing):
            raise InvalidInput(
                f'There is no status "{status}".', hint=", ".join(get_args(Standing))
            )
        from memboard.engine.dream.reviewing import suggestions

        return suggestions(self._store, status, limit)

    def dream_apply(
        self, *proposal_ids: str, everything: bool = False, session: str | None = None
    ) -> Consolidated:
        """Accept proposed merges, by their ids or all that wait; each is looked at again.

        Raises:
            InvalidInput: nothing was named.
            NotFound, Ambiguous: an id means none, or several; nothing was changed.
            Conflict: another cycle runs; nothing was changed.
        """
        from memboard.engine.dream.accepting import accept

        return accept(self._workshop(session), proposal_ids, everything=everything)

    def dream_reject(
        self, *proposal_ids: str, session: str | None = None
    ) -> tuple[Suggestion, ...]:
        """Reject proposals, all of them or none; they come again only when a note changes."""
        from memboard.engine.dream.reviewing import reject

        return reject(self._workshop(session), proposal_ids)

    def dream_edit(self, proposal_id: str, text: str, *, session: str | None = None) -> Suggestion:
        """Write another text for a proposed merge.

        Raises:
            InvalidInput: it loses a value of the notes; says which.
            Conflict: somebody decided already, or a note was changed.
        """
        from memboard.engine.dream.reviewing import edit

        return edit(self._workshop(session), proposal_id, text)

    def dream_settle(self, proposal_id: str, keep: Keep, *, session: str | None = None) -> Settled:
        """Say which of two notes that contradict each other holds: left, right, or both."""
        from memboard.engine.dream.settling import settle

        return settle(self._workshop(session), proposal_id, keep)

    def dream_status(self, limit: int = 10) -> DreamStatus:
        """Tell what is due, what runs, what waits, and what the last cycles came to.

        A cycle that was interrupted is ended first.
        """
        from memboard.engine.dream.claiming import recover
        from memboard.engine.dream.reviewing import outdate

        checked_limit(limit)
        store, settings = self._store, self._memory_settings()
        with suppress(StoreError):  # where nothing can be written, it is told as it stands
            recover(store)
        running = cycles.running(store.database)
        asks = configured(settings.cheap_query, self.home)
        outdate(store)
        return DreamStatus(
            due=due(store, settings),
            running=None if running is None else running.id,
            waiting=proposals.count_waiting(store.database, store.namespaces()),
            asks=None if asks is None else asks.name,
            cycles=cycles.list_cycles(store.database, store.namespaces(), limit),
        )

    def dream_undo(self, cycle: str | None = None, *, session: str | None = None) -> Undone:
        """Take a whole cycle back: the last one that changed notes here, or a named one.

        What stands in the way of later edits is left, and named.

        Raises:
            NotFound: there is none.
            Conflict: it was taken back already, or all of it was changed since.
        """
        from memboard.engine.dream.reviewing import find_cycle

        work = self._workshop(session)
        if cycle is not None:
            return undoing.undo_cycle(work, find_cycle(self._store, cycle))
        store = self._store
        for one in cycles.list_cycles(store.database, store.namespaces(), MAX_PAGE):
            if one.status == "applied" and stands(work.store, one.id):
                return undoing.undo_cycle(work, one.id)
        raise NotFound("No cycle changed notes here.", hint="memboard dream status lists them.")

    def dream_audit(
        self, note_id: str | None = None, *, cycle: str | None = None, limit: int = 50
    ) -> tuple[Superseded, ...]:
        """List which notes cycles took away, when, by which one and in whose favour, newest first.

        Args:
            note_id: only this note, or those that went in its favour.
            cycle: only those of one cycle.
            limit: how many, 1 to 1,000.
        """
        from memboard.engine.dream.reviewing import find_cycle

        checked_limit(limit)
        whole = None if note_id is None else self.resolve(note_id, forgotten=True)
        named = None if cycle is None else find_cycle(self._store, cycle)
        return audit.superseded(
            self._store.database, self._store.namespaces(), limit, cycle=named, note=whole
        )

    def _dream_at_end(
        self,
        settings: MemorySettings,
        query: CheapQuery | None,
        timeout: float | None,
        session: str,
    ) -> Dreamt | None:
        """Run the cycle that a session's end may start; None where nothing is due.

        A session ends whatever becomes of it.
        """
        try:
            gate = due(self._store, settings)
            if not gate.due:
                return None
            automatic = settings.dream.automatic
            return self._dream(settings, query, timeout, automatic=automatic, session=session)
        except Cancelled:
            raise
        except MemboardError as error:
            return Dreamt(reason=str(error))

    def _dream(
        self,
        settings: MemorySettings,
        query: CheapQuery | None,
        timeout: float | None,
        *,
        automatic: bool = False,
        scope: Scope | None = None,
        session: str | None = None,
    ) -> Dreamt:
        """Run one cycle."""
        from memboard.engine.dream.cycling import run_cycle

        store = self._store
        target = self._store.target_scope(scope)
        namespace = GLOBAL if target == "global" else store.project_namespace()
        if namespace is None:
            return Dreamt(reason=NO_NOTES)
        seconds = timeout or settings.cheap_query.timeout
        work = self._workshop(session)
        return run_cycle(work, namespace, query, timeout=seconds, automatic=automatic)


def checked_limit(limit: int) -> None:
    """Raise InvalidInput for a page that is too long, or none."""
    if not 1 <= limit <= MAX_PAGE:
        raise InvalidInput(f"A page has 1 to {MAX_PAGE:,} entries.")


def not_due(gate: Due) -> str | None:
    """Say what the gate still waits for; None where hours and sessions have passed."""
    waits = []
    if gate.hours is not None and gate.hours < gate.min_hours:
        waits.append(f"{gate.hours:.1f} of {gate.min_hours:g} hours")
    if gate.sessions < gate.min_sessions:
        waits.append(f"{gate.sessions} of {gate.min_sessions} sessions")
    if not waits:
        return None
    return f"Not due: {' and '.join(waits)} since the last cycle."


def stands(store: Store, cycle: str) -> bool:
    """Tell whether something that a cycle changed was not taken back yet."""
    try:
        return bool(undoing.entries_where(store, "cycle = ?", cycle))
    except (Conflict, NotFound):
        return False
