"""The MCP door: one `memory` tool on stdio, for hosts that speak the Model Context Protocol."""

from __future__ import annotations

from memboard.engine.errors import MemboardError

__all__ = ["ExtraMissing", "run"]


class ExtraMissing(MemboardError):
    """The MCP SDK is not installed, or is not the one this door was written for."""

    code = "extra_missing"


def run(home: str | None, project: str | None) -> int:
    """Serve MCP on this process's stdin and stdout; gives the exit code.

    From here on stdout carries frames only: descriptor 1 leads to stderr.

    Args:
        home: a folder; None takes `MEMBOARD_HOME`, else the user's data folder.
        project: a name or folder; None finds it out from the working directory.

    Raises:
        ExtraMissing: the extra `mcp` is not installed.
    """
    from memboard.mcp.process import run_process  # opens the engine, which `--help` can do without

    return run_process(home, project)
