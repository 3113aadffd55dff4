"""Reading fields of records whose types nobody vouches for: the value, or nothing."""

from __future__ import annotations

import datetime as dt
from typing import Any, Literal

Record = dict[str, Any]
"""One decoded line of a transcript."""

Role = Literal["user", "assistant"]
"""Who speaks."""

MAX_TEXT = 20_000
"""Characters of one message that are kept, once what nobody said is cut out of it."""
MAX_COMMAND = 100_000
"""Characters of one command that are kept."""
WHOLE = 1 << 24
"""More characters than a line has."""
MAX_MOMENT = 40
MAX_NAME = 200


def text_of(value: object, most: int = MAX_TEXT) -> str:
    """Give a text, cut and without half characters; empty for anything else."""
    if not isinstance(value, str):
        return ""
    text = value[:most]
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def name_of(value: object) -> str | None:
    """Give an id or a name: a short printable text; None for anything else."""
    text = text_of(value, MAX_NAME)
    return text if text and text.isprintable() else None


def record_of(value: object) -> Record:
    """Give an object; an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def records_of(value: object) -> list[Record]:
    """Give the objects of a list; none for anything else."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def number_of(value: object) -> int | None:
    """Give a whole number; None for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def moment_of(value: object) -> dt.datetime | None:
    """Read a time, without a zone as UTC; None for what is no time a clock shows."""
    text = text_of(value, MAX_MOMENT)
    try:
        moment = dt.datetime.fromisoformat(text)
    except ValueError:
        return None
    if not 1970 < moment.year < 9999:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)


def content_of(value: object, most: int = MAX_TEXT) -> str:
    """Give the text of a content: a text itself, or the texts of its blocks, joined."""
    if isinstance(value, str):
        return text_of(value, most)
    parts = (text_of(block.get("text"), most) for block in records_of(value))
    return "\n".join(part for part in parts if part)[:most]
