"""Where the days begin in a list of keys by time, without reading the list.

The engine gives keys in order; a day's first row is found by doubling steps and then halves, some
seventeen single reads a day, at 20 microseconds each.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from itertools import pairwise

from memboard.board.ages import count, day_label, day_of
from memboard.board.cells import MORE
from memboard.board.roster import Group
from memboard.engine import Memory, Note


def day_at(memory: Memory, keys: Sequence[int], at: int, now: dt.datetime) -> dt.date | None:
    """Give the day of a row; None where the note is gone."""
    found = memory.notes(keys[at : at + 1])
    return day_of(found[0].created_at, now) if found else None


def day_end(memory: Memory, keys: Sequence[int], start: int, day: dt.date, now: dt.datetime) -> int:
    """Find the first row after a day's rows, from the day's first row on."""
    step = 1
    while start + step < len(keys) and day_at(memory, keys, start + step, now) == day:
        step *= 2
    low, high = start + step // 2, min(start + step, len(keys))
    while low + 1 < high:  # low is of the day, high is not
        middle = (low + high) // 2
        if day_at(memory, keys, middle, now) == day:
            low = middle
        else:
            high = middle
    return high if high > low else low + 1


def group_days(
    memory: Memory, keys: Sequence[int], now: dt.datetime, *, rows: int | None = None
) -> list[Group]:
    """Give the group lines of days.

    Args:
        memory: the store.
        keys: keys by time, either way.
        now: the present, in the zone whose days are meant.
        rows: stop once so many rows are grouped; None goes to the end.
    """
    groups: list[Group] = []
    start, today = 0, now.date()
    while start < len(keys) and (rows is None or start < rows):
        day = day_at(memory, keys, start, now)
        end = start + 1 if day is None else day_end(memory, keys, start, day, now)
        if day is not None:
            groups.append(Group(start, day_label(day, today), count(end - start)))
        start = end
    return groups


def days_of_notes(notes: Sequence[Note], now: dt.datetime, *, whole: bool) -> list[Group]:
    """Give the group lines of notes that are here; `whole` tells that none follow."""
    groups: list[Group] = []
    days = [day_of(note.created_at, now) for note in notes]
    starts = [at for at, day in enumerate(days) if at == 0 or day != days[at - 1]]
    for start, end in pairwise([*starts, len(days)]):
        known = whole or end < len(days)
        counted = count(end - start) if known else MORE
        groups.append(Group(start, day_label(days[start], now.date()), counted))
    return groups
