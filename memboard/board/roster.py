"""What a virtual list holds: keys in order, group lines between them, a cursor, marks.

Pure: no widget, no store. A key is whatever names a row (a store key, a note id); texts live
elsewhere. Everything here stays cheap at a million rows.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

Key = TypeVar("Key", bound=Hashable)


class Group(NamedTuple):
    """A line above a row: where it stands, what it says, what it counts."""

    start: int
    label: str
    counted: str


class AddLine(NamedTuple):
    """The line that adds a note."""


class GroupLine(NamedTuple):
    """A group line on screen."""

    group: Group


class RowLine(NamedTuple):
    """A row on screen, by its place among the rows."""

    at: int
    second: bool = False
    """Whether it is the second line of the row."""


Line = AddLine | GroupLine | RowLine

ADD = -1
"""The cursor's place on the line that adds a note."""


class Roster(Generic[Key]):
    """The rows of one list, each `tall` lines. `at` is the cursor: a row's place, or ADD."""

    def __init__(self, *, adds: bool, tall: int = 1) -> None:
        self.adds, self.tall = adds, tall
        self.keys: Sequence[Key] = ()
        self.groups: Sequence[Group] = ()
        self._starts: list[int] = []
        self.at = ADD if adds else 0
        self.marks: set[Key] = set()
        self.range_from: int | None = None
        self.new_above = 0
        self._shown: frozenset[Key] | None = None

    # --- rows

    def fill(self, keys: Sequence[Key], groups: Sequence[Group], *, follow: bool = False) -> None:
        """Take new rows; the cursor holds to its key, and to its place where that is gone.

        Args:
            keys: the rows.
            groups: the lines above some of them, in order.
            follow: a cursor on the first row stays on the first row.
        """
        old, held, place = self.keys, self.key, self.at
        was_first = place <= 0
        self.keys, self.range_from = keys, None
        self.group(groups)
        self.at = self._place_of(held, place, was_first and follow, bool(old))
        self._count_new(old, was_first)
        self._shown = None

    def group(self, groups: Sequence[Group]) -> None:
        """Take other group lines for the same rows."""
        self.groups = groups
        self._starts = [group.start for group in groups]

    def drop(self, keys: set[Key]) -> None:
        """Take rows out before the store confirms it; the cursor goes to the next one."""
        gone = [at for at, key in enumerate(self.keys) if key in keys]
        if not gone:
            return
        before = bisect_right(gone, self.at - 1)
        place = self.at - before
        self.keys = [key for key in self.keys if key not in keys]
        self.group([shifted(group, gone) for group in self.groups])
        self.group(self._standing())
        self.marks -= keys
        self.range_from, self._shown = None, None
        self.at = self.clamped(place)

    def _standing(self) -> list[Group]:
        """Leave out groups that have no row any more."""
        kept = []
        for at, group in enumerate(self.groups):
            end = self.groups[at + 1].start if at + 1 < len(self.groups) else len(self.keys)
            if group.start < end or not group.counted:
                kept.append(group)
        return kept

    def _place_of(self, held: Key | None, place: int, first: bool, had_rows: bool) -> int:
        if first or not had_rows:
            return self.clamped(0)
        if held is not None:
            near = self.keys[place] if 0 <= place < len(self.keys) else None
            if near == held:
                return place
            try:
                return self.keys.index(held)
            except ValueError:
                return self.clamped(place)
        return self.clamped(place)

    def _count_new(self, old: Sequence[Key], was_first: bool) -> None:
        if was_first or not old or self.at <= 0:
            self.new_above = 0
            return
        known = set(old)
        self.new_above += sum(1 for key in self.keys[: self.at] if key not in known)

    # --- the cursor

    @property
    def key(self) -> Key | None:
        """The key under the cursor; None on the add line and in an empty list."""
        return self.keys[self.at] if 0 <= self.at < len(self.keys) else None

    def clamped(self, place: int) -> int:
        """Give the nearest place the cursor can stand on."""
        lowest = ADD if self.adds else 0
        if not self.keys:
            return lowest
        return max(lowest, min(place, len(self.keys) - 1))

    def move(self, place: int) -> None:
        """Put the cursor on a row; an open range grows or shrinks with it."""
        self.at = self.clamped(place)
        if self.at <= 0:
            self.new_above = 0

    def next_group(self, step: int) -> int:
        """Give the place of the next or the previous group's first row."""
        if not self._starts:
            return self.clamped(0 if step < 0 else len(self.keys) - 1)
        if step > 0:
            after = bisect_right(self._starts, max(self.at, 0))
            return self._starts[after] if after < len(self._starts) else len(self.keys) - 1
        before = bisect_right(self._starts, self.at - 1) - 1
        return self._starts[before] if before >= 0 else self.clamped(0)

    def group_span(self) -> range:
        """Give the rows of the group that the cursor is in."""
        if not self._starts or self.at < 0:
            return range(len(self.keys))
        at = bisect_right(self._starts, self.at) - 1
        start = self._starts[at] if at >= 0 else 0
        end = self._starts[at + 1] if at + 1 < len(self._starts) else len(self.keys)
        return range(start, end)

    # --- marks

    def toggle(self, place: int) -> None:
        """Mark a row, or unmark it."""
        if 0 <= place < len(self.keys):
            self.marks ^= {self.keys[place]}

    def ranged(self) -> range:
        """Give the rows of the open range; empty when none is open."""
        if self.range_from is None:
            return range(0)
        first, last = sorted((self.range_from, max(self.at, 0)))
        return range(first, last + 1)

    def close_range(self) -> None:
        """Turn the open range into marks."""
        self.marks |= {self.keys[at] for at in self.ranged()}
        self.range_from = None

    def mark_more(self) -> None:
        """Mark the cursor's group; when it is marked, all rows; when they are, none."""
        group = {self.keys[at] for at in self.group_span()}
        if not group <= self.marks:
            self.marks |= group
        elif self.shown_marks() < len(self.keys):
            self.marks |= set(self.keys)
        else:
            self.marks = set()

    def chosen(self, at: int) -> bool:
        """Tell whether a row is marked or in the open range."""
        return at in self.ranged() or self.keys[at] in self.marks

    def shown_marks(self) -> int:
        """Count the marked rows that are shown; a filter may hide the others."""
        if not self.marks:
            return 0
        if self._shown is None:
            self._shown = frozenset(self.keys)
        return len(self.marks & self._shown)

    def hidden_marks(self) -> int:
        """Count the marked rows that are not shown: no action goes to them."""
        return len(self.marks) - self.shown_marks()

    def keep_marks(self, alive: Iterable[Key]) -> None:
        """Drop the marks of rows that are gone from the store."""
        if self.marks:
            self.marks.intersection_update(alive)

    def targets(self) -> list[Key]:
        """Give what an action goes to: the marked rows in their order, else the cursor's."""
        if self.range_from is not None or self.shown_marks():
            ranged = self.ranged()
            return [key for at, key in enumerate(self.keys) if key in self.marks or at in ranged]
        return [] if self.key is None else [self.key]

    def target_count(self) -> int:
        """Count what an action goes to."""
        if self.range_from is None:
            return self.shown_marks() or (0 if self.key is None else 1)
        return len(self.targets())

    # --- lines on screen

    @property
    def height(self) -> int:
        """How many lines all of it takes."""
        return int(self.adds) + len(self.keys) * self.tall + len(self.groups)

    def line_of(self, place: int) -> int:
        """Give the line a row is drawn on."""
        if place == ADD:
            return 0
        return int(self.adds) + place * self.tall + bisect_right(self._starts, place)

    def line(self, y: int) -> Line | None:
        """Tell what is drawn on a line; None below the last one."""
        if self.adds and y == 0:
            return AddLine()
        wanted = y - int(self.adds)
        tall = self.tall
        if not 0 <= wanted < len(self.keys) * tall + len(self.groups):
            return None
        low, high = 0, len(self.groups)
        while low < high:  # the last group whose own line is at or above
            middle = (low + high) // 2
            if self._starts[middle] * tall + middle <= wanted:
                low = middle + 1
            else:
                high = middle
        if low and self._starts[low - 1] * tall + low - 1 == wanted:
            return GroupLine(self.groups[low - 1])
        return RowLine((wanted - low) // tall, (wanted - low) % tall > 0)

    def rows_between(self, top: int, bottom: int) -> range:
        """Give the rows drawn on some lines, bottom excluded."""
        found = [line.at for y in range(top, bottom) if isinstance(line := self.line(y), RowLine)]
        return range(found[0], found[-1] + 1) if found else range(0)


def shifted(group: Group, gone: list[int]) -> Group:
    """Move a group up by the rows that went above it."""
    return group._replace(start=group.start - bisect_right(gone, group.start - 1))
