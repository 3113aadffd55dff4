"""Whether notes may become one, and whether a text may stand for them. Pure, and linear.

Only what repeats is merged. Two notes repeat each other where nothing tells them apart as facts
(`session.known`), and besides where neither limits, allows or names what the other does not, for a
merge takes its originals away. In doubt they stay two: a note too many is a nuisance, a lost one is
lost. The rule, with what was measured, is in docs/decisions/dream.md.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from memboard.engine.dream.values import Member
from memboard.engine.session.known import counted, difference, left_over, texts
from memboard.engine.session.wording import Word, worded
from memboard.engine.session.wordlists import PERMISSIONS, SHARP

PLACES = frozenset({"under", "over", "within", "up", "down"})
"""Relations that mean no more than `in`, but where a number follows."""
_WORD = re.compile(r"[^\W_]+")
_BREAK = ".!?:"
"""After one of these a capital says nothing."""


def told_apart(members: Sequence[Member]) -> str | None:
    """Name what keeps notes from being one; None where all of them repeat each other."""
    for one, other in combinations(members, 2):
        found = apart(one.text, other.text) or topics_apart(one.topic, other.topic)
        if found is not None:
            return found
    return None


def apart(a: str, b: str) -> str | None:
    """Name what tells two texts apart, more strictly than where a note is only added."""
    found = difference(a, b)
    if found is not None:
        return found
    one, other = worded(a), worded(b)
    if limits(one) != limits(other):
        return "relations"
    if bool(texts(one) & PERMISSIONS) != bool(texts(other) & PERMISSIONS):
        return "opposites"
    if added_names(a, other) or added_names(b, one):
        return "names"
    return None


def limits(words: Sequence[Word]) -> set[str]:
    """Give the relations that say until when, or how much."""
    found: set[str] = set()
    for at, word in enumerate(words):
        counts = any(after.kind == "number" for after in words[at + 1 : at + 2])
        if word.text in SHARP and (counts or word.text not in PLACES):
            found.add(word.text)
    return found


def topics_apart(one: str | None, other: str | None) -> str | None:
    """Tell topics apart of which neither holds the other: staging db, prod db."""
    if one is None or other is None:
        return None
    mine, theirs = stems(worded(one)), stems(worded(other))
    return None if mine <= theirs or theirs <= mine else "topics"


def survives(members: Sequence[Member], text: str) -> str | None:
    """Name what of the notes a text loses; None where it keeps all of their values.

    Values are numbers with their units, versions, dates, paths, identifiers, flags, names and
    negations. It says nothing of the other words: see `faithful`.
    """
    kept = worded(text)
    here = stems(kept) | texts(kept)
    for member in members:
        words = worded(member.text)
        for word in words:
            if word.kind in ("number", "name") and word.stem not in here:
                return f"the {'number' if word.kind == 'number' else 'identifier'} {word.text}"
        for name in added_names(member.text, kept):
            return f"the name {name}"
        if counted(words, "not") and not counted(kept, "not"):
            return "a negation"
    if counted(kept, "not") and not any(counted(worded(one.text), "not") for one in members):
        return "a statement without a negation"
    return None


def faithful(members: Sequence[Member], text: str) -> str | None:
    """Name what a text does not keep of the notes, or adds to them; None where it is theirs alone.

    It must say what each of them says, with all of their words and no other.
    """
    lost = survives(members, text)
    if lost is not None:
        return lost
    kept = worded(text)
    theirs = [worded(member.text) for member in members]
    if dropped := [word for words in theirs for word in left_over(words, kept)[0]]:
        return f"the word {dropped[0]}"
    if invented := left_over(kept, [word for words in theirs for word in words])[0]:
        return f"nothing, but adds the word {invented[0]}"
    if any(apart(member.text, text) is not None for member in members):
        return "what a note says"
    return None


def stems(words: Sequence[Word]) -> set[str]:
    """Give what the words are compared by."""
    return {word.stem for word in words}


def added_names(text: str, other: Sequence[Word]) -> list[str]:
    """Give the proper names of a text that the other does not have, in whatever case."""
    theirs = stems(other) | texts(other)
    return [
        name
        for name in proper_names(text)
        if not stems(worded(name.lower())) & theirs and name.lower() not in theirs
    ]


def proper_names(text: str) -> list[str]:
    """Give the words with a capital that they do not owe to the beginning of a sentence."""
    names: list[str] = []
    begins = True
    for token in text.split():
        for word in _WORD.findall(token):
            capitals = sum(letter.isupper() for letter in word)
            if len(word) > 1 and (capitals > 1 or (word[0].isupper() and not begins)):
                names.append(word)
            begins = False
        begins = token[-1] in _BREAK
    return names
