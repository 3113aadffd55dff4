"""`memboard failures`: commands that failed, and what worked instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from memboard.cli.ask import confirm
from memboard.cli.call import Call
from memboard.cli.cells import cut, padded
from memboard.cli.figures import age, counted
from memboard.cli.given import given_text
from memboard.cli.group import Group
from memboard.cli.options import Command
from memboard.cli.output import terminal_width
from memboard.cli.plain import plain_line

if TYPE_CHECKING:
    import datetime as dt

    from memboard.engine.shown import Failure

KEY = 8
"""Characters of a key that a list shows; any four or more that fit one lesson name it."""
NONE_YET = (
    "No failure lesson here so far. One is learnt when a session ends in which a command failed "
    "and something else worked."
)


@click.group("failures", cls=Group, invoke_without_command=True)
@click.pass_context
def failures_command(context: click.Context) -> None:
    """List, forget and correct what failing commands taught.

    A command that failed, and what worked instead, is kept by project. An agent that is about
    to run the same command again is told in one line, once a session; the call goes ahead. A
    lesson goes by itself when its command works again. Alone, memboard failures lists them.
    """
    if context.invoked_subcommand is None:
        context.invoke(list_command)


@failures_command.command("list", cls=Command)
@click.option("-n", "--limit", type=int, default=50, show_default=True, help="How many, to 1,000.")
@click.option("--everywhere", is_flag=True, help="Those of every project.")
@click.pass_obj
def list_command(call: Call, limit: int, everywhere: bool) -> None:
    """List failure lessons, those that happened last first.

    A line has the beginning of the key, how long ago it happened, in how many sessions, the
    command, and what worked instead.
    """
    with call.open() as memory:
        failures = memory.failures(everywhere=everywhere, limit=limit)
        notices = memory.failure_notices()
        now = memory.now()
    call.answer(
        {"failures": failures, "notices": notices},
        failure_lines(failures, now, everywhere=everywhere),
    )
    if not failures:
        call.narrate(NONE_YET)
    call.tell(notices)


@failures_command.command("forget", cls=Command)
@click.argument("keys", metavar="KEY...", nargs=-1, required=True)
@click.option("--yes", is_flag=True, help="Forget without asking.")
@click.pass_obj
def forget_command(call: Call, keys: tuple[str, ...], yes: bool) -> None:
    """Forget lessons; the same fix is not learnt again.

    A KEY may be shortened to any four or more letters that fit one lesson of this project only.
    It cannot be undone and asks first.
    """
    if not confirm(call, f"Forget {counted(len(set(keys)), 'lesson')} for good?", yes=yes):
        call.narrate("Nothing was forgotten.")
        return
    with call.open() as memory:
        forgotten = memory.forget_failures(*keys)
    call.answer({"forgotten": forgotten}, [f"Forgot {counted(len(forgotten), 'lesson')}."])


@failures_command.command("edit", cls=Command)
@click.argument("key", metavar="KEY")
@click.argument("fix", nargs=-1, required=True)
@click.option("--yes", is_flag=True, help="Replace it without asking.")
@click.pass_obj
def edit_command(call: Call, key: str, fix: tuple[str, ...], yes: bool) -> None:
    """Say what works instead of a command.

    FIX, in quotes, is what agents are told of from now on; - reads it from standard input.
    What later sessions teach does not change it. It cannot be undone and asks first.
    """
    text = given_text(fix)
    if not confirm(call, "Replace what works instead?", yes=yes):
        call.narrate("Nothing was changed.")
        return
    with call.open() as memory:
        failure = memory.edit_failure_fix(key, text)
    said = f"{failure.key[:KEY]} now says: {plain_line(failure.fix or '')}"
    call.answer({"failure": failure}, [said])


def failure_lines(
    failures: Sequence[Failure], now: dt.datetime, *, everywhere: bool
) -> Iterator[str]:
    """Write each lesson as a line."""
    width = terminal_width()
    for one in failures:
        where = f"{plain_line(one.project or 'no project')}  " if everywhere else ""
        instead = f" -> {plain_line(one.fix)}" if one.fix else ""
        times = f"{one.times}x"
        line = (
            f"{one.key[:KEY]} {padded(age(one.last, now), 4, right=True)} {times:>4}"
            f"  {where}{plain_line(one.command)}{instead}"
        )
        yield cut(line, width)
