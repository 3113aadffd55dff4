"""The tags seen so far, so that a tag begun is a tag finished."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from textual.suggester import Suggester

from memboard.engine import Note


class TagBook(Suggester):
    """Finishes the last word of a list of tags with the commonest tag that begins like it."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._seen: Counter[str] = Counter()

    def read(self, notes: Iterable[Note]) -> None:
        """Take note of the tags of some notes."""
        for note in notes:
            self._seen.update(note.tags)

    def finish(self, typed: str) -> str | None:
        """Give what is typed with its last word finished; None where nothing begins like it."""
        start = max(typed.rfind(","), typed.rfind(" "), typed.rfind("+"), typed.rfind("-")) + 1
        begun = typed[start:]
        if not begun:
            return None
        ordered = sorted(self._seen.items(), key=lambda item: (-item[1], item[0]))
        for tag, _ in ordered:
            if tag.casefold().startswith(begun.casefold()) and len(tag) > len(begun):
                return typed + tag[len(begun) :] if tag.isprintable() else None
        return None

    async def get_suggestion(self, value: str) -> str | None:
        """Answer Textual's input, which shows the rest in grey; right takes it."""
        return self.finish(value)
