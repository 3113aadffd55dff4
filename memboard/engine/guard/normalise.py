"""The two readings of a text that the rules are matched against."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from memboard.engine.guard.letters import ATTACK_WORDS, FOREIGN, LATIN, LEET
from memboard.engine.guard.view import Edit, View

_ODD = re.compile(r"[^\x21-\x7e]{2,}|[^\x20-\x7e]")
"""Everything but visible ASCII and single blanks: white space, controls, other scripts."""

_PUNCTUATION = str.maketrans("‘’“”–—‐", "''\"\"---")
"""Typographer's signs and their plain forms."""

_PIECE = re.compile(
    r"\s[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]{0,200}|.", re.DOTALL
)
"""White space with the invisible characters in it, or one character."""

_LETTERS = re.compile(r"[^\W\d_]+")

_LEET_WORD = re.compile(r"(?<![\w@$])[A-Za-z@$013-578]{4,20}(?![\w@$])")
"""A run that may be a word spelt with digits; bounded, so that long tokens cost nothing."""

_MARKUP = re.compile(r"<!--[^>]{0,300}>|</?[a-zA-Z][^<>]{0,200}>|[*`~]+|__+")
"""What a renderer swallows: comments, tags, emphasis."""

_SPACED = re.compile(r"(?<![^\W_])[A-Za-z](?:[ .\-_][A-Za-z](?![^\W_])){3,60}")
"""Letters set apart one by one."""


def normalise(text: str) -> View:
    """The first reading: what a person would take the characters for.

    NFKC; accents off Latin letters; invisible characters out; white space one blank or
    one line break; look-alikes inside otherwise Latin words, and digits inside words of attack, as
    plain letters.
    """
    edits = [edit for match in _ODD.finditer(text) for edit in _edits(match)]
    return _unmask(View(text, edits))


def without_markup(view: View) -> View:
    """The second reading: comments, tags and emphasis gone, spelt-out letters joined.

    Returns the same view where there is nothing to take away.
    """
    return view.replacing(_MARKUP, lambda _: "").replacing(_SPACED, _join)


def _join(spelt: str) -> str:
    """`i g n o r e` as one word."""
    return spelt[::2]


def _edits(match: re.Match[str]) -> list[Edit]:
    """Rewrite a stretch of odd characters: white space as a whole, the rest one by one."""
    edits: list[Edit] = []
    for piece in _PIECE.finditer(match[0]):
        folded = _fold(piece[0])
        if folded != piece[0]:
            edits.append((match.start() + piece.start(), match.start() + piece.end(), folded))
    return edits


@lru_cache(maxsize=8192)
def _fold(piece: str) -> str:
    """White space, or one character, as the rules read it; empty for one that is not seen."""
    if piece[0].isspace():
        return "\n" if "\n" in piece else " "
    return _fold_one(piece)


def _fold_one(character: str) -> str:
    """A character in its plainest form."""
    if ignorable(character):
        return ""
    plain = unicodedata.normalize("NFKC", character).translate(_PUNCTUATION)
    if plain.isascii():
        return plain
    apart = unicodedata.normalize("NFD", plain)
    return apart[0] if apart[0].isascii() and len(apart) > 1 else plain


@lru_cache(maxsize=8192)
def ignorable(character: str) -> bool:
    """Whether a character leaves no mark of its own on the page."""
    point = ord(character)
    return (
        unicodedata.category(character) in ("Cf", "Cc")
        or 0x300 <= point <= 0x36F
        or 0xFE00 <= point <= 0xFE0F
        or 0xE0000 <= point <= 0xE0FFF
        or point in (0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x3164, 0xFFA0)
    )


def _unmask(view: View) -> View:
    """Read look-alike letters and digits as the letters they stand for; lengths stay equal."""
    text = view.text
    edits = [] if text.isascii() else [edit for m in _LETTERS.finditer(text) for edit in _plain(m)]
    edits += [edit for m in _LEET_WORD.finditer(text) for edit in _unleet(m)]
    return View(text, sorted(edits), view) if edits else view


def _plain(match: re.Match[str]) -> list[Edit]:
    """A word all of whose odd letters are look-alikes, in plain letters."""
    word = match[0]
    if word.isascii():
        return []
    plain = word.translate(FOREIGN)
    if not plain.isascii():
        plain = plain.translate(LATIN)
        if plain.lower() not in ATTACK_WORDS:
            return []
    return [(match.start(), match.end(), plain)]


def _unleet(match: re.Match[str]) -> list[Edit]:
    """A word of attack spelt with digits, in letters."""
    word = match[0]
    if word.isalpha() or not any(letter.isalpha() for letter in word):
        return []
    plain = word.translate(LEET)
    return [(match.start(), match.end(), plain)] if plain.lower() in ATTACK_WORDS else []
