"""A sentence as its words, by which two sentences are compared. Pure, and linear in its length."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Literal, NamedTuple

from memboard.engine.session.wordlists import (
    LIGHT,
    NEGATIONS,
    NUMBER_WORDS,
    OTHER_FORMS,
    RELATIONS,
    TELLING,
    UNITS,
)

MAX_WORDS = 2_000
"""Words that are compared; a note has no more characters."""

Kind = Literal["number", "name", "telling", "plain", "relation", "not", "light"]
"""A number with its unit; an identifier; a word that must be in both; one that names something;
one that relates; a negation; one that says little."""

NAMING = frozenset({"number", "name", "plain"})
"""Kinds whose order counts."""


class Word(NamedTuple):
    """One word of a sentence."""

    text: str
    """As written, in lower case."""
    stem: str
    """What it is compared by."""
    kind: Kind


SUFFIXES = ("ations", "ation", "ings", "ing", "ied", "ies", "ed", "es", "ly", "s", "e")
"""Endings cut from a word, longest first."""
SHORTEST_STEM = 3

_TOKEN = re.compile(r"[^\s\"`“”„«»()\[\]{}<>,;!?…|*→←⇒—–=&+]+")
_EDGES = "'.:/\\~^·•"
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_NOT = re.compile(r"(?<=[a-z])n't\b", re.IGNORECASE)
_NUMBER = re.compile(r"[-$€£#v]?(\d+(?:[._]\d+)*)([a-z%µ]{0,12})")
_CLOCK = re.compile(r"(\d{1,2})(?::(\d{2}))?(am|pm)?")
_FLAG = re.compile(r"--?[A-Za-z][\w-]*")
_NAME = re.compile(r"[^\W_][_.:@][^\W_]|[a-z][A-Z]|[A-Z][a-z]+[A-Z]|\d")
"""What only identifiers hold: joined parts, humps, digits."""
_PATH = re.compile(r"[~.]{0,2}/|[^/]+/[^/]+/")
_PARTS = re.compile(r"[-/_.:@\\']+")
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"
)
"""One letter of a script that is written without spaces; each counts as a word."""


@lru_cache(maxsize=256)
def worded(text: str) -> tuple[Word, ...]:
    """Take a sentence apart; at most `MAX_WORDS` of it."""
    plain = unicodedata.normalize("NFKC", text).replace("’", "'").replace("‘", "'")
    apart = _UNSPACED.sub(lambda found: f" {found[0]} ", _THOUSANDS.sub("", plain))
    words: list[Word] = []
    for token in _TOKEN.findall(_NOT.sub(" not", apart)):
        unit = UNITS.get(token.lower().strip(_EDGES))
        if unit and words and words[-1].kind == "number" and words[-1].stem[-1].isdigit():
            words[-1] = Word(words[-1].text, words[-1].stem + unit, "number")
        else:
            words += words_of(token)
        if len(words) >= MAX_WORDS:
            break
    return tuple(named_a(words[:MAX_WORDS]))


def named_a(words: list[Word]) -> list[Word]:
    """Read an `a` that no noun can follow as a name, as in `from a to b`."""
    ends = (*words[1:], Word("", "", "relation"))
    return [
        Word("a", "a", "plain") if word.text == "a" and after.kind == "relation" else word
        for word, after in zip(words, ends, strict=False)
    ]


def words_of(token: str) -> list[Word]:
    """Read one token: numbers and identifiers stay whole, the rest falls into its words."""
    bare = token.strip(_EDGES)
    lower = bare.lower()
    number = number_in(lower)
    if number is not None:
        return [Word(lower, number, "number")]
    if _FLAG.fullmatch(bare) or _NAME.search(bare) or _PATH.match(token):
        if lower.replace(".", "") in LIGHT:  # e.g, i.e
            return []
        return [Word(lower, bare, "name")] if bare else []
    return [word_of(part) for part in _PARTS.split(lower) if part not in ("", "s")]


def number_in(token: str) -> str | None:
    """Read a number with a unit that is written to it, or a time of day."""
    clock = _CLOCK.fullmatch(token)
    if clock and (clock[2] or clock[3]):
        hour = int(clock[1]) % 12 + 12 * (clock[3] == "pm") if clock[3] else int(clock[1])
        return f"{hour}:{clock[2] or '00'}h"
    found = _NUMBER.fullmatch(token)
    if found is None or (found[2] and found[2] not in UNITS):
        return None
    sign = "-" if token.startswith("-") else ""
    return sign + (found[1].lstrip("0") or "0") + (UNITS[found[2]] if found[2] else "")


def word_of(word: str) -> Word:
    """Tell what a word is, and what it is compared by."""
    if word in NEGATIONS:
        return Word(word, "not", "not")
    if word in NUMBER_WORDS:
        return Word(word, NUMBER_WORDS[word], "number")
    known: tuple[tuple[frozenset[str], Kind], ...] = (
        (TELLING, "telling"),
        (RELATIONS, "relation"),
        (LIGHT, "light"),
    )
    for words, kind in known:
        if word in words:
            return Word(word, word, kind)
    return Word(word, stem_of(word), "plain")


def stem_of(word: str) -> str:
    """Cut a word's ending, as far as it is only grammar: commit, commits, committed are one."""
    word = OTHER_FORMS.get(word, word)
    for suffix in SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= SHORTEST_STEM:
            stem = word.removesuffix(suffix) + ("y" if suffix in ("ies", "ied") else "")
            break
    else:
        return word
    stem = stem.removesuffix("e") if len(stem) > SHORTEST_STEM else stem
    return stem[:-1] if len(stem) > SHORTEST_STEM and stem[-1] == stem[-2] else stem
