"""Recall: what is put before a prompt without being asked for. Rather nothing than noise."""

from __future__ import annotations

from memboard.engine.answers import Found, Given, Hit, LeftOut, Notice, Recall, Threat
from memboard.engine.errors import InvalidInput
from memboard.engine.model import Level, Note, Value
from memboard.engine.recall.block import fits, note_line, to_block
from memboard.engine.recall.levels import LEVELS
from memboard.engine.recall.withhold import keep_record, placeholder, withheld
from memboard.engine.store import recalls
from memboard.engine.store.recalls import Shown
from memboard.engine.store.store import Store

LISTED = 20
"""Candidates that an answer speaks of."""


class Wish(Value, frozen=True):
    """What is asked of a recall."""

    level: Level
    budget: int | None
    """Characters of the block, by the host; it always binds."""
    session: str | None


def checked_budget(budget: int | None) -> int | None:
    """Check a budget.

    Raises:
        InvalidInput: it is negative.
    """
    if budget is not None and budget < 0:
        raise InvalidInput(f"A budget is a number of characters; this one is {budget}.")
    return budget


class Choice:
    """Goes through the hits, best first, and sorts them into block and left out."""

    def __init__(self, store: Store, wish: Wish) -> None:
        self._store = store
        self._reach = LEVELS[wish.level]
        self._budget = wish.budget
        self._project = store.project.name if store.project else None
        self._before = recalls.injected_in(store.database, wish.session) if wish.session else {}
        self.lines: list[str] = []
        self.given: list[Given] = []
        self.left: list[LeftOut] = []
        self.shown: list[tuple[Note, Shown, tuple[Threat, ...]]] = []
        self._counted = 0

    def look_at(self, hit: Hit, rank: int) -> None:
        """Take a hit into the block, or say why not."""
        reason = self._reason(hit)
        if reason is None:
            found = withheld(self._store, hit.note)
            text = placeholder(found[0].class_) if found else hit.note.text
            line = note_line(hit.note.id, text)
            if fits(self._project, self.lines, line, self._budget):
                self._take(hit, rank, line, found)
                return
            reason = "budget"
        left = LeftOut(id=hit.note.id, reason=reason, relevance=hit.parts.relevance)  # type: ignore[arg-type]
        self.left.append(left)

    def _reason(self, hit: Hit) -> str | None:
        if hit.parts.relevance < self._reach.floor:
            return "floor"
        if self._before.get(hit.note.id) == hit.note.revision:
            return "repeated"
        return "limit" if self._counted >= self._reach.notes else None

    def _take(self, hit: Hit, rank: int, line: str, found: tuple[Threat, ...]) -> None:
        class_ = found[0].class_ if found else None
        self.lines.append(line)
        self.given.append(
            Given(
                id=hit.note.id,
                rank=rank,
                score=hit.score,
                relevance=hit.parts.relevance,
                blocked=class_,
            )
        )
        outcome = f"blocked: {class_}" if class_ else "given"
        shown = Shown(hit.note.id, hit.note.revision, rank, hit.score, outcome)
        self.shown.append((hit.note, shown, found))
        if class_ is None:
            self._counted += 1  # a withheld note takes nobody's place
        else:
            self.left.append(
                LeftOut(id=hit.note.id, reason="blocked", relevance=hit.parts.relevance)
            )

    def block(self) -> str:
        """Write the block."""
        return to_block(self._project, self.lines)


def to_recall(store: Store, found: Found, wish: Wish) -> Recall:
    """Turn the hits of a search into what a prompt is given."""
    choice = Choice(store, wish)
    for rank, hit in enumerate(found.hits, 1):
        choice.look_at(hit, rank)
    notices: tuple[Notice, ...] = ()
    if choice.shown:
        notices = keep_record(store, choice.shown, "recall", wish.session, injected=True)
    reach, block = LEVELS[wish.level], choice.block()
    return Recall(
        block=block,
        notes=tuple(choice.given),
        left_out=tuple(choice.left),
        level=wish.level,
        floor=reach.floor,
        limit=reach.notes,
        budget=wish.budget,
        used=len(block),
        mode=found.mode,
        pending=found.pending,
        stale=found.stale,
        notices=(*found.notices, *notices),
    )
