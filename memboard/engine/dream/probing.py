"""Probe queries: what found an original must find the note that took its place, in the top three.

An original is asked for by its own text, and by its topic where that found it before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from memboard.engine.curate.workshop import read_query
from memboard.engine.dream.values import Merge
from memboard.engine.embed import EmbedderHandle
from memboard.engine.embed.protocol import IDENTITY
from memboard.engine.errors import EmbedderError
from memboard.engine.recall.candidates import find_candidates, pool_size
from memboard.engine.recall.search import Question, comparable_generation, ordered_candidates
from memboard.engine.store import notes
from memboard.engine.store.store import Store

TOP = 3


class Probe(NamedTuple):
    """A question, and the merge whose note must answer it."""

    question: Question
    merge: int
    """The place of the merge among those that are to be applied."""


def record_probes(
    store: Store, handle: EmbedderHandle | None, namespace: int, merges: Sequence[Merge]
) -> list[Probe]:
    """Choose and embed the probes before the transaction, while the originals still answer."""
    probes: list[Probe] = []
    for at, merge in enumerate(merges):
        probes += [Probe(question_of(handle, member.text), at) for member in merge.members]
        topics = dict.fromkeys(member.topic for member in merge.members if member.topic)
        for topic in topics:
            question = question_of(handle, topic)
            ids = {member.id for member in merge.members if member.topic == topic}
            if ids & set(best(store, question, namespace)):
                probes.append(Probe(question, at))
    return probes


def question_of(handle: EmbedderHandle | None, text: str) -> Question:
    """Make a question; without a usable model it is asked by words."""
    read = None
    if handle is not None:
        try:
            read = read_query(handle, text)
        except EmbedderError:
            handle = None
    return Question(
        text=text,
        read=read,
        embedder=handle.id if handle else None,
        calibration=handle.calibration if handle else IDENTITY,
        k=TOP,
        scope=None,
        min_score=None,
    )


def best(store: Store, question: Question, namespace: int) -> list[str]:
    """Give the ids of the three notes of a namespace that answer best."""
    generation = comparable_generation(store, question)
    found = find_candidates(
        store, question.text, question.read, generation, (namespace,), pool_size(TOP)
    )
    rows = notes.by_keys(store.database, list(found))
    return [one.row.id for one in ordered_candidates(store, question, found, rows)[:TOP]]


def unanswered(
    store: Store, namespace: int, probes: Sequence[Probe], answers: dict[int, str]
) -> set[int]:
    """Give the places of the merges one of whose probes does not find its note any more."""
    return {
        probe.merge
        for probe in probes
        if probe.merge in answers
        and answers[probe.merge] not in best(store, probe.question, namespace)
    }
