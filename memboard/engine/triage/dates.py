"""The days a sentence names, and the words that say when without naming one."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Iterator

_MONTHS = {name: at for at, name in enumerate(calendar.month_abbr) if name} | {
    name: at for at, name in enumerate(calendar.month_name) if name
}
_BY_NAME = {name.lower(): at for name, at in _MONTHS.items()} | {"sept": 9}
_MONTH = "(" + "|".join(sorted(_BY_NAME, key=len, reverse=True)) + r")\b\.?"
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?<![\w.:/-])(20\d\d)([-/.])(\d\d?)\2(\d\d?)(?![\w-]|[./:]\d)"), "y-md"),
    (
        re.compile(
            rf"(?<![\w.])(\d\d?)(?:st|nd|rd|th)?(?: of)? {_MONTH},? (20\d\d)\b", re.IGNORECASE
        ),
        "dmy",
    ),
    (
        re.compile(rf"\b{_MONTH} (\d\d?)(?:st|nd|rd|th)?,? (20\d\d)\b", re.IGNORECASE),
        "mdy",
    ),
    (re.compile(rf"\b{_MONTH},? (20\d\d)\b", re.IGNORECASE), "my"),
    (re.compile(r"\bq([1-4])[ /-]?(20\d\d)\b", re.IGNORECASE), "qy"),
)

VAGUE: dict[str, int] = {
    "tonight": 2,
    "tomorrow": 2,
    "the day after tomorrow": 3,
    "this week": 7,
    "next week": 14,
    "this sprint": 21,
    "next sprint": 35,
    "this month": 31,
    "next month": 62,
    "this quarter": 92,
    "next quarter": 184,
}
"""Words that say when, and after how many days that is over."""

_VAGUE = re.compile(
    r"\b(" + "|".join(sorted(VAGUE, key=len, reverse=True)) + r")\b(?!['’]s)", re.IGNORECASE
)


def days_named(sentence: str) -> Iterator[dt.date]:
    """Give the days that a sentence names; of a month or quarter the last one."""
    for pattern, form in _FORMS:
        for found in pattern.finditer(sentence):
            day = day_of_match(found, form)
            if day is not None:
                yield day


def day_of_match(found: re.Match[str], form: str) -> dt.date | None:
    """Read one date; None for one that no calendar has."""
    day = 0
    if form == "y-md":
        year, month, day = int(found[1]), int(found[3]), int(found[4])
    elif form == "dmy":
        year, month, day = int(found[3]), _BY_NAME[found[2].lower()], int(found[1])
    elif form == "mdy":
        year, month, day = int(found[3]), _BY_NAME[found[1].lower()], int(found[2])
    elif form == "my":
        year, month = int(found[2]), _BY_NAME[found[1].lower()]
    else:
        year, month = int(found[2]), 3 * int(found[1])
    if not 1 <= month <= 12:
        return None
    last = calendar.monthrange(year, month)[1]
    return dt.date(year, month, day or last) if day <= last else None


def vague_words(sentence: str) -> list[str]:
    """Give the words of `VAGUE` that stand in a sentence, in lower case."""
    return [found[1].lower() for found in _VAGUE.finditer(sentence)]
