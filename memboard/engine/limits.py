"""Checks a draft against the limits of a note, and names that hosts give; says what is wrong."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable

from memboard.engine.errors import InvalidInput, InvalidNote
from memboard.engine.model import MAX_TAG, MAX_TAGS, MAX_TEXT, MAX_TOPIC

MAX_SESSION = 200
"""Characters of a session's id."""
MAX_HOST = 64
"""Characters of a host's name."""

_BLANK = frozenset("\u115f\u1160\u2065\u2800\u3164\uffa0\U0001d159")
"""Drawn as nothing or as a blank in spite of their category: fillers of Hangul, a place never
assigned, the braille pattern without dots, a null note head."""

_UNSEEN = frozenset(("Zs", "Zl", "Zp", "Cc", "Cf", "Mn", "Me"))
"""Categories of blanks, controls, formats, and marks that need something to stand on."""


def checked_text(text: str) -> str:
    """Trim a text and check it.

    Raises:
        InvalidNote: empty or of nothing that can be seen, over 2,000 characters, or holding NUL or
            a lone surrogate.
    """
    trimmed = text.strip()
    if not trimmed:
        raise InvalidNote("A note needs a text; this one is empty.")
    if says_nothing(trimmed):
        raise InvalidNote(
            "A note needs a text; this one holds nothing but characters that cannot be seen.",
            hint="Write the fact in letters.",
        )
    if len(trimmed) > MAX_TEXT:
        raise InvalidNote(
            f"A note has at most {MAX_TEXT:,} characters; this one has {len(trimmed):,}.",
            hint="Split it into several facts.",
        )
    refuse_unstorable(trimmed, "text")
    return trimmed


def checked_topic(topic: str | None) -> str | None:
    """Trim a topic and check it; an empty one, or one that cannot be seen, is none."""
    if topic is None or says_nothing(topic):
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
        if says_nothing(trimmed):
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


def checked_session(session: str | None) -> str | None:
    """Check a session's id, where there is one; an empty one is none."""
    return checked_name("session's id", session, MAX_SESSION) if session else None


def checked_host(host: str | None) -> str | None:
    """Check a host's name, where there is one; an empty one is none."""
    return checked_name("host's name", host, MAX_HOST) if host else None


def checked_name(what: str, name: str, longest: int) -> str:
    """Check a name that a host gives.

    Raises:
        InvalidInput: it is empty, too long, or holds control or half characters.
    """
    if not 1 <= len(name) <= longest or not name.isprintable():
        raise InvalidInput(
            f"A {what} has 1 to {longest} printable characters; this one is {name[:80]!r}."
        )
    return name


def fitting_name(name: str | None, longest: int) -> str | None:
    """Give as much of a name that a file holds as we keep; what is left empty is none."""
    return "".join(filter(str.isprintable, (name or "")[:longest])) or None


def says_nothing(text: str) -> bool:
    """Whether a text has no character that leaves a mark on the page.

    Blanks, controls, invisible formats, fillers, and accents that stand on nothing. NUL and lone
    surrogates count as marks, since they are refused for themselves.
    """
    return not any(_is_seen(character) for character in text)


def _is_seen(character: str) -> bool:
    """Whether a character is drawn, by Unicode's categories and its list of ignorable ones."""
    point = ord(character)
    never_drawn = (
        character in _BLANK
        or 0xFFF0 <= point <= 0xFFFB
        or 0xFDD0 <= point <= 0xFDEF
        or 0xE0000 <= point <= 0xE0FFF
        or point & 0xFFFE == 0xFFFE
    )
    return not never_drawn and (character == "\0" or unicodedata.category(character) not in _UNSEEN)


def refuse_unstorable(text: str, what: str) -> None:
    """Raise InvalidNote for characters that no store or terminal can carry."""
    if "\0" in text:
        raise InvalidNote(f"The {what} holds a NUL character.", hint="Take it out.")
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise InvalidNote(f"The {what} holds half a character (a lone surrogate).")


def same_text(text: str) -> str:
    """Bring a text to the form in which two texts count as the same: NFC, single spaces."""
    return " ".join(unicodedata.normalize("NFC", text).split())
