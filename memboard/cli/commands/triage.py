"""`memboard triage`: notes that are probably worth nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from memboard.cli import output
from memboard.cli.ask import agreed
from memboard.cli.call import Call
from memboard.cli.cells import cut
from memboard.cli.faults import Usage
from memboard.cli.figures import counted, score
from memboard.cli.options import command
from memboard.cli.output import terminal_width
from memboard.cli.progress import long_job
from memboard.cli.rows import note_row

if TYPE_CHECKING:
    import datetime as dt

    from memboard.engine.triage.values import Code, Suspect, Triage

REASONS = (
    "duplicate",
    "near_duplicate",
    "plumbing",
    "fragment",
    "past_date",
    "never_recalled",
)
"""As the engine names them; written out, so that the help needs no engine."""


@command("triage")
@click.option("-n", "--limit", type=int, default=20, show_default=True, help="How many, to 1,000.")
@click.option("--reason", type=click.Choice(REASONS), help="Only those suspected for this.")
@click.option("--forget", is_flag=True, help="Forget those that are listed, in one change.")
@click.option("--yes", is_flag=True, help="Forget without asking.")
@click.option("--dry-run", is_flag=True, help="With --forget: list them, and change nothing.")
@click.pass_obj
def triage_command(
    call: Call, limit: int, reason: Code | None, forget: bool, yes: bool, dry_run: bool
) -> None:
    """List the notes that are probably worth nothing, and why.

    The most suspicious come first, each with a score from 0 to 1 and its reasons. No model is
    asked and nothing is changed. --forget asks, then forgets those that are listed in one
    change; memboard undo takes it back.
    """
    forget = forget and not dry_run
    if forget and not yes and (call.json or not output.can_ask()):
        raise Usage("Nothing was forgotten: nobody can be asked.", "--yes forgets without asking.")
    with call.open() as memory:
        with long_job("Looking", shown=not call.json) as (progress, cancelled):
            found = memory.triage(limit, reason=reason, progress=progress, cancelled=cancelled)
        if not call.json:
            call.answer(found, suspect_lines(found.suspects, memory.now()))
            call.narrate(summary(found, reason))
            call.tell(found.notices)
        wanted = (
            forget
            and bool(found.suspects)
            and (yes or agreed(f"Forget {counted(len(found.suspects), 'note')}?"))
        )
        forgotten = memory.forget_suspects(found.suspects) if wanted else ()
    if call.json:
        call.answer({"triage": found, "forgotten": forgotten} if forget else found, ())
    elif wanted:
        call.narrate(*said_of(len(forgotten), len(found.suspects)))
    elif forget and found.suspects:
        call.narrate("Nothing was forgotten.")


def suspect_lines(suspects: Sequence[Suspect], now: dt.datetime) -> Iterator[str]:
    """Write each suspect as a line, and its reasons below it."""
    width = terminal_width()
    for one in suspects:
        yield note_row(one.note, now, width, lead=f"{score(one.score):>3}  ")
        for reason in one.reasons:
            other = f": keep {reason.other_id}" if reason.other_id else ""
            yield cut(f"       {reason.code}, {reason.text}{other}", width)


def summary(found: Triage, reason: Code | None) -> str:
    """Say how many there are."""
    whose = f" for {reason}" if reason else ""
    if not found.found:
        return f"No suspects{whose} among {counted(found.looked_at, 'note')}."
    shown = len(found.suspects)
    return f"{shown:,} of {found.found:,} suspected{whose}, {found.looked_at:,} looked at."


def said_of(forgotten: int, listed: int) -> Iterator[str]:
    """Say what was forgotten, and what was left."""
    undo = " memboard undo takes it back." if forgotten else ""
    yield f"Forgot {counted(forgotten, 'note')}.{undo}"
    if forgotten < listed:
        left = counted(listed - forgotten, "note")
        yield f"Left {left}: changed or gone since, or what it repeats is."
