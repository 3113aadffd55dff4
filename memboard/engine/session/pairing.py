"""Pairs the failures of a session with what fixed them, from what was run, in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from memboard.engine.session.commands import command_key
from memboard.engine.session.events import Event, Ran, Said, Wrote
from memboard.engine.session.likeness import RESEMBLES, repeats_whole, resemblance
from memboard.engine.session.purpose import (
    NOT_STARTED,
    edits_files,
    hides_failure,
    is_check,
    is_look_around,
    is_tidying,
    runs_code,
    teaches_nothing,
    was_refused,
)
from memboard.engine.store.runs import NEAR


class Pair(NamedTuple):
    """A command that failed, and the one that worked in its place."""

    key: str
    failed: Ran
    fix: Ran


class Paired(NamedTuple):
    """What a session teaches."""

    pairs: tuple[Pair, ...]
    worked: tuple[tuple[str, Ran], ...]
    """Commands whose last known run went well, by key: what was kept of them is out of date."""


class _Run(NamedTuple):
    """One run among the others."""

    key: str
    ran: Ran
    edits: int
    """Changes of files before it."""
    prompts: int
    """Things a person said before it."""


def pair_runs(events: Sequence[Event]) -> Paired:
    """Find the failures of a session that have a fix, and the commands that work after all.

    A fix is a success of the same tool among the next runs. One that resembles the failed command
    comes first; else it is the next thing that was done, unless that only looks or tidies,
    belongs to another failure, or comes after a person spoke. What follows a change of files is
    no fix, and an unknown outcome neither fails nor fixes.
    """
    runs = list(_in_order(events))
    worked = {run.key: run.ran for run in runs if run.ran.outcome != "unknown"}
    worked = {key: ran for key, ran in worked.items() if _succeeded(ran)}
    pairs: dict[str, Pair] = {}
    for number, run in enumerate(runs):
        if run.key not in worked and _failed(run.ran):
            fix = _fix_of(run, runs, number)
            if fix is not None:
                pairs[run.key] = Pair(run.key, run.ran, fix)
    return Paired(tuple(pairs.values()), tuple(worked.items()))


def _in_order(events: Sequence[Event]) -> Iterator[_Run]:
    edits = prompts = 0
    for event in events:
        if isinstance(event, Ran):
            key = event.key or command_key(event.command)
            yield _Run(key, event, edits, prompts)
            edits += edits_files(event.command) and event.outcome != "failed"
        elif isinstance(event, Wrote):
            edits += 1
        elif isinstance(event, Said):
            prompts += event.role == "user"


def _failed(ran: Ran) -> bool:
    return ran.outcome == "failed" and not teaches_nothing(ran.command, ran.exit_code)


def _succeeded(ran: Ran) -> bool:
    return ran.outcome == "ok" and not hides_failure(ran.command)


def _fix_of(failed: _Run, runs: Sequence[_Run], number: int) -> Ran | None:
    """Look for a failure's fix until its command is run again."""
    after = runs[number + 1 : number + 1 + NEAR]
    near = list(takewhile(lambda run: not _repeats(failed, run), after))
    again = next((run for run in near if _puts_right(failed, run)), None)
    if again is not None:
        return again.ran
    failed_later = any(_repeats(failed, run) for run in runs[number + 1 :])
    return None if failed_later else _next_done(failed, near)


def _repeats(failed: _Run, run: _Run) -> bool:
    return run.key == failed.key and run.ran.outcome != "unknown"


def _puts_right(failed: _Run, run: _Run) -> bool:
    """Tell whether a run is the failed command, put right."""
    if not _may_fix(failed, run) or is_look_around(run.ran.command):
        return False
    command = failed.ran.command
    if is_check(command) and not was_refused(command, failed.ran.exit_code):
        return repeats_whole(command, run.ran.command)
    return resemblance(command, run.ran.command) >= RESEMBLES


def _may_fix(failed: _Run, run: _Run) -> bool:
    same_files = run.edits == failed.edits or failed.ran.exit_code in NOT_STARTED
    return run.ran.tool == failed.ran.tool and same_files and _succeeded(run.ran)


def _next_done(failed: _Run, near: Sequence[_Run]) -> Ran | None:
    """Give the next thing that was done, if it can be a fix that looks like something else."""
    command = failed.ran.command
    if any(kind(command) for kind in (is_check, runs_code, is_tidying, edits_files)):
        return None
    for run in near:
        if run.ran.outcome == "unknown" or is_look_around(run.ran.command):
            continue
        if run.ran.outcome == "failed":
            if resemblance(command, run.ran.command) < RESEMBLES:
                return None
        elif not is_tidying(run.ran.command):
            done = run.prompts == failed.prompts and not edits_files(run.ran.command)
            return run.ran if done and _may_fix(failed, run) else None
    return None
