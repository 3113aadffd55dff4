"""Times as people read them: three cells in a list, words in the detail, days between groups."""

from __future__ import annotations

import datetime as dt

NOW_SECONDS = 10
WEEKS_FROM_DAYS = 14
YEARS_FROM_WEEKS = 52


def short_age(moment: dt.datetime, now: dt.datetime) -> str:
    """Give an age in at most three cells: now, 12s, 59m, 23h, 13d, 8w, 2y."""
    seconds = max(0, int((now - moment).total_seconds()))
    if seconds < NOW_SECONDS:
        return "now"
    for unit, size, limit in (("s", 1, 60), ("m", 60, 60), ("h", 3_600, 24), ("d", 86_400, 14)):
        if seconds // size < limit:
            return f"{seconds // size}{unit}"
    weeks = seconds // 604_800
    return f"{weeks}w" if weeks < YEARS_FROM_WEEKS else f"{seconds // 31_557_600 or 1}y"


def long_age(moment: dt.datetime, now: dt.datetime) -> str:
    """Give an age in words: just now, 2 min ago, 3 hours ago, 5 days ago."""
    short = short_age(moment, now)
    if short == "now":
        return "just now"
    number, unit = int(short[:-1]), short[-1]
    name = {"s": "s", "m": "min", "h": "hour", "d": "day", "w": "week", "y": "year"}[unit]
    plural = "s" if number != 1 and unit in "hdwy" else ""
    return f"{number} {name}{plural} ago"


def day_of(moment: dt.datetime, now: dt.datetime) -> dt.date:
    """Give the local day of a moment; the zone is the clock's."""
    return moment.astimezone(now.tzinfo).date()


def day_label(day: dt.date, today: dt.date) -> str:
    """Name a day: Today, Yesterday, Fri 27 Nov, and with the year once that is another."""
    gap = (today - day).days
    if gap in (0, 1):
        return ("Today", "Yesterday")[gap]
    return f"{day:%a} {day.day} {day:%b}" + (f" {day.year}" if day.year != today.year else "")


def clock_time(moment: dt.datetime, now: dt.datetime) -> str:
    """Give a moment with its day: today 18:58, yesterday 09:10, 12 Nov 18:58, 3 Oct 2025."""
    local = moment.astimezone(now.tzinfo)
    gap = (now.date() - local.date()).days
    if gap in (0, 1):
        return f"{('today', 'yesterday')[gap]} {local:%H:%M}"
    if local.year == now.year:
        return f"{local.day} {local:%b %H:%M}"
    return f"{local.day} {local:%b %Y}"


def count(number: int) -> str:
    """Write a count: 214, 1,204."""
    return f"{number:,}"


def plural(number: int, one: str, many: str | None = None) -> str:
    """Write a count with its noun: 1 note, 3 notes."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def score(value: float) -> str:
    """Write a score: .81, 1.0."""
    text = f"{value:.2f}"
    if text.startswith(("0.", "-0.")):
        return text.replace("0.", ".", 1)
    return f"{value:.1f}"
