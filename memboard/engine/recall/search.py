"""Search: somebody asks, and gets the k best, no floor applied, the weak ones counted."""

from __future__ import annotations

import math
from typing import NamedTuple

import msgspec

from memboard.engine.answers import Evidence, Found, Hit, Mode, Parts
from memboard.engine.embed import Calibration, Read
from memboard.engine.errors import InvalidInput
from memboard.engine.model import Note, Scope, Value
from memboard.engine.recall import rank
from memboard.engine.recall.candidates import find_candidates, pool_size
from memboard.engine.recall.rank import Asked, Raw
from memboard.engine.settings import Weights
from memboard.engine.sources import from_millis
from memboard.engine.store import embeddings, namespaces, notes, vectors
from memboard.engine.store.notes import NoteRow
from memboard.engine.store.store import Store
from memboard.engine.store.tokens import identifiers, query_terms, spelled_share
from memboard.engine.store.vectors import Generation

DAY_MILLISECONDS = 86_400_000
MAX_K = 1_000
MAX_QUERY = 20_000
"""Characters of a query that are read; what a prompt of megabytes is about stands at its start."""
MMR_POOL = 3
"""So many times k candidates compete for diversity."""


class Scored(NamedTuple):
    """A candidate with its row and its score."""

    row: NoteRow
    parts: Parts


class Question(Value, frozen=True):
    """A search, ready to run: its words, and its vector where a model is at hand."""

    text: str
    read: Read | None
    embedder: str | None
    calibration: Calibration
    k: int
    scope: Scope | None
    min_score: float | None
    pool: int = 1
    """So many times the usual candidates."""
    beyond: int = 0
    """So many hits after the k best are given too, for one that cannot use all of those."""
    mmr: bool = False
    """Whether near-duplicates make way for something else."""
    weights: Weights = Weights()


def checked_k(k: int) -> int:
    """Check how many hits are wanted.

    Raises:
        InvalidInput: it is not between 1 and 1,000.
    """
    if not 1 <= k <= MAX_K:
        raise InvalidInput(f"k lies between 1 and {MAX_K:,}; this one is {k}.")
    return k


def refuse_nan(min_score: float | None) -> None:
    """Raise InvalidInput for a least score that no score can be compared with."""
    if min_score is not None and math.isnan(min_score):
        raise InvalidInput("The least score is a number; this one is none.")


def run_search(store: Store, question: Question) -> Found:
    """Answer a question on one unchanging view of the store.

    Eligibility first (namespace and forgotten state in SQL), then a comparable generation,
    then similarity.
    """
    with store.database.reading():
        generation = comparable_generation(store, question)
        eligible = store.namespaces(question.scope)
        found = find_candidates(
            store,
            question.text,
            question.read,
            generation,
            eligible,
            question.pool * pool_size(question.k),
        )
        rows = notes.by_keys(store.database, list(found))
        ordered = ordered_candidates(store, question, found, rows)
        if question.mmr and generation is not None:
            ordered = diverse(store, generation, ordered, question.k)
        hits = to_hits(store, generation, ordered[: question.k + question.beyond])
        pending, stale = store.unembedded(eligible)
    mode: Mode = "meaning" if generation is not None else "words"
    return Found(
        query=question.text,
        hits=hits,
        below_floor=sum(hit.below_floor for hit in hits),
        floor=rank.FLOOR,
        mode=mode,
        pending=pending,
        stale=stale,
    )


def comparable_generation(store: Store, question: Question) -> Generation | None:
    """Give the generation the question's vector may be compared with, if there is one."""
    generation = store.bound()
    if generation is None or question.read is None or generation.embedder != question.embedder:
        return None
    return generation


def ordered_candidates(
    store: Store, question: Question, found: dict[int, Raw], rows: dict[int, NoteRow]
) -> list[Scored]:
    """Score the candidates and order them: best first, then newer, then by id."""
    now = store.now()
    asked = Asked(
        terms=len(query_terms(question.text)),
        best_bm25=max((raw.bm25 for raw in found.values()), default=0.0),
        calibration=question.calibration,
        weights=question.weights,
    )
    names = identifiers(question.text)
    scored = [
        Scored(row, parts_of(spelled(found[key], names, row), asked, row, now))
        for key, row in rows.items()
    ]
    least = question.min_score
    kept = [one for one in scored if least is None or one.parts.score >= least]
    return sorted(kept, key=lambda one: (-one.parts.score, -one.row.created_at, one.row.id))


def spelled(raw: Raw, names: dict[str, float], row: NoteRow) -> Raw:
    """Look whether a note spells out the names of the query."""
    if not names:
        return raw
    text = "\n".join((row.text, row.topic or "", *row.tags))
    return msgspec.structs.replace(raw, exact=spelled_share(names, text))


def diverse(store: Store, generation: Generation, ordered: list[Scored], k: int) -> list[Scored]:
    """Put the k that maximal marginal relevance chooses before all others."""
    best = ordered[: MMR_POOL * k]
    near = vectors.pairwise(store.database, generation, [scored.row.key for scored in best])
    places = rank.mmr([scored.parts.score for scored in best], near, k)
    taken = set(places)
    return [best[at] for at in places] + [one for at, one in enumerate(ordered) if at not in taken]


def parts_of(raw: Raw, asked: Asked, row: NoteRow, now: int) -> Parts:
    """Score one candidate."""
    return rank.score_parts(
        raw,
        asked,
        is_global=row.namespace == namespaces.GLOBAL,
        pinned=row.pinned,
        age_days=(now - row.created_at) / DAY_MILLISECONDS,
        importance=row.importance,
    )


def to_hits(store: Store, generation: Generation | None, ordered: list[Scored]) -> tuple[Hit, ...]:
    """Turn the kept candidates into hits with their evidence."""
    present = notes.to_notes(store.database, [scored.row for scored in ordered])
    return tuple(
        Hit(
            note=note,
            score=scored.parts.score,
            parts=scored.parts,
            evidence=evidence_of(
                store, note, scored.row.key, generation if scored.parts.cosine is not None else None
            ),
            below_floor=scored.parts.relevance < rank.FLOOR,
        )
        for note, scored in zip(present, ordered, strict=True)
    )


def evidence_of(store: Store, note: Note, key: int, generation: Generation | None) -> Evidence:
    """Say which vector spoke for a note."""
    at = embeddings.embedded_at(store.database, generation, key) if generation else None
    return Evidence(
        note_id=note.id,
        namespace=note.namespace,
        revision=note.revision,
        embedder=generation.embedder if generation and at is not None else None,
        embedded_at=None if at is None else from_millis(at),
    )
