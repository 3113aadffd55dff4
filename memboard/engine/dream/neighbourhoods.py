"""Which notes a model is shown together: those of one namespace that lie near each other.

The model sees neighbourhoods, never the whole store. What the injection scan withholds from other
models is withheld from this one, and notes that were shown together once are not shown together
again until one of them changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from memboard.engine.dream.edges import Edge, Lying, all_edges, lying_in
from memboard.engine.dream.question import MAX_LINES, size_of
from memboard.engine.dream.values import Member, Neighbourhood, digest_of_notes
from memboard.engine.model import Value
from memboard.engine.recall.withhold import withheld
from memboard.engine.store import notes
from memboard.engine.store.notes import NoteRow
from memboard.engine.store.store import Store


class Limits(Value, frozen=True):
    """How much of a store one cycle looks at."""

    notes: int = 100
    """Shown in one question, if so many fit into it."""
    together: int = 20
    """In one neighbourhood."""
    edges: int = 2_000
    """Near pairs that are weighed; the search ends with them."""
    compared: int = 20_000
    """Notes whose vectors are compared, those that changed last."""
    by_words: int = 250
    """Notes without a vector that are compared by their words, those that changed last."""


LIMITS = Limits()
"""What a cycle takes."""


def neighbourhoods(
    store: Store, namespace: int, *, asked: Callable[[bytes], bool], limits: Limits = LIMITS
) -> tuple[Neighbourhood, ...]:
    """Find the notes that may repeat or contradict each other, nearest first.

    Args:
        store: the open store; nothing is written.
        namespace: whose notes; no other namespace is looked at.
        asked: tells whether two notes were shown together before, given one of the digests of
            `Neighbourhood.pairs`; those of whatever was shown are to be remembered.
        limits: how much to look at.

    Returns:
        neighbourhoods of two or more notes, none in two of them; none where nothing is new.
    """
    lying = lying_in(store.database, namespace, limits.compared)
    fresh: list[Edge] = []
    for edge in all_edges(store, lying, limits.by_words):
        if is_news(edge.one, edge.other) and not asked(digest_of_pair(edge)):
            fresh.append(edge)
            if len(fresh) >= limits.edges:
                break
    return Gathering(store, namespace, limits).gather(sorted(fresh, key=nearest_first))


def is_news(one: Lying, other: Lying) -> bool:
    """Tell whether two notes may be compared: a merged note needs something that came after it."""
    if one.merged and other.merged:
        return False
    if one.merged:
        return other.changed_at > one.created_at
    return not other.merged or one.changed_at > other.created_at


def digest_of_pair(edge: Edge) -> bytes:
    """Name two notes as they stand now."""
    return digest_of_notes([(one.id, one.revision) for one in (edge.one, edge.other)])


def nearest_first(edge: Edge) -> tuple[float, str, str]:
    """Order edges by nearness, and equal ones always alike."""
    return -edge.nearness, edge.one.id, edge.other.id


class Gathering:
    """Joins near pairs to neighbourhoods, each within its limit, until the question is full."""

    def __init__(self, store: Store, namespace: int, limits: Limits) -> None:
        self._store = store
        self._namespace = namespace
        self._limits = limits
        self._members: dict[int, Member | None] = {}
        self._groups: dict[int, list[int]] = {}
        self._by_words: set[int] = set()
        self._size = 0

    def gather(self, edges: Iterable[Edge]) -> tuple[Neighbourhood, ...]:
        """Take one pair after another."""
        for edge in edges:
            keys = (edge.one.key, edge.other.key)
            members = [self._member(key) for key in keys if key not in self._groups]
            if None not in members and self._fits(keys, [one for one in members if one]):
                self._join(keys)
                if edge.by == "words":
                    self._by_words.update(keys)
        return tuple(map(self._neighbourhood, self._unlike_groups()))

    def _fits(self, keys: tuple[int, int], new: Sequence[Member]) -> bool:
        """Tell whether a pair can be taken; what it takes in the question is then taken."""
        size = self._size + sum(map(size_of, new))
        one, other = (self._groups.get(key, [key]) for key in keys)
        together = len(one) if one is other else len(one) + len(other)
        fits = (
            together <= self._limits.together
            and len(self._groups) + len(new) <= self._limits.notes
            and size <= MAX_LINES
        )
        self._size = size if fits else self._size
        return fits

    def _join(self, keys: tuple[int, int]) -> None:
        one, other = (self._groups.get(key, [key]) for key in keys)
        if one is not other:
            one += other
            for key in one:
                self._groups[key] = one

    def _member(self, key: int) -> Member | None:
        """Read a note once; None for one that no model may see."""
        if key not in self._members:
            row = notes.by_keys(self._store.database, [key]).get(key)
            hidden = row is None or bool(withheld(self._store, row))
            self._members[key] = None if row is None or hidden else member_of(row)
        return self._members[key]

    def _unlike_groups(self) -> list[list[int]]:
        """Give each group once, in the order in which they began."""
        return list({id(group): group for group in self._groups.values()}.values())

    def _neighbourhood(self, keys: list[int]) -> Neighbourhood:
        members = [one for key in keys if (one := self._members[key]) is not None]
        by_words = not self._by_words.isdisjoint(keys)
        return Neighbourhood(
            namespace=self._namespace,
            members=tuple(sorted(members, key=lambda one: (one.known_since, one.id))),
            by="words" if by_words else "meaning",
        )


def member_of(row: NoteRow) -> Member:
    """Look at a note as a cycle does."""
    return Member(
        id=row.id,
        revision=row.revision,
        text=row.text,
        topic=row.topic,
        tags=row.tags,
        importance=row.importance,
        pinned=row.pinned,
        known_since=notes.since_of(row),
        merged=row.trigger == "dream" and row.revision == 1,
    )
