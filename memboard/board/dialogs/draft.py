"""What is in the editor: the fields of a note that is being written."""

from __future__ import annotations

from typing import NamedTuple

from memboard.engine import Note, Scope


class Written(NamedTuple):
    """All fields, as they stand in the editor."""

    text: str = ""
    tags: tuple[str, ...] = ()
    topic: str = ""
    scope: Scope = "project"
    importance: float | None = None
    pinned: bool = False


class Editing(NamedTuple):
    """What the editor works on: a note at a revision, or a new one."""

    note_id: str | None
    revision: int
    start: Written

    @property
    def title(self) -> str:
        """Say what is edited."""
        return f"Edit {self.note_id}, revision {self.revision}" if self.note_id else "New note"


def written_of(note: Note) -> Written:
    """Give a note's fields."""
    return Written(
        text=note.text,
        tags=note.tags,
        topic=note.topic or "",
        scope=note.scope,
        importance=note.importance,
        pinned=note.pinned,
    )


def split_tags(typed: str) -> tuple[str, ...]:
    """Read tags: separated by commas, or by spaces where there is no comma."""
    parts = typed.split(",") if "," in typed else typed.split()
    return tuple(part.strip().lstrip("#") for part in parts if part.strip().lstrip("#"))
