"""What happened in a conversation, as every host's events and transcripts are read."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from memboard.engine.model import Value

READABLE = ("claude-code", "codex")
"""Hosts whose own files of a conversation can be read."""

Outcome = Literal["ok", "failed", "unknown"]
"""How a command ended. Unknown is never guessed from text: background, denied, no exit code."""


class Said(Value, frozen=True, tag_field="event", tag="said"):
    """Something a person or the assistant said; nothing that a program put in between."""

    role: Literal["user", "assistant"]
    text: str
    at: dt.datetime | None = None


class Ran(Value, frozen=True, tag_field="event", tag="ran"):
    """A command that a tool ran."""

    tool: str
    command: str
    outcome: Outcome
    exit_code: int | None = None
    call_id: str | None = None
    """The host's id of the call."""
    cwd: str | None = None
    key: str | None = None
    """The command's key, where it was taken of the whole command and this text is not that."""
    at: dt.datetime | None = None


class Wrote(Value, frozen=True, tag_field="event", tag="wrote"):
    """A file that a tool changed: a command run again after it is work, not a repeated mistake."""

    path: str | None = None
    at: dt.datetime | None = None


Event = Said | Ran | Wrote
