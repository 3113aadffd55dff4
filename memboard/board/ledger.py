"""The journal as Activity keeps it: a few columns of every entry, and the runs they make.

Texts are read again as rows come into view; what stays here is some 30 bytes an entry. Pure: no
widget, no store.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple, get_args

from memboard.engine import Change
from memboard.engine.model import Op

OPS: tuple[Op, ...] = get_args(Op)
PAUSE = 3_600.0
"""Seconds without a change after which another run of the same person begins."""


class Author(NamedTuple):
    """Whose changes make a run: a cycle's, a session's, or a person's."""

    actor: str
    session: str | None
    cycle: str | None

    def covers(self, other: Author) -> bool:
        """Tell whether another's changes belong to the same cycle, session or person."""
        if self.cycle or other.cycle:
            return self.cycle == other.cycle
        if self.session or other.session:
            return self.session == other.session
        return self.actor == other.actor


class Run(NamedTuple):
    """Entries of one author that follow one another, newest first."""

    author: Author
    seqs: Sequence[int]

    @property
    def key(self) -> int:
        """What names the run's heading: it stays while newer entries join it."""
        return -self.seqs[-1]


class Step(NamedTuple):
    """One call of undo: a cycle, a change or an entry."""

    seq: int
    """The newest entry it takes back."""
    change: int | None = None
    cycle: str | None = None


class Ledger:
    """All entries read so far, newest first."""

    def __init__(self) -> None:
        self.seqs, self.changes, self.times = array("q"), array("q"), array("d")
        self._owners, self._ops = array("i"), array("b")
        self.authors: list[Author] = []
        self._numbers: dict[Author, int] = {}
        self.undoes: dict[int, int] = {}
        self.undone: set[int] = set()
        self.whole = False
        """Whether there is nothing older."""

    def __len__(self) -> int:
        return len(self.seqs)

    @property
    def newest(self) -> int:
        """The newest entry's number; 0 where there is none."""
        return self.seqs[0] if self.seqs else 0

    @property
    def oldest(self) -> int | None:
        """The oldest entry's number; None where there is none."""
        return self.seqs[-1] if self.seqs else None

    def append(self, page: Sequence[Change]) -> None:
        """Take the next older entries."""
        self._insert(len(self), page)
        self.undone.update(entry.seq for entry in page if entry.undone_by is not None)

    def prepend(self, page: Sequence[Change]) -> None:
        """Take newer entries; what they take back is noted, and what that had taken back."""
        self._insert(0, page)
        for entry in reversed(page):
            taken, down = entry.undoes, True
            while taken is not None:
                (self.undone.add if down else self.undone.discard)(taken)
                taken, down = self.undoes.get(taken), not down

    def _insert(self, at: int, page: Sequence[Change]) -> None:
        owners = [self._number(Author(one.actor, one.session, one.cycle)) for one in page]
        self.seqs[at:at] = array("q", [one.seq for one in page])
        self.changes[at:at] = array("q", [one.change for one in page])
        self.times[at:at] = array("d", [one.at.timestamp() for one in page])
        self._owners[at:at] = array("i", owners)
        self._ops[at:at] = array("b", [OPS.index(one.op) for one in page])
        self.undoes.update({one.seq: one.undoes for one in page if one.undoes is not None})

    def _number(self, author: Author) -> int:
        number = self._numbers.setdefault(author, len(self.authors))
        if number == len(self.authors):
            self.authors.append(author)
        return number

    # --- asking

    def at(self, seq: int) -> int:
        """Give an entry's place."""
        return bisect_left(self.seqs, -seq, key=lambda one: -one)

    def author(self, seq: int) -> Author:
        """Tell who made an entry."""
        return self.authors[self._owners[self.at(seq)]]

    def time(self, seq: int) -> float:
        """Tell when an entry was made, in seconds since 1970."""
        return self.times[self.at(seq)]

    def done_again(self, seq: int) -> bool:
        """Tell whether an undo did again what another one had taken back."""
        depth, taken = 0, self.undoes.get(seq)
        while taken is not None:
            depth, taken = depth + 1, self.undoes.get(taken)
        return depth > 0 and depth % 2 == 0

    def tally(self, seqs: Sequence[int]) -> Counter[Op]:
        """Count entries, given newest first, by what they did."""
        first, last = self.at(seqs[0]), self.at(seqs[-1])
        if last - first + 1 == len(seqs):
            counted = Counter(self._ops[first : last + 1])
        else:
            counted = Counter(self._ops[self.at(seq)] for seq in seqs)
        return Counter({OPS[at]: number for at, number in counted.items()})

    def places(self, only: Author | None, kept: Collection[int] | None) -> Iterable[int]:
        """Give the places of one author's entries, and of those that a filter leaves."""
        found: Iterable[int] = range(len(self))
        if only is not None:
            owners = {at for at, one in enumerate(self.authors) if only.covers(one)}
            found = [at for at, owner in enumerate(self._owners) if owner in owners]
        return found if kept is None else [at for at in found if self.seqs[at] in kept]

    def runs(self, only: Author | None = None, kept: Collection[int] | None = None) -> list[Run]:
        """Put entries together that one author made one after the other."""
        places = self.places(only, kept)
        found = []
        for owner, together in groupby(places, self._owners.__getitem__):
            author, rows = self.authors[owner], list(together)
            parts = [rows] if author.session or author.cycle else self._apart(rows)
            found += [Run(author, [self.seqs[at] for at in part]) for part in parts]
        return found

    def _apart(self, rows: list[int]) -> Iterator[list[int]]:
        start = 0
        for at in range(1, len(rows)):
            if self.times[rows[at - 1]] - self.times[rows[at]] > PAUSE:
                yield rows[start:at]
                start = at
        yield rows[start:]

    # --- putting back

    def standing(self, seqs: Collection[int]) -> list[int]:
        """Leave out entries that are taken back, and undos of entries that are among them."""
        chosen = set(seqs)
        return [
            seq for seq in seqs if seq not in self.undone and self.undoes.get(seq) not in chosen
        ]

    def steps(self, seqs: Collection[int]) -> list[Step]:
        """Plan the undos of some entries, newest first: whole cycles and changes go at once."""
        chosen = set(seqs)
        picked = Counter(self.changes[self.at(seq)] for seq in chosen)
        totals = Counter(self.changes) if self.whole else Counter[int]()
        cycles = self._whole_cycles(chosen)
        found: dict[object, Step] = {}
        for seq in sorted(self.standing(seqs), reverse=True):
            change, cycle = self.changes[self.at(seq)], self.author(seq).cycle
            if cycle in cycles:
                found.setdefault(cycle, Step(seq, cycle=cycle))
            elif picked[change] == totals[change]:
                found.setdefault(("change", change), Step(seq, change=change))
            else:
                found[seq] = Step(seq)
        return list(found.values())

    def _whole_cycles(self, chosen: Collection[int]) -> set[str]:
        picked = Counter(cycle for seq in chosen if (cycle := self.author(seq).cycle))
        if not picked or not self.whole:
            return set()
        totals = Counter(self.authors[owner].cycle for owner in self._owners)
        return {cycle for cycle, number in picked.items() if number == totals[cycle]}
