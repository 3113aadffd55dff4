"""`memboard demo`: the board on invented notes, in a throw-away home."""

from __future__ import annotations

import signal
import sys
from types import FrameType

import click

from memboard.cli.call import Call
from memboard.cli.commands.board import what_is_missing
from memboard.cli.faults import Usage
from memboard.cli.options import command
from memboard.cli.output import has_terminal, terminal_width


@command("demo")
@click.option("--print", "printed", is_flag=True, help="Print the notes instead.")
@click.pass_obj
def demo_command(call: Call, printed: bool) -> int:
    """Show the board on invented notes, in a throw-away home.

    The notes are those of agents that worked on a project called tidepool. Try anything:
    your own notes are not touched, and the home is removed when you leave.
    """
    if not (printed or call.json or has_terminal()):
        raise Usage(
            f"The board needs a terminal, and {what_is_missing()}.",
            "memboard demo --print shows the same as text.",
        )
    from memboard.demo import demo_home
    from memboard.engine import read_settings

    looks = read_settings(call.find_home().config).board

    leave_on_termination()
    with demo_home(call.find_home()) as open_demo:
        if printed or call.json:
            from memboard.cli.invented import demo_lines

            with open_demo() as memory:
                page = memory.recent(1_000)
                call.answer(page, demo_lines(memory, page.notes, terminal_width()))
            return 0
        from memboard.board import run  # textual, 0.16 s

        return run(open_demo, settings=looks)


def leave_on_termination() -> None:
    """Let a kill or a closed terminal end the command in order, so that the home is removed."""

    def leave(number: int, _: FrameType | None) -> None:
        sys.exit(128 + number)

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, leave)
