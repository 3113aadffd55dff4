"""A note as a triage looks at it."""

from __future__ import annotations

from functools import cached_property

from memboard.engine.model import NEUTRAL_IMPORTANCE
from memboard.engine.session.wording import NAMING, Word, worded

Values = tuple[tuple[str, ...], tuple[str, ...], int, tuple[str, ...]]
"""Numbers, names, how many negations, and words that limit, each in order."""


class Looked:
    """A note as far as a triage looks at it; its words are taken apart once, when needed."""

    def __init__(
        self,
        key: int,
        note_id: str,
        namespace: int,
        text: str,
        *,
        topic: str | None = None,
        importance: float | None = None,
        pinned: bool = False,
        created_at: int = 0,
        updated_at: int = 0,
        recalled: int = 0,
    ) -> None:
        self.key = key
        self.id = note_id
        self.namespace = namespace
        self.text = text
        self.topic = topic
        self.importance = NEUTRAL_IMPORTANCE if importance is None else importance
        self.pinned = pinned
        self.created_at = created_at
        self.updated_at = updated_at
        self.recalled = recalled
        """How often a model was given it, as far back as that is kept."""

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """Its text as words."""
        return worded(self.text)

    @cached_property
    def naming(self) -> int:
        """How many of its words name something."""
        return sum(word.kind in NAMING for word in self.words)

    @cached_property
    def plain(self) -> frozenset[str]:
        """Its words that name something and are neither a number nor an identifier."""
        return frozenset(word.stem for word in self.words if word.kind == "plain")

    @cached_property
    def values(self) -> Values:
        """What must be the same in a note that says the same."""
        kinds = {
            kind: sorted(word.stem for word in self.words if word.kind == kind)
            for kind in ("number", "name", "not", "telling")
        }
        return (
            tuple(kinds["number"]),
            tuple(dict.fromkeys(kinds["name"])),
            len(kinds["not"]),
            tuple(dict.fromkeys(kinds["telling"])),
        )
