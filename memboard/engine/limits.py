"""Checks a draft against the limits of a note, and says exactly what is wrong with it."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable

from memboard.engine.errors import InvalidNote
from memboard.engine.model import MAX_TAG, MAX_TAGS, MAX_TEXT, MAX_TOPIC


def checked_text(text: str) -> str:
    """Trim a text and check it.

    Raises:
        InvalidNote: empty, over 2,000 characters, or holding NUL or a lone surrogate.
    """
    trimmed = text.strip()
    if not trimmed:
        raise InvalidNote("A note needs a text; this one is empty.")
    if len(trimmed) > MAX_TEXT:
        raise InvalidNote(
            f"A note has at most {MAX_TEXT:,} characters; this one has {len(trimmed):,}.",
            hint="Split it into several facts.",
        )
    refuse_unstorable(trimmed, "text")
    return trimmed


def checked_topic(topic: str | None) -> str | None:
    """Trim a topic and check it; an empty one is none."""
    if topic is None or not topic.strip():
        return None
    trimmed = " ".join(topic.split())
    if len(trimmed) > MAX_TOPIC:
        raise InvalidNote(
            f"A topic has at most {MAX_TOPIC} characters; this one has {len(trimmed)}."
        )
    refuse_unstorable(trimmed, "topic")
    return trimmed


def checked_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Trim tags, drop repeats (whatever their case), check each, keep their order."""
    kept: dict[str, str] = {}
    for tag in tags:
        trimmed = " ".join(tag.split()).removeprefix("#")
        if not trimmed:
            raise InvalidNote("A tag is empty.")
        if len(trimmed) > MAX_TAG:
            raise InvalidNote(f"A tag has at most {MAX_TAG} characters; one has {len(trimmed)}.")
        if "," in trimmed:
            raise InvalidNote(f'The tag "{trimmed}" holds a comma, which separates tags.')
        refuse_unstorable(trimmed, "tag")
        kept.setdefault(trimmed.casefold(), trimmed)
    if len(kept) > MAX_TAGS:
        raise InvalidNote(f"A note has at most {MAX_TAGS} tags; this one has {len(kept)}.")
    return tuple(kept.values())


def checked_importance(importance: float | None) -> float | None:
    """Check that an importance lies between 0 and 1."""
    if importance is None:
        return None
    if not math.isfinite(importance) or not 0.0 <= importance <= 1.0:
        raise InvalidNote(f"Importance lies between 0 and 1; this one is {importance}.")
    return float(importance)


def refuse_unstorable(text: str, what: str) -> None:
    """Raise InvalidNote for characters that no store or terminal can carry."""
    if "\0" in text:
        raise InvalidNote(f"The {what} holds a NUL character.", hint="Take it out.")
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise InvalidNote(f"The {what} holds half a character (a lone surrogate).")


def same_text(text: str) -> str:
    """Bring a text to the form in which two texts count as the same: NFC, single spaces."""
    return " ".join(unicodedata.normalize("NFC", text).split())
