"""What a host's event means to memboard, whichever host it comes from."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from memboard.hooks.payload import Payload

Kind = Literal[
    "prompt",
    "tool_call",
    "tool_result",
    "session_start",
    "compacted",
    "before_compact",
    "session_end",
]


class Event(NamedTuple):
    """One thing that happened in a session; of the later fields only what its kind has."""

    kind: Kind
    name: str
    """What the host calls it; an answer repeats it."""
    session: str
    folder: str
    """Where the session works, an absolute path that need not exist any more."""
    transcript: str = ""
    """The file that the host keeps of the session; empty where it keeps none."""
    text: str = ""
    """A prompt, or what a compaction left."""
    source: str = ""
    """How a session started: startup, resume, clear, compact or fork."""
    tool: str = ""
    given: object = None
    """A tool's input as the host gives it."""
    call_id: str | None = None
    outcome: str = "unknown"
    """ok, failed or unknown."""
    exit_code: int | None = None


class Host(NamedTuple):
    """A program whose hooks memboard answers."""

    name: str
    budget: int
    """Characters that it takes as context of one event."""
    speaks: frozenset[str]
    """The events whose answer may hold context."""
    read: Callable[[Payload], Event | None]
    """Reads a payload; None where there is nothing to do."""
