"""Recall: what is put before a prompt without being asked for. Rather nothing than noise."""

from __future__ import annotations

from functools import cached_property

from memboard.engine.answers import Found, Hit, Notice
from memboard.engine.errors import InvalidInput
from memboard.engine.model import Level, Note, Surface, Value
from memboard.engine.recall.block import fits, note_line, to_block
from memboard.engine.recall.levels import LEVELS
from memboard.engine.recall.withhold import (
    Looked,
    keep_record,
    placeholder,
    record_looked,
    threats,
    withheld,
)
from memboard.engine.shown import Given, LeftOut, Reason, Recall, Threat
from memboard.engine.store import injected
from memboard.engine.store.recalls import Shown
from memboard.engine.store.store import Store

LISTED = 20
"""Candidates that an answer always speaks of."""
BEYOND = 140
"""Candidates after those, looked at while others are withheld."""


class Wish(Value, frozen=True):
    """What is asked of a recall."""

    level: Level
    budget: int | None
    """Characters of the block, by the host; it always binds."""
    session: str | None
    surface: Surface = "recall"
    """What it is asked for."""


def checked_level(level: Level) -> Level:
    """Check a level.

    Raises:
        InvalidInput: there is no such one.
    """
    if level not in LEVELS:
        raise InvalidInput(f"A level is one of {', '.join(LEVELS)}; this one is {level}.")
    return level


def checked_budget(budget: int | None) -> int | None:
    """Check a budget.

    Raises:
        InvalidInput: it is negative.
    """
    if budget is not None and budget < 0:
        raise InvalidInput(f"A budget is a number of characters; this one is {budget}.")
    return budget


class Scans:
    """What the scan finds in notes, each looked at once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._found: dict[str, tuple[Threat, ...]] = {}

    def __call__(self, note: Note) -> tuple[Threat, ...]:
        """Tell for what a note is withheld."""
        if note.id not in self._found:
            self._found[note.id] = withheld(self._store, note)
        return self._found[note.id]


class Choice:
    """Goes through the hits, best first, and sorts them into block and left out.

    What the session was given before keeps its place among the level's notes, so that asking
    again brings up nothing that was too far down the first time.
    """

    def __init__(self, store: Store, wish: Wish, scans: Scans) -> None:
        self._store = store
        self._scans = scans
        self._reach = LEVELS[wish.level]
        self._budget = wish.budget
        self._before = injected.injected_in(store.database, wish.session) if wish.session else {}
        self.lines: list[str] = []
        self.given: list[Given] = []
        self.left: list[LeftOut] = []
        self.shown: list[Looked] = []
        self._counted = self._withheld = 0

    @cached_property
    def _whose(self) -> str | None:
        """The project's name, unless a model may not read it: a clone is named by others."""
        project = self._store.project
        return None if project is None or threats(project.name) else project.name

    def look_at(self, hit: Hit, rank: int) -> None:
        """Take a hit into the block, or say why not."""
        reason = self._reason(hit)
        if reason is None:
            found = self._scans(hit.note)
            reason = self._withhold(hit, rank, found) if found else self._give(hit, rank)
        if reason is not None:
            left = LeftOut(id=hit.note.id, reason=reason, relevance=hit.parts.relevance)
            self.left.append(left)

    def wants(self, hit: Hit) -> bool:
        """Tell whether there is room left for one as relevant as this."""
        return self._counted < self._reach.notes and hit.parts.relevance >= self._reach.floor

    def _reason(self, hit: Hit) -> Reason | None:
        if hit.parts.relevance < self._reach.floor:
            return "floor"
        if self._before.get(hit.note.id) == hit.note.revision:
            self._counted += 1
            return "repeated"
        return "limit" if self._counted >= self._reach.notes else None

    def _give(self, hit: Hit, rank: int) -> Reason | None:
        if not self._put(hit, rank, hit.note.text, None):
            return "budget"
        self._counted += 1
        self._remember(hit, rank, "given", ())
        return None

    def _withhold(self, hit: Hit, rank: int, found: tuple[Threat, ...]) -> Reason:
        """Put a placeholder; it takes nobody's place, and there are no more of them than notes."""
        class_ = found[0].class_
        if self._before.get(hit.note.id) == -hit.note.revision:
            self._withheld += 1
            return "repeated"
        if self._withheld < self._reach.notes:
            if not self._put(hit, rank, placeholder(class_), class_):
                return "budget"
            self._withheld += 1
        self._remember(hit, rank, f"blocked: {class_}", found)
        return "blocked"

    def _put(self, hit: Hit, rank: int, text: str, class_: str | None) -> bool:
        """Write a line, if it fits."""
        line = note_line(hit.note.id, text)
        if not fits(self._whose, self.lines, line, self._budget):
            return False
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
        return True

    def _remember(self, hit: Hit, rank: int, outcome: str, found: tuple[Threat, ...]) -> None:
        shown = Shown(hit.note.id, hit.note.revision, rank, hit.score, outcome)
        self.shown.append((hit.note, shown, found))

    def block(self) -> str:
        """Write the block."""
        return to_block(self._whose, self.lines)


def chosen(store: Store, found: Found, wish: Wish, scans: Scans) -> Choice:
    """Choose among the hits."""
    choice = Choice(store, wish, scans)
    for rank, hit in enumerate(found.hits, 1):
        if rank <= LISTED or choice.wants(hit):
            choice.look_at(hit, rank)
    return choice


def to_recall(store: Store, found: Found, wish: Wish) -> Recall:
    """Turn the hits of a search into what a prompt is given.

    It is chosen and recorded in one transaction, so that two processes that are asked for one
    session never give a note twice; what there is to scan was scanned before.
    """
    scans = Scans(store)
    choice = chosen(store, found, wish, scans)
    notices: tuple[Notice, ...] = ()
    if choice.shown:

        def settle(now: int) -> list[Looked]:
            nonlocal choice
            choice = chosen(store, found, wish, scans) if wish.session else choice
            record_looked(store, choice.shown, wish.surface, wish.session, now)
            if wish.session:
                shown = [one for _, one, _ in choice.shown]
                injected.mark_injected(store.database, wish.session, shown, now)
            return choice.shown

        notices = keep_record(store, choice.shown, settle, wish.surface, wish.session)
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
