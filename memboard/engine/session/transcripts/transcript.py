"""What was read of a transcript."""

from __future__ import annotations

from memboard.engine.model import Value
from memboard.engine.session.events import Event, Ran


class Transcript(Value, frozen=True):
    """One conversation of a host, or a part of it."""

    path: str
    host: str
    """claude-code or codex."""
    session: str
    """The host's id of it; the file's name where the file says none."""
    cwd: str | None
    """The folder in which it began."""
    events: tuple[Event, ...]
    """What was said, ran and was written, in the order in which it was done."""
    running: tuple[Ran, ...]
    """Commands whose end is not in the file, or not yet; reading on may bring it."""
    offset: int
    """The byte after the last whole line: where to read on."""
    skipped: int
    """Lines that could not be read."""
