"""`memboard hook`: answer one event of a coding agent's hooks."""

from __future__ import annotations

import click

from memboard.cli.call import Call
from memboard.cli.options import command


@command("hook")
@click.argument("host", default="auto", metavar="[HOST]")
@click.pass_obj
def hook_command(call: Call, host: str) -> int:
    """Answer one event of a coding agent's hooks, read from stdin.

    A host runs it; docs/hooks.md says how it is registered. HOST is claude-code, codex, or
    auto, which tells the host by what it sends. It ends within 800 milliseconds with exit
    code 0, and whatever goes wrong it prints nothing; what did is in log/hooks.log.
    """
    from memboard.hooks.process import run_hook

    run_hook(host, call.home, call.project)
