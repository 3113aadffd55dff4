"""Notes that say what another note says.

Two notes state one fact only where their numbers, names and negations are the same and hardly a
word is left over (`session.known.same_fact`). So notes are kept by these values and their rarest
plain words, and a note is only compared with those in the same places: a prefix filter
(Chaudhuri, Ganti, Kaushik 2006), which misses none and is not quadratic.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from memboard.engine.session.known import KNOWN_COSINE, same_fact, same_words
from memboard.engine.store.namespaces import GLOBAL
from memboard.engine.triage.looked import Looked, Values
from memboard.engine.triage.values import SuspectReason

ALONE = 0.2
"""The share of its words that the longer of two doubles may have for itself: one more for each four
(`known.ADDED_SHARE`)."""
MAX_LOOKED_UP = 300
"""Kept notes that are looked up at one place, the best ones."""
MAX_COMPARED = 16
"""Kept notes with the same words that are compared with one note."""
ALIKE_WORDS = 80.0
"""Without vectors: rapidfuzz's token_sort_ratio, 0 to 100, from which two notes are near."""

_CODE = re.compile(r"`([^`]+)`")

Place = tuple[Values, str]
"""Where a note is kept: its values, and one or all of its plain words."""
Cosine = Callable[[Looked, Looked], float | None]
"""Tells how near two notes are in meaning; None where one has no vector."""


def better_first(note: Looked) -> tuple[object, ...]:
    """Order notes so that of two which say the same the one to keep comes first.

    A pinned one; a global one, which other projects see too; the more important; the more often
    recalled; the one that says more; the newer.
    """
    return (
        not note.pinned,
        note.namespace != GLOBAL,
        -note.importance,
        -note.recalled,
        -note.naming,
        -note.updated_at,
        note.id,
    )


class Keeping:
    """The notes that are kept so far, and the way to those that say the same as another."""

    def __init__(self, notes: Sequence[Looked], cosine: Cosine) -> None:
        self._rarity = Counter(word for note in notes for word in note.plain)
        self._cosine = cosine
        self._kept: dict[Place, list[Looked]] = {}

    def look(self, note: Looked) -> SuspectReason | None:
        """Give the kept note that says the same; a note without one is kept from now on.

        A pinned note is always kept, and a global one only gives way to another global one.
        """
        places = self._places(note)
        found = None if note.pinned else self._double(note, places)
        if found is None:
            for place in places:
                self._kept.setdefault(place, []).append(note)
        return found

    def _places(self, note: Looked) -> list[Place]:
        """Tell where a note is kept: at its values, with each of its rarest plain words.

        The longer of two doubles has at most a fifth of its words for itself, the shorter none:
        among one word more than that fifth is one that both have. Where a note has no more plain
        words than it may have for itself, it is kept at its values alone too. All its plain words
        are a place as well, so that the same words are found however many notes share the rest.
        """
        whole = len(note.plain) + len(note.values[0]) + len(note.values[1])
        alone = int(ALONE * whole)
        rarest = sorted(note.plain, key=lambda word: (self._rarity[word], word))[: alone + 1]
        same = (note.values, " ".join(sorted(note.plain)))
        places = [same, *((note.values, word) for word in rarest)]
        return places if len(rarest) > alone else [*places, (note.values, "")]

    def _double(self, note: Looked, places: Sequence[Place]) -> SuspectReason | None:
        near = sorted(self._near(note, places), key=better_first)
        for kept in near[:MAX_COMPARED]:
            found = double_of(note, kept, self._cosine)
            if found is not None:
                return found
        return None

    def _near(self, note: Looked, places: Sequence[Place]) -> Iterator[Looked]:
        """Give the kept notes that have all plain words of this one, or the other way round."""
        seen: set[int] = set()
        for place in places:
            for kept in self._kept.get(place, ())[:MAX_LOOKED_UP]:
                if kept.key in seen or (note.namespace == GLOBAL != kept.namespace):
                    continue
                seen.add(kept.key)
                if note.plain <= kept.plain or kept.plain <= note.plain:
                    yield kept


def double_of(note: Looked, kept: Looked, cosine: Cosine) -> SuspectReason | None:
    """Tell whether two notes state one fact, and how sure that is.

    Never where they quote other code. Else:
    duplicate: the same words, whatever their case and their little words; weight 0.9.
    near_duplicate: nothing that tells facts apart differs, and the cosine is 0.92 or more, or,
    where one has no vector, rapidfuzz's token_sort_ratio 80 or more; weight 0.7.
    """
    if other_code(note.text, kept.text):
        return None
    if same_words(note.text, kept.text):
        text = "the same words as another note"
        return SuspectReason(code="duplicate", text=text, weight=0.9, other_id=kept.id)
    if not same_fact(note.text, kept.text):
        return None
    near = cosine(note, kept)
    if near is None:
        how, enough = "by its words", alike(note.text, kept.text) >= ALIKE_WORDS
    else:
        how, enough = f"cosine {near:.2f}", near >= KNOWN_COSINE
    if not enough:
        return None
    text = f"says what another note says ({how})"
    return SuspectReason(code="near_duplicate", text=text, weight=0.7, other_id=kept.id)


def other_code(one: str, other: str) -> bool:
    """Tell whether two texts quote different code: one more word makes another command."""
    mine, theirs = (
        sorted(" ".join(code.split()) for code in _CODE.findall(text)) for text in (one, other)
    )
    return bool(mine and theirs) and mine != theirs


def alike(one: str, other: str) -> float:
    """Compare two texts by their words in alphabetic order, 0 to 100."""
    from rapidfuzz import fuzz, utils  # 20 ms, and only where something is nearly the same

    return fuzz.token_sort_ratio(one, other, processor=utils.default_process)
