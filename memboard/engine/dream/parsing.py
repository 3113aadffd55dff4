"""From a model's untrusted answer to proposals that may be followed; nothing is repaired by guess.

A cluster that breaks one rule is dropped as a whole and counted with its reason; the others stay.
Pure, and bounded: an answer can cost neither a note nor much time.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from memboard.engine.dream.clashes import clashes
from memboard.engine.dream.surviving import faithful, told_apart
from memboard.engine.dream.topics import topic_of
from memboard.engine.dream.values import (
    MAX_MERGED,
    Clash,
    Member,
    Merge,
    Neighbourhood,
    Proposed,
)
from memboard.engine.model import Value
from memboard.engine.session.facts import MAX_REPLY, TOO_LONG, json_spans, readable

MAX_PROPOSALS = 50
"""Merges, and clashes, that one answer may propose; those after them are dropped."""
MAX_COUNTED = 1_000
"""Items of a list that are looked at one by one; the rest is counted."""
NOT_JSON = "the answer holds no list of merges or clashes"


class AskedMerge(Value, frozen=True):
    """A merge as the question asks for it; what else a model adds is not read."""

    notes: tuple[int, ...]
    text: str
    topic: str | None = None


class AskedClash(Value, frozen=True):
    """A contradiction as the question asks for it."""

    notes: tuple[int, int]


class Place(NamedTuple):
    """A note that was shown, and among which."""

    group: int
    member: Member


def proposed_from(reply: str, neighbourhoods: Sequence[Neighbourhood]) -> Proposed:
    """Read what a model proposes, and check each proposal against the notes that it was shown.

    The contradictions that show without a model are among the clashes, whatever the answer.

    Args:
        reply: anything; an object with `merges` and `clashes`, alone or with prose around it.
        neighbourhoods: those of the question, in the same order.

    Returns:
        the proposals, with what was dropped by reason: `not_a_proposal`, `out_of_range`,
        `too_few`, `repeated`, `in_two`, `not_neighbours`, `pinned`, `nothing_new`, `disputed`,
        `empty`, `too_long`, `unreadable`, `told_apart`, `altered`, `blocked`, `beyond_50`.
    """
    found = tuple(clash for one in neighbourhoods for clash in clashes(one))
    asked = asked_in(reply) if len(reply) <= MAX_REPLY else None
    if asked is None:
        return Proposed(clashes=found, reason=TOO_LONG if len(reply) > MAX_REPLY else NOT_JSON)
    return Reading(neighbourhoods, found).read(*asked)


class Reading:
    """Checks an answer's proposals one by one, and counts why it drops them."""

    def __init__(self, neighbourhoods: Sequence[Neighbourhood], found: Sequence[Clash]) -> None:
        self._places = [
            Place(group, member)
            for group, one in enumerate(neighbourhoods)
            for member in one.members
        ]
        self._clashes = {clash.digest: clash for clash in found}
        self._dropped: Counter[str] = Counter()

    def read(self, merges: list[Any], clashing: list[Any]) -> Proposed:
        """Read both lists."""
        for asked in self._kept(clashing, AskedClash):
            self._add_clash(asked)
        wanted = self._kept(merges, AskedMerge)
        times = Counter(note for one in wanted for note in set(one.notes))
        checked = [self._checked(one, times) for one in wanted]
        return Proposed(
            merges=tuple(one for one in checked if isinstance(one, Merge)),
            clashes=tuple(self._clashes.values()),
            dropped=dict(self._dropped + Counter(one for one in checked if isinstance(one, str))),
        )

    def _kept(self, items: list[Any], kind: type[Any]) -> list[Any]:
        """Convert the items that keep to their form; counts the others."""
        kept: list[Any] = []
        for item in items[:MAX_COUNTED]:
            try:
                kept.append(msgspec.convert(item, kind))
            except msgspec.ValidationError:
                self._dropped["not_a_proposal"] += 1
        self._dropped[f"beyond_{MAX_PROPOSALS}"] += len(kept[MAX_PROPOSALS:])
        self._dropped[f"beyond_{MAX_PROPOSALS}"] += len(items[MAX_COUNTED:])
        self._dropped = +self._dropped
        return kept[:MAX_PROPOSALS]

    def _add_clash(self, asked: AskedClash) -> None:
        fault = self._fault(asked.notes)
        if fault is not None:
            self._dropped[fault] += 1
            return
        one, other = (self._places[note - 1].member for note in asked.notes)
        clash = Clash(members=(one, other), what="meaning")
        self._clashes.setdefault(clash.digest, clash)

    def _checked(self, asked: AskedMerge, times: Counter[int]) -> Merge | str:
        """Check a merge; gives the reason where it may not be."""
        fault = self._fault(asked.notes)
        if fault is not None:
            return fault
        if any(times[note] > 1 for note in asked.notes):
            return "in_two"
        members = tuple(self._places[note - 1].member for note in asked.notes)
        text = asked.text.strip()
        topic = topic_of(members, asked.topic)
        fault = self._members_fault(members) or text_fault(members, text, topic)
        if fault is not None:
            return fault
        return Merge(members=members, text=text, topic=topic)

    def _fault(self, notes: Sequence[int]) -> str | None:
        """Say what is wrong with the numbers that notes are named by."""
        if not all(1 <= note <= len(self._places) for note in notes):
            return "out_of_range"
        if len(set(notes)) != len(notes):
            return "repeated"
        if len(notes) < 2:
            return "too_few"
        if len({self._places[note - 1].group for note in notes}) > 1:
            return "not_neighbours"
        return None

    def _members_fault(self, members: Sequence[Member]) -> str | None:
        """Say why some notes may not be merged, whatever the text."""
        if any(member.pinned for member in members):
            return "pinned"
        if all(member.merged for member in members):
            return "nothing_new"
        ids = {member.id for member in members}
        if any({one.id for one in clash.members} <= ids for clash in self._clashes.values()):
            return "disputed"
        return "told_apart" if told_apart(members) is not None else None


def text_fault(members: Sequence[Member], text: str, topic: str | None) -> str | None:
    """Say why a text may not stand for some notes, under a topic."""
    from memboard.engine.guard.scanning import scan  # 30 ms, and only in a cycle

    if not text:
        return "empty"
    if len(text) > MAX_MERGED:
        return "too_long"
    if not readable(text):
        return "unreadable"
    if faithful(members, text) is not None:
        return "altered"
    return "blocked" if scan(f"{text}\n{topic or ''}") else None


def asked_in(reply: str) -> tuple[list[Any], list[Any]] | None:
    """Find the lists of merges and of clashes in an answer; None where there is neither."""
    for span in json_spans(reply):
        try:
            decoded = json.loads(span)
        except (ValueError, RecursionError):
            continue
        if isinstance(decoded, dict):
            lists = [decoded.get(name) for name in ("merges", "clashes")]
            if any(isinstance(one, list) for one in lists):
                merges, clashing = (one if isinstance(one, list) else [] for one in lists)
                return merges, clashing
    return None
