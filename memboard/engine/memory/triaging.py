"""Memory's calls that find notes worth nothing, and forget them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from memboard.engine.answers import Forgotten
from memboard.engine.curate import forgetting
from memboard.engine.curate.reindexing import Step
from memboard.engine.errors import Cancelled
from memboard.engine.memory.core import Core
from memboard.engine.triage.values import Code, Suspect, Triage


class Triaging(Core):
    """Ranks notes by likely worthlessness; no model is asked."""

    def triage_steps(
        self, limit: int = 20, *, reason: Code | None = None
    ) -> Generator[Step, None, Triage]:
        """Make a triage in small steps; the generator's value is the triage."""
        from memboard.engine.triage.suspecting import triage_steps  # 50 ms of patterns

        return triage_steps(self._store, limit, reason)

    def triage(
        self,
        limit: int = 20,
        *,
        reason: Code | None = None,
        progress: Callable[[int, int], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Triage:
        """Name the notes that are probably worth nothing, the most suspicious first, and why.

        Args:
            limit: how many, 1 to 1,000.
            reason: only those suspected for this, such as `duplicate`.
            progress: told how far it is.
            cancelled: asked whether to stop.

        Raises:
            InvalidInput: there is no such reason, or the limit is out of bounds.
            Cancelled: the caller asked to stop.
        """
        steps = self.triage_steps(limit, reason=reason)
        while True:
            try:
                step = next(steps)
            except StopIteration as end:
                found: Triage = end.value
                return found
            if progress:
                progress(step.done, step.total)
            if cancelled and cancelled():
                raise Cancelled("The triage was stopped; nothing was changed.")

    def forget_suspects(
        self, suspects: Sequence[Suspect], *, session: str | None = None
    ) -> tuple[Forgotten, ...]:
        """Forget suspects in one change; those whose grounds are gone are left.

        That is: the note was changed or forgotten since the triage, or the note that it repeats is
        there no more.
        """
        from memboard.engine.triage.suspecting import unchanged  # 50 ms of patterns

        still = [suspect.note.id for suspect in unchanged(self._store, suspects)]
        return forgetting.forget_notes(self._workshop(session), still) if still else ()
