"""Notes that say what another note says.

Two notes state one fact only where their numbers, names and negations are the same and hardly a
word is left over (`session.known.same_fact`). So they share four fifths of the words that tell
facts apart, and a note need only be compared with those that share one of its rarest words: a
prefix filter (Chaudhuri, Ganti, Kaushik 2006), which misses none and is not quadratic.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from memboard.engine.session.known import KNOWN_COSINE, same_fact, same_words
from memboard.engine.session.wording import NAMING
from memboard.engine.store.namespaces import GLOBAL
from memboard.engine.triage.looked import Looked
from memboard.engine.triage.values import SuspectReason

SHARED = 0.8
"""The least share of two notes' words that both have: one more for each four (`ADDED_SHARE`)."""
MAX_POSTINGS = 2_000
"""Kept notes that are looked up for one note; those of its rarest words."""
MAX_COMPARED = 16
"""Kept notes with enough shared words that are compared with one note."""
ALIKE_WORDS = 80.0
"""Without vectors: rapidfuzz's token_sort_ratio, 0 to 100, from which two notes are near."""

_CODE = re.compile(r"`([^`]+)`")

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
        self._rarity = Counter(word for note in notes for word in telling_apart(note))
        self._cosine = cosine
        self._kept: dict[str, list[tuple[Looked, frozenset[str]]]] = {}

    def look(self, note: Looked) -> SuspectReason | None:
        """Give the kept note that says the same; a note without one is kept from now on.

        Two notes that quote other code are never doubles. Else:
        duplicate: the same words, whatever their case, order and little words; weight 0.9.
        near_duplicate: nothing that tells facts apart differs, and the cosine is 0.92 or more,
        or, where one has no vector, rapidfuzz's token_sort_ratio 80 or more; weight 0.7.
        A pinned note is always kept, and a global one only gives way to another global one.
        """
        words = telling_apart(note)
        rarest = sorted(words, key=lambda word: (self._rarity[word], word))
        prefix = rarest[: len(words) - int(SHARED * len(words)) + 1]
        found = None if note.pinned else self._double(note, words, prefix)
        if found is None:
            for word in prefix:
                self._kept.setdefault(word, []).append((note, words))
        return found

    def _double(
        self, note: Looked, words: frozenset[str], prefix: Sequence[str]
    ) -> SuspectReason | None:
        near = sorted(self._near(note, words, prefix), key=lambda one: better_first(one))
        for kept in near[:MAX_COMPARED]:
            found = double_of(note, kept, self._cosine)
            if found is not None:
                return found
        return None

    def _near(self, note: Looked, words: frozenset[str], prefix: Sequence[str]) -> Iterator[Looked]:
        """Give the kept notes that share enough words, each once."""
        seen: set[int] = set()
        looked = 0
        for word in prefix:
            for kept, others in self._kept.get(word, ())[: MAX_POSTINGS - looked]:
                looked += 1
                if kept.key in seen or (note.namespace == GLOBAL != kept.namespace):
                    continue
                seen.add(kept.key)
                if len(words & others) >= SHARED * max(len(words), len(others)):
                    yield kept


def telling_apart(note: Looked) -> frozenset[str]:
    """Give the words by which a note may be told from others."""
    return frozenset(
        word.stem for word in note.words if word.kind in NAMING or word.kind in ("not", "telling")
    )


def double_of(note: Looked, kept: Looked, cosine: Cosine) -> SuspectReason | None:
    """Tell whether two notes state one fact, and how sure that is."""
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
    """Tell whether two texts both quote code, and not the same: one more word is another command."""
    mine, theirs = (
        sorted(" ".join(code.split()) for code in _CODE.findall(text)) for text in (one, other)
    )
    return bool(mine and theirs) and mine != theirs


def alike(one: str, other: str) -> float:
    """Compare two texts by their words in alphabetic order, 0 to 100."""
    from rapidfuzz import fuzz, utils  # 20 ms, and only where something is nearly the same

    return fuzz.token_sort_ratio(one, other, processor=utils.default_process)
