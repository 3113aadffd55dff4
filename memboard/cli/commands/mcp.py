"""`memboard mcp`: serve the Model Context Protocol on stdin and stdout."""

from __future__ import annotations

import click

from memboard.cli.call import Call
from memboard.cli.options import server


@server("mcp")
@click.pass_obj
def mcp_command(call: Call) -> int:
    """Serve the memory tool over MCP on stdin and stdout, for agents.

    A host starts it; docs/mcp.md says how to register it. It needs the extra mcp:
    pip install 'memboard[mcp]'
    """
    from memboard.mcp import run

    return run(call.home, call.project)
