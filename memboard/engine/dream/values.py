"""The values a cycle passes on: which notes lie near each other, and what is proposed of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from itertools import combinations

import msgspec

from memboard.engine.model import Findable, Value

MAX_MERGED = 240
"""Characters of a merged text, and of a note that may be merged: it survives as a whole."""
DIGEST_BYTES = 16


class Member(Value, frozen=True):
    """A note as a cycle looks at it."""

    id: str
    revision: int
    text: str
    topic: str | None
    tags: tuple[str, ...]
    importance: float | None
    pinned: bool
    known_since: int
    """Milliseconds since 1970: when it was first known, its own or its originals' creation."""
    merged: bool = False
    """Whether a merge made it, and nobody changed it since."""


class Neighbourhood(Value, frozen=True):
    """Notes of one namespace that lie near each other; a model is shown these together."""

    namespace: int
    members: tuple[Member, ...]
    by: Findable = "meaning"
    """How they were found: by their vectors, or by their words where a note has none."""

    @property
    def digest(self) -> bytes:
        """Name these notes, as they stand now."""
        return digest_of(self.members)

    @property
    def pairs(self) -> tuple[bytes, ...]:
        """Name every two of its notes: what to remember once they were shown together."""
        return tuple(digest_of(pair) for pair in combinations(self.members, 2))


class Merge(Value, frozen=True):
    """Notes that say one thing, and the text that is to stand for them; checked."""

    members: tuple[Member, ...]
    text: str
    topic: str | None = None

    @property
    def digest(self) -> bytes:
        """Name the cluster, as its notes stand now: what a rejection is remembered by."""
        return digest_of(self.members)


class Clash(Value, frozen=True):
    """Two notes that contradict each other: which one holds?"""

    members: tuple[Member, Member]
    what: str
    """What they differ in, in a few words of ours: `numbers`, `names`, `negations`, `opposites`,
    or `meaning` where a model said so."""

    @property
    def digest(self) -> bytes:
        """Name the two notes, as they stand now."""
        return digest_of(self.members)


class Proposed(Value, frozen=True):
    """What a model's answer came to."""

    merges: tuple[Merge, ...] = ()
    clashes: tuple[Clash, ...] = ()
    dropped: dict[str, int] = msgspec.field(default_factory=dict)
    """How many proposals were left out, by reason; the reasons are named in `parsing`."""
    reason: str | None = None
    """Why there is no proposal at all; None for an answer that could be read."""


def digest_of(members: Iterable[Member]) -> bytes:
    """Name some notes with their texts' revisions, in whatever order they come."""
    return digest_of_notes([(member.id, member.revision) for member in members])


def digest_of_notes(notes: Sequence[tuple[str, int]]) -> bytes:
    """Name some notes by id and revision: another revision, another name."""
    named = "\n".join(f"{note_id} {revision}" for note_id, revision in sorted(notes))
    return hashlib.blake2b(named.encode(), digest_size=DIGEST_BYTES).digest()
