"""Runs one command line to its exit code; no expected trouble shows a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from memboard.cli.call import Call, Opener

DEBUG_VARIABLE = "MEMBOARD_DEBUG"
COMPLETION_VARIABLE = "_MEMBOARD_COMPLETE"
"""Set by a shell that asks what could come next."""


def main(argv: Sequence[str] | None = None, opener: Opener | None = None) -> int:
    """Run `memboard` with some arguments and give its exit code.

    Args:
        argv: the arguments after the program's name; None takes those of the process.
        opener: opens the store instead of `memboard.engine.open_memory`.
    """
    open_closed_streams()
    arguments = list(sys.argv[1:] if argv is None else argv)
    call = Call(opener)
    try:
        exit_code = run(arguments, call)
        sys.stdout.flush()
        sys.stderr.flush()
        return exit_code
    except BrokenPipeError:
        drop_stream(sys.stdout)
        return 0
    except OSError as error:
        drop_stream(sys.stdout)
        return report(error, as_json=call.json)


def run(arguments: list[str], call: Call) -> int:
    """Run the command tree, and report what it raises."""
    import click

    from memboard.cli.tree import root

    if COMPLETION_VARIABLE in os.environ:
        root.main(arguments, prog_name="memboard")  # answers the shell and exits
    try:
        with root.make_context("memboard", arguments, obj=call) as context:
            given = root.invoke(context)
        return given if isinstance(given, int) else 0
    except click.exceptions.Exit as done:
        return done.exit_code
    except BrokenPipeError:
        raise
    except click.ClickException as error:
        return report(error, as_json=call.json or wants_json(arguments))
    except (Exception, KeyboardInterrupt) as error:
        return report(error, as_json=call.json)


def report(error: BaseException, *, as_json: bool) -> int:
    """Say on stderr what went wrong; gives the exit code."""
    from memboard.cli.faults import fault_of

    fault = fault_of(error)
    if isinstance(error, KeyboardInterrupt) and sys.stderr.isatty():
        sys.stderr.write("\n")  # ends the line on which the terminal shows ^C
    if os.environ.get(DEBUG_VARIABLE):
        import traceback

        traceback.print_exception(error)
    try:
        fault.show(as_json=as_json)
    except OSError:
        drop_stream(sys.stderr)
    return fault.exit_code


def wants_json(arguments: list[str]) -> bool:
    """Tell whether a command line that could not be read asked for JSON."""
    return "--json" in arguments[: arguments.index("--") if "--" in arguments else None]


def open_closed_streams() -> None:
    """Put the null device where a standard stream was closed, so that no file takes its number."""
    for number, name in ((0, "stdin"), (1, "stdout"), (2, "stderr")):
        if getattr(sys, name) is None:
            mode = "r" if number == 0 else "w"
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - stays open


def drop_stream(stream: object) -> None:
    """Send what a stream still holds nowhere: its reader is gone."""
    try:
        number = stream.fileno()  # type: ignore[attr-defined]
    except (OSError, ValueError, AttributeError):
        return
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, number)
    os.close(null)
