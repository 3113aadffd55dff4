"""Reads what a host writes to a hook's stdin, and tells which host it was."""

from __future__ import annotations

import os
from collections.abc import Iterator

MAX_BYTES = 16 * 1024 * 1024
"""A payload that is larger is dropped."""
MAX_NAME = 200
"""Characters of a session's or a call's id."""
CHUNK = 1 << 20

GEMINI_EVENTS = frozenset(
    {"BeforeAgent", "AfterAgent", "BeforeModel", "AfterModel", "BeforeToolSelection"}
    | {"BeforeTool", "AfterTool", "PreCompress"}
)


class Malformed(ValueError):
    """A payload that no host sends; its words are memboard's own, and say what is missing."""


class Payload:
    """A payload's fields, each given only if it is what it should be."""

    def __init__(self, fields: dict[str, object]) -> None:
        self.fields = fields

    def text(self, name: str, longest: int | None = None) -> str | None:
        """Give a text that is not empty, cut, with half characters replaced."""
        value = self.fields.get(name)
        if not isinstance(value, str) or not value.strip():
            return None
        return whole_characters(value[:longest])

    def name(self, name: str) -> str | None:
        """Give an id: short and printable."""
        value = self.text(name)
        return value if value and len(value) <= MAX_NAME and value.isprintable() else None

    def folder(self) -> str | None:
        """Give the folder that the session works in; a relative one says nothing."""
        value = self.text("cwd")
        return value if value and os.path.isabs(value) and "\0" not in value else None

    def path(self, name: str) -> str:
        """Give a path; empty where there is none."""
        value = self.text(name)
        return value if value and "\0" not in value else ""

    def inner(self, name: str) -> Payload:
        """Give the fields of an object within; none where it is something else."""
        value = self.fields.get(name)
        return Payload(value if isinstance(value, dict) else {})

    def has(self, *names: str) -> bool:
        """Tell whether one of some fields is there and says something."""
        return any(self.fields.get(name) for name in names)


def whole_characters(text: str) -> str:
    """Replace half characters, which no store takes."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def read_payload(descriptor: int) -> bytes:
    """Read stdin to its end, also what is dropped: a broken pipe looks like a failed hook.

    Raises:
        Malformed: it holds more than a payload may.
    """
    kept, size = list[bytes](), 0
    for chunk in _chunks(descriptor):
        size += len(chunk)
        if size <= MAX_BYTES:
            kept.append(chunk)
    if size > MAX_BYTES:
        raise Malformed("too large")
    return b"".join(kept)


def _chunks(descriptor: int) -> Iterator[bytes]:
    while chunk := os.read(descriptor, CHUNK):
        yield chunk


def to_payload(raw: bytes) -> Payload:
    """Decode a payload.

    Raises:
        Malformed: it is empty, or no object.
        ValueError: it is no JSON, or no UTF-8.
    """
    if not raw.strip():
        raise Malformed("empty")
    import json  # 3 ms, which an empty payload does not pay

    found = json.loads(raw.decode("utf-8"))
    if not isinstance(found, dict):
        raise Malformed("not an object")
    return Payload(found)


def told_host(payload: Payload) -> str | None:
    """Tell which program wrote a payload by what only it writes; None where nothing tells.

    Cursor and the agents of VS Code and Copilot also run the hooks of Claude Code's settings.
    """
    if payload.has("cursor_version", "conversation_id"):
        return "cursor"
    if payload.has("hookEventName", "sessionId", "toolName"):
        return "vscode"
    if payload.text("hook_event_name") in GEMINI_EVENTS:
        return "gemini"
    transcript = payload.path("transcript_path")
    if payload.has("turn_id") or os.path.basename(transcript).startswith("rollout-"):
        return "codex"
    if payload.has("prompt_id") or "/projects/" in transcript:
        return "claude-code"
    return "gemini" if payload.has("timestamp") else None
