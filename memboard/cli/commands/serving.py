"""`memboard rpc`: serve JSON-RPC on stdin and stdout."""

from __future__ import annotations

import click

from memboard.cli.call import Call
from memboard.cli.options import server


@server("rpc")
@click.option(
    "--actor",
    default="agent",
    show_default=True,
    metavar="NAME",
    help="Whose changes these are, in the history.",
)
@click.pass_obj
def rpc_command(call: Call, actor: str) -> int:
    """Serve JSON-RPC on stdin and stdout, for agents.

    JSON-RPC 2.0, one object a line, until the input ends. The method rpc.discover lists what
    there is.
    """
    from memboard.rpc import run

    return run(call.home, call.project, actor=actor)
