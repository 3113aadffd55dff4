"""The score of a note for a query, factor by factor: pure functions, each with its formula."""

from __future__ import annotations

import math
from collections.abc import Sequence

from memboard.engine.answers import Parts
from memboard.engine.embed import Calibration
from memboard.engine.model import NEUTRAL_IMPORTANCE, Value
from memboard.engine.settings import Weights

BM25_HALF = 3.0
"""The BM25 a term that counts as half: measured, docs/decisions/ranking.md."""
WORDS_ALONE = Calibration(low=0.08, high=1.0)
"""The scale of words without a model: measured, like the embedders' own."""
MMR_LAMBDA = 0.7
EXACT_WEIGHT = 0.5
WORDS_SHARE_WEIGHT = 0.2
LATE_WEIGHT = 1.5
"""What words and late interaction add to the cosine for the order: docs/decisions/ranking.md."""
FLOOR = 0.35
"""Relevance from which a note is worth injecting (level `default`)."""


def bm25_share(score: float, terms: int) -> float:
    """Bring a BM25 sum to an absolute 0..1: s / (s + 3 n) for n terms looked up.

    Never min-max over the pool: that hands full marks to the best keyword match of any query,
    however bad, and then no floor can filter. By the term, because a long prompt gathers a large
    sum from words that mean nothing together.
    """
    return score / (score + BM25_HALF * terms) if score > 0 else 0.0


def closeness(cosine: float | None, coverage: float | None) -> float | None:
    """Say how near query and note are on an absolute scale: the mean of both views, -1 to 1.

    The pooled vectors speak for the whole, the tokens for each word of the query. Where there
    are no token vectors, the cosine speaks alone.
    """
    if cosine is None or coverage is None:
        return cosine
    return (cosine + coverage) / 2


def hybrid(vector: float | None, bm25: float, weights: Weights) -> float:
    """Join meaning and words: 0.7 · vector + 0.3 · bm25.

    Where there is no vector the words speak alone, on a scale of their own.
    """
    if vector is None:
        return WORDS_ALONE.apply(bm25)
    return weights.vector * vector + weights.words * bm25


def words_share(score: float, best: float) -> float:
    """Give a BM25 sum as a share of the best one that this query found: s / max s.

    Relative to the query, so it serves the order only; the floor needs an absolute scale.
    """
    return score / best if best > 0 else 0.0


def match(raw: Raw, share: float, bm25: float) -> float:
    """Say how well a note fits among those compared, for the order.

    (cosine + 0.2 · share + 1.5 · late) / 2.7; without token vectors (cosine + 0.2 · share) / 1.2;
    words alone where there is no vector; and 0.5 · exact on top: a name that is spelled out, such
    as `src/q`, means the note that spells it, however near another one is.
    """
    bonus = EXACT_WEIGHT * raw.exact
    if raw.cosine is None:
        return bm25 + bonus
    if raw.late is None:
        return (raw.cosine + WORDS_SHARE_WEIGHT * share) / (1.0 + WORDS_SHARE_WEIGHT) + bonus
    whole = 1.0 + WORDS_SHARE_WEIGHT + LATE_WEIGHT
    return (raw.cosine + WORDS_SHARE_WEIGHT * share + LATE_WEIGHT * raw.late) / whole + bonus


def source_weight(weights: Weights, *, is_global: bool) -> float:
    """Let a project's own notes edge out the shared ones: 1.0 and 0.9."""
    return weights.global_notes if is_global else weights.project_notes


def recency(age_days: float, weights: Weights, *, timeless: bool) -> float:
    """Let newer notes go first: 2^(-age / 7 d), never below 0.85; 1 for timeless notes."""
    if timeless:
        return 1.0
    faded = math.pow(2.0, -max(0.0, age_days) / weights.half_life_days)
    return max(weights.oldest, faded)


def importance_term(importance: float | None, weights: Weights) -> float:
    """Nudge by the rating given at write time: 0.1 · (importance - 0.5); unrated is zero."""
    rated = NEUTRAL_IMPORTANCE if importance is None else importance
    return weights.importance * (rated - NEUTRAL_IMPORTANCE)


class Raw(Value, frozen=True):
    """What was measured of one note for one query, before any scale."""

    cosine: float | None
    """Of the two pooled vectors, -1 to 1; None without a comparable vector."""
    coverage: float | None
    """The query's tokens' best matches in the note, averaged; None without token vectors."""
    late: float | None
    """The same, weighted by how well each token tells the notes apart."""
    bm25: float
    """SQLite's BM25 as a positive number."""
    exact: float = 0.0
    """The share of the query that the note holds letter for letter: `tokens.spelled_share`."""


class Asked(Value, frozen=True):
    """What all notes compared for one query share."""

    terms: int
    """How many terms the query looks up."""
    best_bm25: float
    """The largest BM25 it found."""
    calibration: Calibration
    """The scale of the embedder's closeness."""
    weights: Weights


def score_parts(
    raw: Raw,
    asked: Asked,
    *,
    is_global: bool,
    pinned: bool,
    age_days: float,
    importance: float | None,
) -> Parts:
    """Compute every factor of a note's score.

    Args:
        raw: what was measured of the note.
        asked: what is known of the query.
        is_global: whether the note lies in the global bucket.
        pinned: pinned notes do not age.
        age_days: days since the note was made.
        importance: 0 to 1, or None for unrated.
    """
    words = max(raw.exact, bm25_share(raw.bm25, asked.terms))
    share = words_share(raw.bm25, asked.best_bm25)
    close = closeness(raw.cosine, raw.coverage)
    vector = None if close is None else asked.calibration.apply(close)
    joined = hybrid(vector, words, asked.weights)
    weight = source_weight(asked.weights, is_global=is_global)
    fit = match(raw, share, words)
    fresh = recency(age_days, asked.weights, timeless=is_global or pinned)
    nudge = importance_term(importance, asked.weights)
    return Parts(
        cosine=raw.cosine,
        coverage=raw.coverage,
        vector=vector,
        bm25=words,
        exact=raw.exact,
        hybrid=joined,
        weight=weight,
        relevance=joined * weight,
        share=share,
        late=raw.late,
        match=fit,
        recency=fresh,
        importance=nudge,
        score=fit * weight * fresh + nudge,
    )


def mmr(scores: Sequence[float], near: Sequence[Sequence[float]], k: int) -> list[int]:
    """Choose k places by maximal marginal relevance: λ · score - (1 - λ) · nearest chosen.

    Carbonell and Goldstein 1998, with λ = 0.7.

    Args:
        scores: of the candidates, best first.
        near: the cosine of each candidate with each other.
        k: how many to choose.
    """
    chosen: list[int] = []
    left = list(range(len(scores)))
    while left and len(chosen) < k:
        best = max(
            left,
            key=lambda place: (
                MMR_LAMBDA * scores[place]
                - (1 - MMR_LAMBDA) * max((near[place][one] for one in chosen), default=0.0)
            ),
        )
        chosen.append(best)
        left.remove(best)
    return chosen
