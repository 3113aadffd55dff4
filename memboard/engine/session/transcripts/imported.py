"""What an import answers of one transcript."""

from __future__ import annotations

from collections.abc import Sequence

from memboard.engine.answers import Notice
from memboard.engine.model import Value
from memboard.engine.session.events import Event, Ran, Said
from memboard.engine.session.pairing import pair_runs
from memboard.engine.session.transcripts.transcript import Transcript


class Run(Value, frozen=True):
    """A command of a transcript."""

    call_id: str | None
    command: str
    ok: bool | None
    """None where its end is unknown: refused, stopped, left in the background."""
    exit_code: int | None


class ImportedTranscript(Value, frozen=True):
    """What was found in a transcript, and what was learnt of it."""

    path: str
    host: str
    """claude-code or codex."""
    session: str
    runs: tuple[Run, ...]
    user_prompts: tuple[str, ...]
    fix_pairs: tuple[tuple[str, str], ...]
    """Commands that failed, each with the one that worked in its place."""
    skipped: int
    """Lines that could not be read."""
    project: str | None = None
    """The name of the project that keeps the lessons; None where none does."""
    learned: int = 0
    """Failure lessons that are new or happened again."""
    retired: int = 0
    """Failure lessons whose command works again."""
    notices: tuple[Notice, ...] = ()


def found_in(read: Transcript) -> ImportedTranscript:
    """Say what is in a transcript, before anything is kept of it."""
    return ImportedTranscript(
        path=read.path,
        host=read.host,
        session=read.session,
        runs=runs_in((*read.events, *read.running)),
        user_prompts=prompts_in(read.events),
        fix_pairs=tuple(
            (pair.failed.command, pair.fix.command) for pair in pair_runs(read.events).pairs
        ),
        skipped=read.skipped,
    )


def runs_in(events: Sequence[Event]) -> tuple[Run, ...]:
    """List the commands that ran, in order."""
    ends = {"ok": True, "failed": False, "unknown": None}
    return tuple(
        Run(
            call_id=event.call_id,
            command=event.command,
            ok=ends[event.outcome],
            exit_code=event.exit_code,
        )
        for event in events
        if isinstance(event, Ran)
    )


def prompts_in(events: Sequence[Event]) -> tuple[str, ...]:
    """List what people said, in order."""
    return tuple(event.text for event in events if isinstance(event, Said) and event.role == "user")
