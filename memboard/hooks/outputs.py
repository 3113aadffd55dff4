"""What a hook prints: nothing, or the one object that its host takes.

Codex refuses an object with a key it does not know, and a host that is told more at a session's
stop would make the turn go on.
"""

from __future__ import annotations

from memboard.hooks.events import Event, Host

NOTHING = b""


def printed(host: Host, event: Event, text: str) -> bytes:
    """Write an answer; nothing where there is nothing to say, or the host would not take it."""
    if not text or len(text) > host.budget or event.name not in host.speaks:
        return NOTHING
    import json

    answer = {"hookEventName": event.name, "additionalContext": text}
    return json.dumps({"hookSpecificOutput": answer}).encode("ascii") + b"\n"
