"""Claude Code's payloads."""

from __future__ import annotations

from memboard.hooks.events import Event, Host
from memboard.hooks.payload import Payload
from memboard.hooks.reading import begun

FAILURE = (
    r"(?:Error: )?(?:Command timed out after [^\n]{1,80}\n)?(?:Error: )?Exit code (\d{1,6})(?!\d)"
)
"""How the text of a failed command begins: the host may put a line of its own before the code."""


def read(payload: Payload) -> Event | None:
    """Read a payload; None where there is nothing to do."""
    event = begun(payload)
    if event is None or event.kind != "tool_result":
        return event
    return failed(event, payload) if event.name == "PostToolUseFailure" else ended(event, payload)


def ended(event: Event, payload: Payload) -> Event:
    """Read how a call ended that the host calls a success: some have not ended, or were cut."""
    response, given = payload.inner("tool_response"), payload.inner("tool_input")
    open_end = response.has("backgroundTaskId", "timedOutAfterMs", "interrupted")
    unknown = open_end or given.has("run_in_background")
    return event._replace(outcome="unknown" if unknown else "ok")


def failed(event: Event, payload: Payload) -> Event:
    """Read how a call failed; one that a person stopped did not fail."""
    if payload.has("is_interrupt"):
        return event
    return event._replace(outcome="failed", exit_code=exit_code(payload.text("error", 400) or ""))


def exit_code(error: str) -> int | None:
    """Read the exit code where the host writes it, and nowhere in the command's own output."""
    import re

    found = re.match(FAILURE, error)
    return int(found[1]) if found else None


HOST = Host(
    name="claude-code",
    budget=10_000,
    speaks=frozenset(
        {"UserPromptSubmit", "SessionStart", "PreToolUse", "PostToolUse", "PostToolUseFailure"}
    ),
    read=read,
)
