"""Memory's calls whose answers reach a model."""

from __future__ import annotations

import msgspec

from memboard.engine.answers import Blocked, Found, Recall, Threat
from memboard.engine.curate import releasing
from memboard.engine.memory.core import Core
from memboard.engine.model import Level, Note, Scope
from memboard.engine.recall.blocked_log import read_blocked
from memboard.engine.recall.inject import LISTED, Wish, checked_budget, to_recall
from memboard.engine.recall.levels import LEVELS
from memboard.engine.recall.search import run_search
from memboard.engine.recall.withhold import show_to_model, threats


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
            InvalidInput: the budget is negative.
        """
        settings = self._memory_settings()
        wish = Wish(
            level=level or settings.aggressiveness,
            budget=checked_budget(budget),
            session=session,
        )
        question, notices = self._question(prompt, k=LISTED, scope=None, wait=wait)
        question = msgspec.structs.replace(question, pool=LEVELS[wish.level].pool, mmr=settings.mmr)
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
        question, notices = self._question(query, k=k, scope=scope, wait=wait)
        question = msgspec.structs.replace(question, min_score=min_score)
        found = show_to_model(self._store, run_search(self._store, question), session)
        return self._noted(found, notices)

    def blocked(self, limit: int = 50) -> tuple[Blocked, ...]:
        """Read what was withheld lately, newest first, of every project of this home."""
        return read_blocked(self.home.folder, limit)

    def release(self, note_id: str, *, on: bool = True, session: str | None = None) -> Note:
        """Let a note's present text pass the scan, or withhold it again; journalled."""
        whole = self.resolve(note_id)
        return releasing.release_note(self._workshop(session), whole, on=on)

    def threats(self, text: str) -> tuple[Threat, ...]:
        """Scan any text."""
        return threats(text)
