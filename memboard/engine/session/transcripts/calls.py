"""Tool calls whose results come later in the file."""

from __future__ import annotations

from typing import NamedTuple

from memboard.engine.session.events import Outcome, Ran, Wrote
from memboard.engine.session.transcripts.fields import moment_of

MOST_OPEN = 2_000
"""Calls that are remembered at once; the oldest makes room."""


class Call(NamedTuple):
    """A command, or a change of files, whose result is not known yet."""

    tool: str
    command: str | None
    """None where files are changed."""
    paths: tuple[str | None, ...] = (None,)
    cwd: str | None = None
    background: bool = False
    """Whether the host was asked not to wait for its end."""


class Ending(NamedTuple):
    """How a call ended."""

    outcome: Outcome
    exit_code: int | None = None


UNKNOWN = Ending("unknown")


def coded(exit_code: int | None) -> Ending:
    """Judge an exit code; None and what no program returns tell nothing."""
    if exit_code is None or exit_code < 0:
        return UNKNOWN
    return Ending("failed" if exit_code else "ok", exit_code)


class OpenCalls:
    """Calls by the host's id of them."""

    def __init__(self) -> None:
        self._calls: dict[str, Call] = {}

    def open(self, call_id: str, call: Call) -> None:
        """Remember a call until its result comes."""
        if not call_id:
            return
        self._calls[call_id] = call
        if len(self._calls) > MOST_OPEN:
            del self._calls[next(iter(self._calls))]

    def known(self, call_id: str) -> Call | None:
        """Give a call that has no result yet."""
        return self._calls.get(call_id)

    def close(self, call_id: str) -> Call | None:
        """Give a call that has its result now, once."""
        return self._calls.pop(call_id, None)

    def running(self) -> tuple[Ran, ...]:
        """Give the commands that have no result, as runs whose end is unknown."""
        return tuple(
            ran
            for call_id, call in self._calls.items()
            for ran in events_of(call, call_id, UNKNOWN, None)
            if isinstance(ran, Ran)
        )


def events_of(call: Call, call_id: str, ending: Ending, at: object) -> list[Ran | Wrote]:
    """Say what a call that ended did; a change of files counts where it was made."""
    moment = moment_of(at)
    if call.command is None:
        return [Wrote(path, moment) for path in call.paths] if ending.outcome == "ok" else []
    ran = Ran(
        tool=call.tool,
        command=call.command,
        outcome=ending.outcome,
        exit_code=ending.exit_code,
        call_id=call_id,
        cwd=call.cwd,
        at=moment,
    )
    return [ran]
