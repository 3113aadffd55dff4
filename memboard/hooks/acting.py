"""What memboard does about an event: it is logged, and a host is told the little it is worth."""

from __future__ import annotations

from pathlib import Path

from memboard.engine.errors import StoreBusy
from memboard.engine.home import Home
from memboard.engine.session.commands import changes_files, shell_command
from memboard.engine.session.quick import Quick, open_quick
from memboard.hooks import spool
from memboard.hooks.events import Event, Host

BOUNDARIES = {"before_compact": "before_compact", "session_end": "shutdown"}
"""Why what was said is distilled, by the kind of the event."""


def act(host: Host, event: Event, home: Home) -> str:
    """Do what an event asks for; gives what its host is told.

    Raises:
        MemboardError: the store cannot be used.
    """
    if event.tool and not concerns(event):
        return ""
    in_order = spool.settled(home)
    text = kept(host.name, event, home) if in_order else spool.keep(home, host.name, event)
    if event.kind in BOUNDARIES:
        from memboard.hooks.worker import start_worker

        start_worker(home)
    if event.kind == "session_start" and event.source == "compact":
        from memboard.hooks.recalling import searched_again

        return searched_again(host, event, home)
    return text


def concerns(event: Event) -> bool:
    """Tell whether a tool's call is one that memboard follows."""
    return changes_files(event.tool) or shell_command(event.tool, event.given) is not None


def kept(host: str, event: Event, home: Home) -> str:
    """Do it in the store; while that is busy, into the spool."""
    try:
        quick = open_quick(home, Path(event.folder))
        if quick is None:
            return ""
        with quick:
            return applied(quick, host, event)
    except StoreBusy:
        return spool.keep(home, host, event)


def applied(quick: Quick, host: str, event: Event) -> str:
    """Write down what happened; gives the line that a command is worth, if there is one."""
    session = event.session
    if event.kind == "tool_call":
        hint = quick.tool_call(session, host, event.tool, event.given, event.call_id)
        return hint or ""
    if event.kind == "tool_result":
        call = (session, host, event.tool, event.given, event.outcome, event.exit_code)
        return quick.tool_result(*call, event.call_id) or ""
    if event.kind == "session_start":
        quick.began(session, host, event.transcript or None)
        if event.source == "compact":
            quick.compacted(session, host, None)  # the summary, told before or after, stays
    elif event.kind == "compacted":
        quick.compacted(session, host, event.text or None)
    elif event.kind in BOUNDARIES:
        cause = BOUNDARIES[event.kind]
        quick.queue_capture(session, host, event.folder, event.transcript, cause)
    return ""
