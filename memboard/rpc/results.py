"""What methods answer that the engine has no value for: lists wrapped in an object, the server."""

from __future__ import annotations

from typing import Literal

from memboard.engine.answers import Added, Mode, Notice, ProjectRow
from memboard.engine.model import Change, Note, Value
from memboard.engine.shown import Blocked, Failure, Threat


class AddedMany(Value, frozen=True):
    """What became of each draft, in order."""

    results: tuple[Added, ...]


class OneNote(Value, frozen=True):
    """A note as it stands now."""

    note: Note


class Changes(Value, frozen=True):
    """Journal entries, newest first."""

    changes: tuple[Change, ...]


class Projects(Value, frozen=True):
    """The projects that have notes here."""

    projects: tuple[ProjectRow, ...]


class OneProject(Value, frozen=True):
    """A project as it stands now."""

    project: ProjectRow


class BlockedTexts(Value, frozen=True):
    """What was withheld from models lately, newest first."""

    blocked: tuple[Blocked, ...]


class FailureLessons(Value, frozen=True):
    """Failure lessons, those that happened last first."""

    failures: tuple[Failure, ...]
    notices: tuple[Notice, ...]
    """Whether lessons could not be read, and where they were kept."""


class ForgottenLesson(Value, frozen=True):
    """A failure lesson that is gone, as it was."""

    forgotten: Failure


class OneFailure(Value, frozen=True):
    """A failure lesson as it stands now."""

    failure: Failure


class Checked(Value, frozen=True):
    """What the scan finds in each text, in order."""

    results: tuple[tuple[Threat, ...], ...]


class Info(Value, frozen=True):
    """Who answers, and how well."""

    version: str
    """memboard's."""
    protocol: int
    """Of these methods; grows when something that was promised changes."""
    methods: tuple[str, ...]
    schema: int
    """Of the store, as this program writes it."""
    home: str
    project: str | None
    embedder: str | None
    """None while this store works by words, or cannot be opened."""
    model: Literal["none", "unloaded", "loading", "ready", "failed"]
    """How far the embedder's model is loaded; until it is ready a search answers by words."""
    mode: Mode
    actor: str
    """Whose name this connection's changes carry."""
    session: str
    """This connection's own session in the journal."""
    notices: tuple[Notice, ...]
    """What works less well than it should; also why the store cannot be opened."""
