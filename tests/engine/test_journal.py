"""The journal is complete: random changes by two hands, checked after every step."""

from __future__ import annotations

import random
import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from memboard.engine import Memory, Snapshot, open_memory
from memboard.engine.errors import Conflict, NotFound
from memboard.engine.model import Change

from .standins import FixedClock, hash_handle, refuse_vec, troubles

TEXTS = st.sampled_from(
    [f"fact {letter} of the {word}" for letter in "abcd" for word in ("db", "ui")]
)
SCOPES = st.sampled_from(["project", "global"])
HANDS = st.integers(0, 1)
PICKS = st.integers(0, 1_000)


class TwoHands(RuleBasedStateMachine):
    """A person and an agent change one store, each through an object of its own.

    One of them has sqlite-vec and the other has not.
    """

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="memboard-"))
        self.clock = FixedClock()
        randomness = random.Random(3)
        shared = {"clock": self.clock, "entropy": randomness.randbytes}
        self.hands = [
            open_memory(self.folder, "alpha", embedder=hash_handle(16), **shared),  # type: ignore[arg-type]
            open_memory(
                self.folder,
                "alpha",
                actor="codex",
                session="s1",
                embedder=hash_handle(16),
                load_vec=refuse_vec,
                **shared,  # type: ignore[arg-type]
            ),
        ]
        self.backup: list[bytes] = []

    def teardown(self) -> None:
        """Leave nothing behind."""
        for memory in self.hands:
            memory.close()
        shutil.rmtree(self.folder)

    def pick(self, hand: int, number: int) -> str:
        """One of the notes that are there."""
        notes = self.hands[hand].recent(100).notes
        return notes[number % len(notes)].id

    @property
    def any_notes(self) -> bool:
        """Whether there is something to change."""
        return self.hands[0].recent(1).total > 0

    @rule(hand=HANDS, text=TEXTS, scope=SCOPES)
    def add(self, hand: int, text: str, scope: str) -> None:
        """Remember something, or meet it again."""
        self.hands[hand].add(text, scope=scope, pinned="db" in text)  # type: ignore[arg-type]

    @precondition(lambda self: self.any_notes)
    @rule(hand=HANDS, pick=PICKS, text=TEXTS, topic=st.sampled_from([None, "t", "u"]))
    def edit(self, hand: int, pick: int, text: str, topic: str | None) -> None:
        """Change text and topic, unless another note says the same."""
        try:
            self.hands[hand].edit(self.pick(hand, pick), text=text, topic=topic)
        except Conflict:
            return

    @precondition(lambda self: self.any_notes)
    @rule(hand=HANDS, pick=PICKS, pinned=st.booleans())
    def pin(self, hand: int, pick: int, pinned: bool) -> None:
        """Pin or unpin."""
        self.hands[hand].pin(self.pick(hand, pick), pinned=pinned)

    @precondition(lambda self: self.any_notes)
    @rule(hand=HANDS, pick=PICKS, scope=SCOPES)
    def move(self, hand: int, pick: int, scope: str) -> None:
        """Change the scope, unless a note there says the same."""
        try:
            self.hands[hand].move(self.pick(hand, pick), scope=scope)  # type: ignore[arg-type]
        except Conflict:
            return

    @precondition(lambda self: self.any_notes)
    @rule(hand=HANDS, picks=st.lists(PICKS, min_size=1, max_size=3))
    def forget(self, hand: int, picks: list[int]) -> None:
        """Forget up to three."""
        self.hands[hand].forget(*(self.pick(hand, pick) for pick in picks))

    @rule(hand=HANDS, pick=PICKS)
    def restore(self, hand: int, pick: int) -> None:
        """Bring any note back that was ever there, if it is away and not yet erased."""
        known = sorted({entry.note_id for entry in self.journal()})
        if known:
            try:
                self.hands[hand].restore(known[pick % len(known)])
            except (Conflict, NotFound):
                return

    @precondition(lambda self: self.any_notes)
    @rule(hand=HANDS, pick=PICKS)
    def purge(self, hand: int, pick: int) -> None:
        """Erase one for good."""
        self.hands[hand].forget(self.pick(hand, pick), purge=True)

    @rule(hand=HANDS)
    def back_up(self, hand: int) -> None:
        """Export, and keep it."""
        self.backup = list(self.hands[hand].export())

    @precondition(lambda self: self.backup)
    @rule(hand=HANDS)
    def bring_back(self, hand: int) -> None:
        """Import the backup; doing it again adds nothing."""
        self.hands[hand].import_lines(self.backup)
        assert self.hands[hand].import_lines(self.backup).new == 0

    @rule(hand=HANDS)
    def undo(self, hand: int) -> None:
        """Take back one's own last change."""
        try:
            self.hands[hand].undo()
        except (Conflict, NotFound):
            return

    @rule(hand=HANDS)
    def redo(self, hand: int) -> None:
        """Do it again."""
        try:
            self.hands[hand].redo()
        except (Conflict, NotFound):
            return

    @rule(hand=HANDS, pick=PICKS)
    def undo_any(self, hand: int, pick: int) -> None:
        """Take back whatever entry, whoever made it."""
        journal = self.journal()
        if journal:
            try:
                self.hands[hand].undo(journal[pick % len(journal)].seq)
            except (Conflict, NotFound):
                return

    @rule(days=st.sampled_from([0.01, 1.0, 20.0]))
    def wait(self, days: float) -> None:
        """Let time pass."""
        self.clock.move(days=days)

    def journal(self) -> list[Change]:
        """All entries, oldest first."""
        return list(self.hands[0].history(limit=1_000)[::-1])

    @invariant()
    def the_journal_tells_what_is_there(self) -> None:
        """Played from the start, `before` and `after` give the present state, and nothing else."""
        state: dict[str, Snapshot] = {}
        erased: set[str] = set()
        for entry in self.journal():
            if entry.before is None and entry.after is None:
                erased.add(entry.note_id)
                continue
            assert state.get(entry.note_id) == entry.before
            if entry.after is None:
                del state[entry.note_id]
            else:
                state[entry.note_id] = entry.after
        assert state == {note.id: snapshot(note.id, self.hands[0]) for note in self.notes()}
        assert erased.isdisjoint(state)

    @invariant()
    def every_index_agrees(self) -> None:
        """Rows, words and vectors, for both hands."""
        assert troubles(self.hands[0]) == []
        everywhere = [order(memory) for memory in self.hands]
        assert everywhere[0] == everywhere[1]

    @invariant()
    def no_forgotten_note_answers(self) -> None:
        """Search and recent know the same notes, and each by meaning."""
        notes = {note.id for note in self.notes()}
        for memory in self.hands:
            assert {note.id for note in memory.recent(100).notes} == notes
            found = memory.search("fact of the db ui", k=100)
            assert {hit.note.id for hit in found.hits} == notes
        assert {note.scope for note in self.notes()} <= {"project", "global"}

    def notes(self) -> list:  # type: ignore[type-arg]
        """All notes."""
        return list(self.hands[0].recent(100).notes)


def snapshot(note_id: str, memory: Memory) -> Snapshot:
    """What the journal would keep of a note now."""
    note = memory.get(note_id)
    return Snapshot(
        text=note.text,
        scope=note.scope,
        namespace=note.namespace,
        topic=note.topic,
        tags=note.tags,
        importance=note.importance,
        pinned=note.pinned,
        revision=note.revision,
    )


def order(memory: Memory) -> list[tuple[str, str]]:
    """All that `recent` tells, in its order."""
    return [(note.id, note.embedding) for note in memory.recent(100).notes]


TwoHands.TestCase.settings = settings(
    max_examples=25,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestTwoHands = TwoHands.TestCase
