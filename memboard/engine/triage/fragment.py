"""Texts that are no whole statement."""

from __future__ import annotations

import re

from memboard.engine.session.wording import NAMING, worded
from memboard.engine.triage.looked import Looked
from memboard.engine.triage.sentences import sentences
from memboard.engine.triage.values import SuspectReason

_CUT = re.compile(
    r"(?:[,:(\[{…]|(?<![/.])\.{3}"
    r"|[^\w.](?:the|an?|and|or|but|nor|because|which|than|your|our|their|my))$",
    re.IGNORECASE,
)
"""Where a sentence cannot end."""
_GOES_ON = re.compile(r"(?:[,;)\]}]|(?:and|or|but|because|which|than|whereas)\s)")
"""How a sentence cannot begin, in lower case."""


def fragment(note: Looked, now: int) -> SuspectReason | None:  # noqa: ARG001 - as all reasons
    """Suspect what is too short, has no word that names anything, is half a sentence or asks.

    The first that is true of text and topic together: no word that names anything 0.8; a single
    word 0.6; and of the text: ends or begins where no sentence does 0.5; only questions 0.3, but
    not those under a heading (`Errors: are they logged?`), which are a list to check by.
    """
    found = kind_of(note)
    if found is None:
        return None
    weight, text = found
    return SuspectReason(code="fragment", text=text, weight=weight)


def kind_of(note: Looked) -> tuple[float, str] | None:
    """Tell what a text lacks."""
    words = (*note.words, *(worded(note.topic) if note.topic else ()))
    named = [word for word in words if word.kind in NAMING and any(map(str.isalnum, word.text))]
    if not named:
        return 0.8, "no word in it names anything"
    if len(words) < 2 and len(note.text.split()) < 2:
        return 0.6, "a single word"
    if _CUT.search(note.text):
        return 0.5, "breaks off: half a sentence"
    if _GOES_ON.match(note.text):
        return 0.5, "begins in the middle of a sentence"
    if all(one.endswith("?") and ":" not in one for one in sentences(note.text)):
        return 0.3, "asks, and states nothing"
    return None
