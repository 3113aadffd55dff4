"""Memory's calls whose answers reach a model."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from memboard.engine.answers import Found, Similar
from memboard.engine.curate import releasing
from memboard.engine.curate.projects import identities_of
from memboard.engine.curate.reading import MAX_PAGE
from memboard.engine.errors import InvalidInput
from memboard.engine.limits import checked_session
from memboard.engine.memory.core import Core
from memboard.engine.model import Level, Note, Scope
from memboard.engine.recall.blocked_log import read_blocked
from memboard.engine.recall.inject import (
    BEYOND,
    LISTED,
    Wish,
    checked_budget,
    checked_level,
    to_recall,
)
from memboard.engine.recall.levels import LEVELS
from memboard.engine.recall.search import refuse_nan, run_search
from memboard.engine.recall.survey import Survey, survey
from memboard.engine.recall.withhold import show_to_model, similar_to_model, threats, withheld
from memboard.engine.shown import Blocked, Recall, Threat
from memboard.engine.store import notes


class Recalling(Core):
    """Recall, search on a model's behalf, and the texts that are withheld from one."""

    def recall(
        self,
        prompt: str,
        *,
        level: Level | None = None,
        budget: int | None = None,
        session: str | None = None,
        wait: bool = True,
    ) -> Recall:
        """Choose what a prompt is given without asking: few notes, above the floor, scanned.

        Args:
            prompt: any text.
            level: how much; None takes the setting `aggressiveness`.
            budget: characters the block may have; whole notes only.
            session: its notes are not given twice, and are recorded under its name.
            wait: load the model first if need be; else answer by words while it loads.

        Raises:
            InvalidInput: the budget is negative, there is no such level, or the session's id is
                too long or not printable.
        """
        wish = Wish(
            level=checked_level(level or self._memory_settings().aggressiveness),
            budget=checked_budget(budget),
            session=checked_session(session),
        )
        return self._recall(prompt, wish, wait=wait)

    def _recall(self, prompt: str, wish: Wish, *, wait: bool) -> Recall:
        """Recall for a prompt, or for what stands for one."""
        question, notices = self._question(prompt, k=LISTED, scope=None, wait=wait)
        question = msgspec.structs.replace(
            question, pool=LEVELS[wish.level].pool, mmr=self._memory_settings().mmr, beyond=BEYOND
        )
        found = run_search(self._store, question)
        return self._noted(to_recall(self._store, found, wish), notices)

    def search_for_model(
        self,
        query: str,
        *,
        k: int = 8,
        scope: Scope | None = None,
        min_score: float | None = None,
        session: str | None = None,
        wait: bool = True,
    ) -> Found:
        """Search as `search` does, with what a model may not read replaced and logged."""
        refuse_nan(min_score)
        session = checked_session(session)
        question, notices = self._question(query, k=k, scope=scope, wait=wait)
        question = msgspec.structs.replace(question, min_score=min_score)
        found = show_to_model(self._store, run_search(self._store, question), session)
        return self._noted(found, notices)

    def blocked(self, limit: int = 50) -> tuple[Blocked, ...]:
        """Read what was withheld lately, newest first, of every project of this home.

        Raises:
            InvalidInput: limit is not within 1 to 1,000.
        """
        if not 1 <= limit <= MAX_PAGE:
            raise InvalidInput(f"A page has 1 to {MAX_PAGE:,} entries.")
        return read_blocked(self.home.folder, limit)

    def keys_that_lead_to(self, note_id: str) -> tuple[str, ...]:
        """List the keys of the project that keeps a note, also one that is not seen here."""
        row = notes.by_id(self._store.database, note_id)
        return () if row is None else identities_of(self._store, row.namespace)

    def release(self, note_id: str, *, on: bool = True, session: str | None = None) -> Note:
        """Let a note's present text pass the scan, or withhold it again; journalled."""
        whole = self.resolve(note_id)
        return releasing.release_note(self._workshop(session), whole, on=on)

    def threats(self, text: str) -> tuple[Threat, ...]:
        """Scan any text."""
        return threats(text)

    def withheld(self, note: Note) -> tuple[Threat, ...]:
        """Tell for what a model would not be shown a note; a released one is shown."""
        return withheld(self._store, note)

    def similar_for_model(self, similar: Sequence[Similar]) -> tuple[Similar, ...]:
        """Give look-alikes the form in which a model may read them."""
        return similar_to_model(similar)

    def survey(self, progress: Callable[[int, int], None] | None = None) -> Survey:
        """Scan the notes of every project, and count what would be withheld today."""
        return survey(self._store, progress)
