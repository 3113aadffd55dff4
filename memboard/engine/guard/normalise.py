"""The readings of a text that the rules are matched against."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from memboard.engine.guard.letters import ATTACK_WORDS, FOREIGN, LATIN, LEET, SPELT
from memboard.engine.guard.view import Edit, View

_ODD = re.compile(r"[^\x21-\x7e]{2,}|[^\x20-\x7e]")
"""Everything but visible ASCII and single blanks: white space, controls, other scripts."""

_PUNCTUATION = str.maketrans("‘’“”–—‐", "''\"\"---")
"""Typographer's signs and their plain forms."""

_PIECE = re.compile(
    r"\s[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]{0,200}|.", re.DOTALL
)
"""White space with the invisible characters in it, or one character."""

_BLANKS = frozenset("\u2800\u3164\uffa0")
"""Characters that are drawn as a blank, and are none by their kind."""

_LETTERS = re.compile(r"[^\W\d_]+")

_LEET_WORD = re.compile(r"(?<![\w@$!])[A-Za-z@$!013-9]{2,19}[A-Za-z@$013-9](?![\w@$])")
"""A run that may be a word spelt with digits; bounded, so that long tokens cost nothing."""

_MARKUP = re.compile(
    r"<!--[^>]{0,300}>|</?[a-zA-Z][^<>]{0,200}>|[*`~]+|_(?:(?![^\W_])|(?<![^\W_]_))"
)
"""What a renderer swallows: comments, tags, emphasis."""

_LINK = re.compile(r"!?\[([^\[\]\n]{1,80})\]\([^()\s]{0,200}\)")
"""A link, of which its words are seen."""

_ESCAPE = re.compile(
    r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});"
    r"|(?:%[0-9a-fA-F]{2}){1,100}"
    r"|\\(?:u\{?[0-9a-fA-F]{4,6}\}?|x[0-9a-fA-F]{2})"
)
"""A character written as an entity, in percent or as an escape of a programming language."""

_JOINED = re.compile(r"(?<![^\W_])[A-Za-z]{2,20}(?:[-_.,;:/|+]{1,3} ?[A-Za-z]{1,20}){2,20}")
"""Words set apart by signs instead of blanks."""

_SIGNS = re.compile(r"[-_.,;:/|+]{1,3} ?")

_ORDERING = re.compile(r"ignor(?:e|ing)[^a-z]|disregard|forget|overrid(?:e|ing)|bypass|reveal")
"""A word that makes an attack of the words that follow."""

_SPACED = re.compile(r"(?<![^\W_])[A-Za-z](?:[ .\-_][A-Za-z](?![^\W_])){3,60}")
"""Letters set apart one by one."""


def readings(text: str) -> tuple[View, ...]:
    """Every way in which a text is read, each once: as it stands, decoded, and as rendered."""
    seen = normalise(text)
    meant = decoded(seen)
    return tuple(dict.fromkeys((seen, meant, without_markup(meant))))


def normalise(text: str) -> View:
    """The first reading: what a person would take the characters for.

    NFKC; accents off Latin letters; invisible characters out; white space one blank or
    one line break; look-alikes inside otherwise Latin words, and digits inside words of attack, as
    plain letters.
    """
    return _plainly(text, None)


def decoded(view: View) -> View:
    """A view with entities, percent signs and escapes taken for the characters they stand for.

    Decoded once: what is escaped twice stays so. The same view where nothing is escaped.
    """
    if not any(sign in view.text for sign in "&%\\"):
        return view
    meant = view.replacing(_ESCAPE, _unescape)
    return view if meant is view else _plainly(meant.text, meant)


def without_markup(view: View) -> View:
    """The last reading: what a renderer leaves, letters set apart joined, joined words set apart.

    Comments, tags, emphasis and the addresses of links go. Returns the same view where there is
    nothing to take away.
    """
    bare = view.replacing(_LINK, _shown) if "](" in view.text else view
    bare = bare.replacing(_MARKUP, lambda _: "").replacing(_SPACED, _join)
    return bare.replacing(_JOINED, _part) if _ORDERING.search(bare.lowered) else bare


def _plainly(text: str, below: View | None) -> View:
    """Fold the characters of a text, and take look-alikes for what they look like."""
    edits = [edit for match in _ODD.finditer(text) for edit in _edits(match)]
    return _unmask(View(text, edits, below))


def _unescape(escape: str) -> str:
    """What one escape stands for; itself if it stands for nothing."""
    if escape[0] == "&":
        import html  # 3 ms for its table of names, and few texts hold entities

        return html.unescape(escape)
    if escape[0] == "%":
        return bytes.fromhex(escape.replace("%", "")).decode(errors="replace")
    point = int(escape[2:].strip("{}"), 16)
    return chr(point) if point < 0x110000 and not 0xD800 <= point < 0xE000 else escape


def _shown(link: str) -> str:
    """The words of a link."""
    return link[link.index("[") + 1 : link.rindex("](")]


def _part(joined: str) -> str:
    """`ignore-all-of-it` as words; other names and lists as they are."""
    return _SIGNS.sub(" ", joined) if _ORDERING.search(joined.lower()) else joined


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
    if piece in _BLANKS:
        return " "
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
    plain = LEET.get(word.lower().translate(SPELT))
    return [(match.start(), match.end(), plain)] if plain else []
