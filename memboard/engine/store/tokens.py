"""Turns texts and queries into words: pure, and total over any input.

Text is data: whatever a query holds, only quoted strings reach FTS5, so there is no operator
to meet and no syntax to break. An identifier such as `queue-runner-v2` is searched whole (as a
phrase) and by its parts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

MAX_TERMS = 64
"""Distinct query terms that are looked up; a prompt of 10 kB is cut here."""

PIECE = re.compile(r"[^\W_]+")
CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff]+"
)
"""Scripts written without spaces: Thai, Lao, Burmese, Khmer, Japanese, Chinese."""

_STOP_TEXT = (
    "a about after again all also am an and any are as at be because been before being both "
    "but by can could did do does doing don down during each few for from further get had has "
    "have having he her here hers him his how i if in into is it its itself just let me more "
    "most my myself no nor not now of off on once one only or other our ours out over own "
    "please same she should so some such than that the their theirs them then there these "
    "they this those through to too under until up us very was we were what when where which "
    "while who whom why will with would you your yours "
)
IDENTIFIER = re.compile(r"(?<![^\W_])[^\W_]++(?:[./:_\-]++[^\W_]++)+")
"""Words joined by signs that names are made with; tried only where a word begins, so linear."""
MIN_NAME = 5
"""Characters of a name; shorter ones are `e.g` and the like."""
STOP_WORDS = frozenset(_STOP_TEXT.split())
"""English words that name nothing; dropped from a query that has others."""


def index_parts(text: str) -> str:
    """Give the extra words a text is found by: parts of camelCase names, pairs of unspaced letters.

    FTS5's own tokenizer already splits at every character that is neither letter nor digit.
    """
    extra: list[str] = []
    for piece in PIECE.findall(text):
        extra.extend(unspaced_parts(piece))
        parts = CAMEL.findall(piece) if piece.isascii() else []
        if len(parts) > 1:
            extra.extend(parts)
    return " ".join(extra)


def unspaced_parts(piece: str) -> list[str]:
    """Cut runs of an unspaced script into overlapping pairs of letters; what stands between stays.

    A piece without such a run has no parts.
    """
    found: list[str] = []
    for run in UNSPACED.findall(piece):
        found.extend(run[at : at + 2] for at in range(max(1, len(run) - 1)))
    return found + [rest for rest in UNSPACED.split(piece) if rest] if found else []


def query_terms(query: str) -> tuple[str, ...]:
    """List the distinct strings to look up for a query: whole identifiers first, then pieces.

    They keep their case: FTS5 folds it in its own way, which is not `casefold`'s ("ß").
    """
    wholes: dict[str, str] = {}
    pieces: dict[str, str] = {}
    for chunk in unicodedata.normalize("NFC", query).split():
        found = PIECE.findall(chunk)
        if len(found) > 1:
            whole = " ".join(found)
            wholes.setdefault(whole.casefold(), whole)
        for piece in found:
            for part in unspaced_parts(piece) or [piece]:
                pieces.setdefault(part.casefold(), part)
    useful = [part for folded, part in pieces.items() if folded not in STOP_WORDS]
    return (*wholes.values(), *(useful or pieces.values()))[:MAX_TERMS]


def identifiers(query: str) -> dict[str, float]:
    """Find the names spelled out in a query, such as `src/q`, `ADR-0012` or `run.py`.

    Returns:
        each name folded → the share of the query's words that it makes up.
    """
    words = PIECE.findall(query)
    found = (folded(name) for name in IDENTIFIER.findall(query))
    named = {name: len(PIECE.findall(name)) for name in found if len(name) >= MIN_NAME}
    return {name: count / len(words) for name, count in named.items()}


def spelled_share(names: dict[str, float], text: str) -> float:
    """Give the share of a query that a text holds letter for letter, of its names alone."""
    if not names:
        return 0.0
    whole = folded(text)
    return min(1.0, sum(share for name, share in names.items() if holds(whole, name)))


def holds(text: str, name: str) -> bool:
    """Tell whether a folded text holds a folded name that no letter or digit goes on from."""
    at = text.find(name)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(name) : at + len(name) + 1]
        if not before.isalnum() and not after.isalnum():
            return True
        at = text.find(name, at + 1)
    return False


def folded(text: str) -> str:
    """Bring a text to the form in which names are compared."""
    return unicodedata.normalize("NFC", text).casefold()


def match_expression(terms: Sequence[str], namespace: int) -> str:
    """Write the FTS5 expression for any of some terms in one namespace."""
    either = " OR ".join(quoted(term) for term in terms)
    return f"ns : {namespace_word(namespace)} AND {{text topic tags parts}} : ({either})"


@cache
def namespace_word(namespace: int) -> str:
    """Give the word that stands for a namespace in the index."""
    return f"n{namespace}n"


def quoted(term: str) -> str:
    """Quote a term as an FTS5 string; terms hold no quotes, but the rule is kept anyway."""
    return '"' + term.replace('"', '""') + '"'
