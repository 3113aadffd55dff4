"""Goes through the notes, gathers what speaks against each, and ranks them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence

from memboard.engine.answers import Notice
from memboard.engine.curate.reindexing import Step
from memboard.engine.errors import InvalidInput
from memboard.engine.model import NEUTRAL_IMPORTANCE
from memboard.engine.store import notes
from memboard.engine.store.store import Store
from memboard.engine.triage.doubles import Cosine, Keeping, better_first
from memboard.engine.triage.fragment import fragment
from memboard.engine.triage.looked import Looked
from memboard.engine.triage.past import past_date
from memboard.engine.triage.plumbing import plumbing
from memboard.engine.triage.reading import cosine_in, looked_at, watched_in
from memboard.engine.triage.unrecalled import Watched, never_recalled
from memboard.engine.triage.values import CODES, Code, Suspect, SuspectReason, Triage

MAX_LIMIT = 1_000
BATCH = 50
"""Notes a step: some 15 ms."""

OF_ITSELF: tuple[Callable[[Looked, int], SuspectReason | None], ...] = (
    plumbing,
    fragment,
    past_date,
)
"""Reasons that lie in a note alone."""

Judged = tuple[float, Looked, tuple[SuspectReason, ...]]
"""The score, the note, and what speaks against it."""


def triage_steps(
    store: Store, limit: int, reason: Code | None = None
) -> Generator[Step, None, Triage]:
    """Look at all notes seen here, in small steps; its value is the most suspicious of them.

    Args:
        store: the open store; nothing is written.
        limit: how many to name, 1 to 1,000.
        reason: only those that are suspected for this.

    Raises:
        InvalidInput: there is no such reason, or the limit is out of bounds.
    """
    refuse_unknown(limit, reason)
    with store.database.reading():
        seen = list(looked_at(store))
        watched = watched_in(store)
    yield from in_words(seen)
    against = yield from reasons_against(seen, store.now(), watched, cosine_in(store))
    judged = [judge(note, against[note.key]) for note in seen if against[note.key]]
    chosen = [one for one in judged if reason is None or any(r.code == reason for r in one[2])]
    chosen.sort(key=lambda one: (-one[0], one[1].updated_at, one[1].id))
    return Triage(
        suspects=suspects_of(store, chosen[:limit]),
        found=len(chosen),
        looked_at=len(seen),
        notices=notices_of(store),
    )


def refuse_unknown(limit: int, reason: Code | None) -> None:
    """Raise InvalidInput for what cannot be asked for."""
    if not 1 <= limit <= MAX_LIMIT:
        raise InvalidInput(f"A triage names 1 to {MAX_LIMIT:,} notes.")
    if reason is not None and reason not in CODES:
        raise InvalidInput(
            f"No note is suspected for {reason!r}.", hint=f"The reasons are {', '.join(CODES)}."
        )


def in_words(seen: Sequence[Looked]) -> Iterator[Step]:
    """Take the texts apart: half of the work."""
    yield Step(done=0, total=2 * len(seen))
    for at in range(0, len(seen), BATCH):
        for note in seen[at : at + BATCH]:
            _ = note.naming  # kept by the note
        yield Step(done=min(at + BATCH, len(seen)), total=2 * len(seen))


def reasons_against(
    seen: Sequence[Looked], now: int, watched: Mapping[int, Watched], cosine: Cosine
) -> Generator[Step, None, dict[int, list[SuspectReason]]]:
    """Gather what speaks against each note, by its key; nothing does against a pinned one.

    A note that another one repeats was worth saying twice, so that it is not suspected for not
    having been recalled.
    """
    against: dict[int, list[SuspectReason]] = {note.key: [] for note in seen}
    best_first = sorted(seen, key=better_first)
    keeping = Keeping(best_first, cosine)
    for at in range(0, len(seen), BATCH):
        for note in best_first[at : at + BATCH]:
            double = keeping.look(note)
            if not note.pinned:
                found = (double, *(suspects(note, now) for suspects in OF_ITSELF))
                against[note.key] += [one for one in found if one is not None]
        yield Step(done=len(seen) + min(at + BATCH, len(seen)), total=2 * len(seen))
    repeated = {one.other_id for reasons in against.values() for one in reasons}
    for note in seen:
        unasked = never_recalled(note, now, watched.get(note.namespace))
        if unasked and not note.pinned and note.id not in repeated:
            against[note.key].append(unasked)
    return against


def judge(note: Looked, reasons: Sequence[SuspectReason]) -> Judged:
    """Score a note, and put the heaviest reason first."""
    return score_of(note, reasons), note, tuple(sorted(reasons, key=lambda one: -one.weight))


def score_of(note: Looked, reasons: Sequence[SuspectReason]) -> float:
    """Join what speaks against a note to one figure, 0 to 1.

    score = (1 - Π (1 - weight)) × (1 - max(0, importance - 0.5)): each further reason takes its
    share of what is left, as if they were independent; the highest importance halves it.
    """
    left = 1.0
    for one in reasons:
        left *= 1.0 - one.weight
    return round((1.0 - left) * (1.0 - max(0.0, note.importance - NEUTRAL_IMPORTANCE)), 3)


def suspects_of(store: Store, chosen: Sequence[Judged]) -> tuple[Suspect, ...]:
    """Read the chosen notes whole; one that is gone meanwhile is left out."""
    with store.database.reading():
        rows = notes.by_keys(store.database, [note.key for _, note, _ in chosen])
        there = [one for one in chosen if one[1].key in rows]
        whole = notes.to_notes(store.database, [rows[note.key] for _, note, _ in there])
    return tuple(
        Suspect(note=note, score=score, reasons=reasons)
        for note, (score, _, reasons) in zip(whole, there, strict=True)
    )


def notices_of(store: Store) -> tuple[Notice, ...]:
    """Say so where near duplicates were told by their words alone."""
    if store.bound() is not None:
        return ()
    text = "Without a model, near duplicates are told by their words: memboard model pull."
    return (Notice(code="doubles_by_words", text=text),)


def unchanged(store: Store, suspects: Sequence[Suspect]) -> tuple[Suspect, ...]:
    """Leave out the suspects that were changed since, or whose better double is gone."""
    ids = {suspect.note.id for suspect in suspects}
    ids |= {one.other_id for suspect in suspects for one in suspect.reasons if one.other_id}
    with store.database.reading():
        rows = [row for note_id in ids if (row := notes.by_id(store.database, note_id))]
        there = {note.id: note for note in notes.to_notes(store.database, rows)}

    def holds(suspect: Suspect) -> bool:
        now = there.get(suspect.note.id)
        if now is None or now.pinned or now.updated_at != suspect.note.updated_at:
            return False
        return all(one.other_id is None or one.other_id in there for one in suspect.reasons)

    return tuple(suspect for suspect in suspects if holds(suspect))
