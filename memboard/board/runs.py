"""A roster whose group lines are rows: the cursor stands on a heading, and acts on all below it.

Keys are numbers: an entry's own, and a heading's, which is negative.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import cast

from memboard.board.ledger import Run
from memboard.board.roster import Roster


class RunRoster(Roster[object]):
    """Runs of entries, each under its heading. Marks are on entries only."""

    def __init__(self, *, adds: bool, tall: int = 1) -> None:
        super().__init__(adds=adds, tall=tall)
        self.headings: list[int] = []
        self.runs: dict[int, Run] = {}

    def lay_out(self, runs: Sequence[Run]) -> None:
        """Take new runs; a cursor on the first row stays there."""
        keys: list[object] = []
        headings: list[int] = []
        for run in runs:
            headings.append(len(keys))
            keys.append(run.key)
            keys += run.seqs
        self.headings, self.runs = headings, {run.key: run for run in runs}
        self.fill(keys, (), follow=True)

    def _count_new(self, old: Sequence[object], was_first: bool) -> None:
        if was_first or not old or self.at <= 0:
            self.new_above = 0
            return
        newest = max((cast("int", key) for key in old[:2]), default=0)
        above = (cast("int", key) > newest for key in self.keys[: self.at])
        self.new_above += sum(above)

    # --- headings

    @property
    def run(self) -> Run | None:
        """The run whose heading is under the cursor."""
        return self.runs.get(cast("int", self.key))

    def run_at(self) -> Run | None:
        """The run that the cursor is in."""
        at = bisect_right(self.headings, self.at) - 1
        return self.runs.get(cast("int", self.keys[self.headings[at]])) if at >= 0 else None

    def entries(self) -> int:
        """Count the rows that are entries."""
        return len(self.keys) - len(self.headings)

    def entry_place(self) -> int:
        """Count the entries down to the cursor; on a heading, the next one is meant."""
        return self.at + 1 - bisect_right(self.headings, self.at) + (self.run is not None)

    def next_group(self, step: int) -> int:
        """Give the place of the next or the previous heading."""
        if step > 0:
            after = bisect_right(self.headings, self.at)
            at = self.headings[after] if after < len(self.headings) else len(self.keys) - 1
        else:
            before = bisect_left(self.headings, self.at) - 1
            at = self.headings[before] if before >= 0 else 0
        return self.clamped(at)

    def group_span(self) -> range:
        """Give the entries of the run that the cursor is in."""
        at = bisect_right(self.headings, self.at) - 1
        if at < 0:
            return range(0)
        last = self.headings[at + 1] if at + 1 < len(self.headings) else len(self.keys)
        return range(self.headings[at] + 1, last)

    # --- marks

    def toggle(self, place: int) -> None:
        """Mark a row, or unmark it; a heading stands for its entries."""
        run = self.runs.get(cast("int", self.keys[place])) if 0 <= place < len(self.keys) else None
        if run is None:
            super().toggle(place)
        elif self.marks.issuperset(run.seqs):
            self.marks.difference_update(run.seqs)
        else:
            self.marks.update(run.seqs)

    def close_range(self) -> None:
        """Turn the open range into marks."""
        super().close_range()
        self._unmark_headings()

    def mark_more(self) -> None:
        """Mark the cursor's run; when it is marked, all entries; when they are, none."""
        group = {self.keys[at] for at in self.group_span()}
        if not group <= self.marks:
            self.marks |= group
        elif self.shown_marks() < self.entries():
            self.marks |= set(self.keys)
            self._unmark_headings()
        else:
            self.marks = set()

    def _unmark_headings(self) -> None:
        self.marks.difference_update(self.runs)

    def targets(self) -> list[object]:
        """Give the entries that an action goes to: marked ones, else the cursor's, or its run's."""
        if self.range_from is None and not self.shown_marks() and self.run is not None:
            return list(self.run.seqs)
        return [key for key in super().targets() if key not in self.runs]

    def target_count(self) -> int:
        """Count them."""
        if self.range_from is None and not self.shown_marks():
            return len(self.run.seqs) if self.run is not None else int(self.key is not None)
        return len(self.targets()) if self.range_from is not None else self.shown_marks()
