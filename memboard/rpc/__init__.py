"""The JSON-RPC door: every operation of the engine, for a client on the other end of two pipes."""

from __future__ import annotations

__all__ = ["run"]


def run(home: str | None, project: str | None, *, actor: str = "agent") -> int:
    """Serve JSON-RPC on this process's stdin and stdout; gives the exit code.

    From here on stdout carries frames only: descriptor 1 leads to stderr.

    Args:
        home: a folder; None takes `MEMBOARD_HOME`, else the user's data folder.
        project: a name or folder; None finds it out from the working directory.
        actor: whose name the changes carry.
    """
    from memboard.rpc.process import run_process  # opens the engine, which `--help` can do without

    return run_process(home, project, actor)
