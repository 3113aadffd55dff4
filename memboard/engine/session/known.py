"""Whether two sentences that lie near each other state the same fact.

Nearness alone merges values that must stay apart: 8080 and 8081, tabs and no tabs, a to b and
b to a. So a fact counts as known only where nothing that tells facts apart differs. In doubt it is
another fact: one stored twice is a nuisance, one left out is lost. The formula, with what was
measured, is in docs/decisions/capture.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal

from memboard.engine.session.wording import NAMING, Kind, Word, worded
from memboard.engine.session.wordlists import (
    BEING,
    CONTRASTS,
    DIRECTIONS,
    OBLIGATIONS,
    PERMISSIONS,
    SHARP,
    USING,
)

KNOWN_COSINE = 0.92
"""From here on two texts may be one fact."""

ADDED_SHARE = 4
"""A sentence may have one word more than the other for each four that it shares."""

Difference = Literal["numbers", "names", "negations", "opposites", "words", "relations", "order"]
"""What tells two facts apart, the first that is found."""

VALUES: frozenset[Difference] = frozenset({"numbers", "names", "negations", "opposites"})
"""Differences that make one fact another value of the other."""


def same_fact(a: str, b: str) -> bool:
    """Tell whether two texts that are near in meaning state the same fact."""
    return difference(a, b) is None


def same_words(a: str, b: str) -> bool:
    """Tell the same without a measure of nearness: no word may be left over on either side."""
    return not any(left_over(worded(a), worded(b))) and same_fact(a, b)


def other_value(a: str, b: str) -> bool:
    """Tell whether two texts differ in nothing but one value, a negation or a limit.

    Two lines of a table, that differ in the thing as well as in its value, are two facts.
    """
    one, other = worded(a), worded(b)
    if any(left_over(one, other)) or difference(a, b) not in VALUES:
        return False
    return len(values_without(one, other)) <= 1 and len(values_without(other, one)) <= 1


def values_without(one: Sequence[Word], other: Sequence[Word]) -> list[str]:
    """Give the numbers and identifiers of one sentence that the other does not have."""
    numbers = counted(one, "number") - counted(other, "number")
    return [*numbers.elements(), *set(counted(one, "name")) - set(counted(other, "name"))]


def difference(a: str, b: str) -> Difference | None:
    """Name what tells two facts apart; None where nothing does. Symmetric, and linear."""
    one, other = worded(a), worded(b)
    if counted(one, "number") != counted(other, "number"):
        return "numbers"
    if set(counted(one, "name")) != set(counted(other, "name")):
        return "names"
    if counted(one, "not") != counted(other, "not"):
        return "negations"
    if opposed(one, other):
        return "opposites"
    if reworded_too_far(one, other):
        return "words"
    if related_otherwise(one, other) or related_otherwise(other, one):
        return "relations"
    return None if in_order(one, other) else "order"


def counted(words: Sequence[Word], kind: Kind) -> Counter[str]:
    """Count the words of a kind."""
    return Counter(word.stem for word in words if word.kind == kind)


def texts(words: Iterable[Word]) -> set[str]:
    """Give the words as they are written."""
    return {word.text for word in words}


def opposed(one: Sequence[Word], other: Sequence[Word]) -> bool:
    """Tell whether one sentence limits, allows or places what the other does not."""
    if set(counted(one, "telling")) != set(counted(other, "telling")):
        return True
    mine, theirs = texts(one) - texts(other), texts(other) - texts(one)
    if mine & SHARP and theirs & SHARP:
        return True
    allowed, owed = modality(one), modality(other)
    if (allowed and owed and allowed != owed) or formerly(one) != formerly(other):
        return True
    return any(
        {left, right} <= mine | theirs and (left in mine) != (right in mine)
        for left, right in CONTRASTS
        if not (left == "and" and counted(one, "not"))  # no a or b is no a and b
    )


def modality(words: Sequence[Word]) -> str | None:
    """Tell whether a sentence allows or demands; None for neither or both."""
    allows, demands = bool(texts(words) & PERMISSIONS), bool(texts(words) & OBLIGATIONS)
    if allows == demands:
        return None
    return "allows" if allows else "demands"


def formerly(words: Sequence[Word]) -> bool:
    """Tell whether a sentence says what used to be."""
    return any(
        word.text in ("use", "used") and after.text == "to" and before.text not in BEING
        for before, word, after in zip(words, words[1:], words[2:], strict=False)
    )


def left_over(one: Sequence[Word], other: Sequence[Word]) -> tuple[list[str], list[str]]:
    """Give the plain words of each sentence that the other does not have."""
    mine = plain_without(one, other)
    theirs = plain_without(other, one)
    return unjoined(mine, theirs), unjoined(theirs, mine)


def plain_without(one: Sequence[Word], other: Sequence[Word]) -> list[Word]:
    """Give the plain words of one sentence whose stems the other does not have."""
    stems = {word.stem for word in other}
    return [word for word in one if word.kind == "plain" and word.stem not in stems]


def unjoined(mine: Sequence[Word], theirs: Sequence[Word]) -> list[str]:
    """Leave out the words that are two of the other's written as one, or the other way round."""
    pairs = {a.text + b.text for a, b in pairwise(theirs)}
    joined = texts(theirs)
    halves = {half.text for a, b in pairwise(mine) if a.text + b.text in joined for half in (a, b)}
    return [word.text for word in mine if word.text not in pairs and word.text not in halves]


def reworded_too_far(one: Sequence[Word], other: Sequence[Word]) -> bool:
    """Tell whether a word was exchanged for another, or more was added than a long text bears."""
    mine, theirs = left_over(one, other)
    shared = min(sum(word.kind in NAMING for word in words) for words in (one, other))
    return bool(mine and theirs) or (len(mine) + len(theirs)) * ADDED_SHARE > shared


def related_otherwise(one: Sequence[Word], other: Sequence[Word]) -> bool:
    """Tell whether a relation has another word of the same sentence: from a to b, from b to a."""
    mine, theirs = objects(one), objects(other)
    in_one, in_other = stems_of(one), stems_of(other)
    exchanged = any(
        mine[relation].isdisjoint(theirs[relation])
        and mine[relation] & in_other
        and theirs[relation] & in_one
        for relation in mine.keys() & theirs.keys()
    )
    return exchanged or done_by_another(one, other)


def stems_of(words: Sequence[Word]) -> set[str]:
    """Give the stems of the words that name something."""
    return {word.stem for word in words if word.kind in NAMING}


def objects(words: Sequence[Word]) -> dict[str, set[str]]:
    """Give for each direction the words that follow it."""
    found: dict[str, set[str]] = {}
    waiting: set[str] = set()
    for word in words:
        if word.kind in NAMING:
            for relation in waiting:
                found.setdefault(relation, set()).add(word.stem)
            waiting = set()
        elif direction := DIRECTIONS.get(word.stem):
            waiting.add(direction)
    return found


def done_by_another(passive: Sequence[Word], active: Sequence[Word]) -> bool:
    """Tell whether who does it in `is done by` comes after what is done in the other sentence."""
    if "by" in texts(active) or not texts(passive) & BEING:
        return False
    stems = [word.stem for word in active]
    for at, word in enumerate(passive[1:-1], 1):
        deed = passive[at - 1]
        doer = next((after for after in passive[at + 1 :] if after.kind in NAMING), None)
        if word.text == "by" and deed.kind == "plain" and doer is not None:
            if deed.stem in stems and doer.stem in stems:
                return stems.index(doer.stem) > stems.index(deed.stem)
            return False
    return False


def in_order(one: Sequence[Word], other: Sequence[Word]) -> bool:
    """Tell whether the shared words come in one order, or in another that means the same.

    Two ways of moving words keep the meaning: a phrase with its relation goes elsewhere as a
    whole, or the sentence is turned round (by `is` and its forms, or from `use a for b` to
    `b with a`) and every value keeps its words.
    """
    shared = stems_of(one) & stems_of(other)
    mine, theirs = (
        [word for word in words if word.kind in NAMING and word.stem in shared]
        for words in (one, other)
    )
    if [word.stem for word in mine] == [word.stem for word in theirs]:
        return True
    if moved(skeleton(one, shared), skeleton(other, shared)):
        return True
    turned = bool(texts(one) & BEING) != bool(texts(other) & BEING)
    turned = turned or used_for(one, other) or used_for(other, one)
    return turned and keeps_values(mine, theirs)


def used_for(one: Sequence[Word], other: Sequence[Word]) -> bool:
    """Tell whether one sentence says `use a for b` where the other says `b with a`."""
    mine, theirs = texts(one), texts(other)
    return bool(mine & USING) and "for" in mine and "with" in theirs and "for" not in theirs


def skeleton(words: Sequence[Word], shared: set[str]) -> list[Word]:
    """Give the shared words with the relations and the `and`s between them."""
    return [
        word
        for word in words
        if (word.kind in NAMING and word.stem in shared)
        or word.kind == "relation"
        or word.text in ("and", "or")
    ]


def moved(one: list[Word], other: list[Word]) -> bool:
    """Tell whether a sentence is the other with one phrase moved, or with `a and b` exchanged."""
    if len(one) != len(other):
        return False
    mine, theirs = without_ends(one, other)
    stems, others = [word.stem for word in mine], [word.stem for word in theirs]
    joints = [at for at, word in enumerate(mine) if word.text in ("and", "or")]
    if len(joints) == 1 and all(word.kind in ("plain", "light") for word in mine):
        joint = joints[0]
        return [*stems[joint + 1 :], stems[joint], *stems[:joint]] == others
    at = rotation(stems, others)
    return at is not None and "relation" in (mine[0].kind, mine[at].kind)


def without_ends(one: list[Word], other: list[Word]) -> tuple[list[Word], list[Word]]:
    """Cut off what two sentences of one length have in common at both ends."""
    differ = [at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a.stem != b.stem]
    if not differ:
        return [], []
    return one[differ[0] : differ[-1] + 1], other[differ[0] : differ[-1] + 1]


def rotation(one: list[str], other: list[str]) -> int | None:
    """Find where a list must be cut so that its two halves exchanged give the other."""
    if not one or sorted(one) != sorted(other):
        return None
    twice, sought = "\0".join(("", *one, *one, "")), "\0".join(("", *other, ""))
    found = twice.find(sought)
    return None if found < 0 else twice.count("\0", 0, found) % len(one)


def keeps_values(one: list[Word], other: list[Word]) -> bool:
    """Tell whether each word leads to the same number or identifier in both sentences."""
    mine, theirs = leads(one), leads(other)
    return all(
        mine[stem] == theirs[stem] or None in (mine[stem], theirs[stem])
        for stem in mine.keys() & theirs.keys()
    )


def leads(words: list[Word]) -> dict[str, str | None]:
    """Give for each plain word that is there once the next value after it; None after the last."""
    found: dict[str, str | None] = {}
    once = Counter(word.stem for word in words)
    value: str | None = None
    for word in reversed(words):
        if word.kind != "plain":
            value = word.stem
        elif once[word.stem] == 1:
            found[word.stem] = value
    return found
