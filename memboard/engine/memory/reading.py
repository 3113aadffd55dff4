"""Memory's calls that find and read."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from memboard.engine.answers import Found, Page, Stats, Why
from memboard.engine.curate import reading
from memboard.engine.memory.core import Core
from memboard.engine.model import Change, Note, Scope
from memboard.engine.recall.search import refuse_nan, run_search


class Reading(Core):
    """Searching, listing and explaining; nothing here changes the store."""

    def search(
        self,
        query: str,
        *,
        k: int = 8,
        scope: Scope | None = None,
        min_score: float | None = None,
        wait: bool = True,
    ) -> Found:
        """Find the k best notes by meaning and words; no floor is applied, the weak are counted.

        Args:
            query: any text; data, never syntax.
            k: 1 to 1,000.
            scope: only the project's, or only global notes.
            min_score: leave out hits with a smaller score.
            wait: load the model first if need be; else answer by words while it loads.
        """
        refuse_nan(min_score)
        question, notices = self._question(query, k=k, scope=scope, wait=wait)
        question = msgspec.structs.replace(question, min_score=min_score)
        return self._noted(run_search(self._store, question), notices)

    def recent(self, limit: int = 20, *, offset: int = 0, scope: Scope | None = None) -> Page:
        """List notes, newest first."""
        return self._noted(reading.recent_notes(self._store, limit, offset, scope))

    def keys(self, order: reading.Order = "newest", scope: Scope | None = None) -> list[int]:
        """List the keys of all notes in order, for a list that reads its rows as it shows them."""
        return reading.list_keys(self._store, order, scope)

    def notes(self, keys: Sequence[int]) -> tuple[Note, ...]:
        """Read the notes of some keys, in that order; those that are gone are left out."""
        return reading.notes_of_keys(self._store, keys)

    def get(self, note_id: str) -> Note:
        """Read one kept note."""
        return reading.kept_note(self._store, self.resolve(note_id))

    def why(self, note_id: str) -> Why:
        """Tell where a note comes from, what speaks for it, and what became of it."""
        return reading.explain(self._store, self.resolve(note_id, forgotten=True))

    def history(
        self,
        note_id: str | None = None,
        *,
        limit: int = 50,
        before: int | None = None,
        session: str | None = None,
    ) -> tuple[Change, ...]:
        """Read the journal, newest first: one note's entries, or everybody's."""
        whole = None if note_id is None else self.resolve(note_id, forgotten=True)
        return reading.recent_changes(
            self._store, limit, note_id=whole, before=before, session=session
        )

    def stats(self) -> Stats:
        """Count what there is and how it can be found."""
        asked = self._memory_settings().cheap_query
        return reading.figures(self._store, str(self.home.folder), self.notices(), asked)
