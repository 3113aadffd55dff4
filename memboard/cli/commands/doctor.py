"""`memboard doctor`: look for trouble and say what to do about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from memboard.cli.call import Call
from memboard.cli.faults import FAILED
from memboard.cli.options import command
from memboard.cli.plain import plain_line


@command("doctor")
@click.option("--repair", is_flag=True, help="Mend what can be mended in the store.")
@click.option("--deep", is_flag=True, help="Read every byte of the models as well.")
@click.pass_obj
def doctor_command(call: Call, repair: bool, deep: bool) -> int:
    """Look for trouble and say what to do about it.

    Checks the home, the settings, the project, the store with its words and vectors, which
    notes of all projects would be withheld from models, the models, the hooks in the settings
    of agents, the terminal and the versions. Where there are hooks it runs samples through
    them, in a throw-away home, and prints their times. Makes nothing; --repair mends indexes
    that disagree with the notes. Exits with 1 if something is bad.
    """
    from memboard.cli.doctor import Check, examine

    checks = examine(call, repair=repair, deep=deep)

    def lines(found: Sequence[Check]) -> Iterator[str]:
        for check in found:
            yield f"{check.level:<4}  {check.name:<9} {plain_line(check.text)}"
            if check.todo:
                yield f"{'':<16}{plain_line(check.todo)}"

    bad = any(check.level == "bad" for check in checks)
    call.answer({"checks": checks, "bad": bad}, lines(checks))
    return FAILED if bad else 0
