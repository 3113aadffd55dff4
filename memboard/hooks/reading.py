"""What the payloads of Claude Code and Codex have in common: their events and most fields."""

from __future__ import annotations

from memboard.hooks.events import Event, Kind
from memboard.hooks.payload import Malformed, Payload

MAX_TEXT = 20_000
"""Characters of a prompt or a summary that are read."""

UNASKED = frozenset({"system", "loop_wakeup", "schedule_wakeup", "poll_event"})
"""Where a prompt comes from that nobody typed."""

KINDS: dict[str, Kind] = {
    "UserPromptSubmit": "prompt",
    "PreToolUse": "tool_call",
    "PostToolUse": "tool_result",
    "PostToolUseFailure": "tool_result",
    "SessionStart": "session_start",
    "PreCompact": "before_compact",
    "PostCompact": "compacted",
    "SessionEnd": "session_end",
}
"""Every other event, those of next year included, is left alone."""


def begun(payload: Payload) -> Event | None:
    """Read an event as far as the hosts agree; None for one that memboard does nothing about.

    Raises:
        Malformed: it lacks what every host sends, or that is of a wrong type.
    """
    name, session = payload.text("hook_event_name"), payload.name("session_id")
    folder = payload.folder()
    if name is None:
        raise Malformed("no hook_event_name")
    kind = KINDS.get(name)
    if kind is None:
        return None
    if session is None:
        raise Malformed(f"{name} without a session_id")
    if folder is None:
        raise Malformed(f"{name} without an absolute cwd")
    event = Event(kind, name, session, folder, payload.path("transcript_path"))
    if kind == "prompt":
        if not isinstance(payload.fields.get("prompt", ""), str):
            raise Malformed(f"{name} whose prompt is no text")
        text = payload.text("prompt", MAX_TEXT)
        return event._replace(text=text) if text and is_asked(payload, text) else None
    if kind == "session_start":
        return event._replace(source=payload.text("source") or "")
    if kind == "compacted":
        return event._replace(text=payload.text("compact_summary", MAX_TEXT) or "")
    return with_tool(event, payload) if kind in ("tool_call", "tool_result") else event


def with_tool(event: Event, payload: Payload) -> Event:
    """Add what a tool was called with.

    Raises:
        Malformed: it names no tool.
    """
    tool = payload.name("tool_name")
    if tool is None:
        raise Malformed(f"{event.name} without a tool_name")
    given = payload.fields.get("tool_input")
    return event._replace(tool=tool, given=given, call_id=payload.name("tool_use_id"))


def is_asked(payload: Payload, prompt: str) -> bool:
    """Tell whether a person, or a program in a person's place, wants an answer to a prompt."""
    return payload.text("source") not in UNASKED and not is_command(prompt)


def is_command(prompt: str) -> bool:
    """Tell a command to the host, such as `/compact`, from a path that a prompt begins with."""
    first = prompt.split(maxsplit=1)[0]
    return first[0] == "/" and first[1:].replace("-", "").replace(":", "").isidentifier()
