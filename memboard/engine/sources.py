"""Where time and randomness come from: parameters, so that a test can hold them still."""

from __future__ import annotations

import datetime as dt
import os
from base64 import b32encode
from collections.abc import Callable

Clock = Callable[[], dt.datetime]
"""Gives the present moment, aware, in UTC."""

Entropy = Callable[[int], bytes]
"""Gives so many random bytes."""


def system_clock() -> dt.datetime:
    """Give the present moment in UTC, cut to milliseconds as the store keeps it."""
    now = dt.datetime.now(dt.UTC)
    return now.replace(microsecond=now.microsecond // 1000 * 1000)


system_entropy: Entropy = os.urandom


def new_id(entropy: Entropy) -> str:
    """Make a note id: eight lower-case base32 characters, 40 random bits."""
    return b32encode(entropy(5)).decode("ascii").lower()


def to_millis(moment: dt.datetime) -> int:
    """Turn an aware moment into milliseconds since 1970."""
    return round(moment.timestamp() * 1000)


def day_of(moment: dt.datetime) -> str:
    """Give the day of an aware moment in UTC, as an ISO date."""
    return moment.astimezone(dt.UTC).date().isoformat()


def from_millis(millis: int) -> dt.datetime:
    """Turn milliseconds since 1970 into an aware moment in UTC."""
    return dt.datetime.fromtimestamp(millis / 1000, tz=dt.UTC)
