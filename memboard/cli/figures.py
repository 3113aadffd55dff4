"""Ages, scores, sizes and counts, as memboard writes them everywhere."""

from __future__ import annotations

import datetime as dt

MINUTE, HOUR, DAY, WEEK = 60, 3_600, 86_400, 604_800


def age(then: dt.datetime, now: dt.datetime) -> str:
    """Give an age in at most three cells: now, 12s, 59m, 23h, 13d, 8w, 2y."""
    seconds = max(int((now - then).total_seconds()), 0)
    if seconds < 10:
        return "now"
    for limit, unit, letter in (
        (MINUTE, 1, "s"),
        (HOUR, MINUTE, "m"),
        (DAY, HOUR, "h"),
        (14 * DAY, DAY, "d"),
        (52 * WEEK, WEEK, "w"),
    ):
        if seconds < limit:
            return f"{seconds // unit}{letter}"
    return f"{seconds // (364 * DAY)}y"


def moment(then: dt.datetime, now: dt.datetime) -> str:
    """Give a local date and time, and how long ago that was."""
    local = then.astimezone()
    old = age(then, now)
    return f"{local:%Y-%m-%d %H:%M}, {'now' if old == 'now' else old + ' ago'}"


def score(value: float) -> str:
    """Give a score in three cells: .81, 1.0."""
    written = f"{value:.2f}"
    if written.startswith("0."):
        return written[1:]
    return f"{value:.1f}" if value >= 0 else f"-{score(-value)}"


def counted(number: int, one: str, many: str | None = None) -> str:
    """Give a count with its noun: 1 note, 1,204 notes."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def size(number: int) -> str:
    """Give a size in bytes as people read it: 512 B, 3.4 MB."""
    if number < 1_000:
        return f"{number} B"
    for unit in ("kB", "MB"):
        number_in_unit = number / (1_000 if unit == "kB" else 1_000_000)
        if number_in_unit < 1_000:
            return f"{number_in_unit:.1f} {unit}"
    return f"{number / 1_000_000_000:.1f} GB"
