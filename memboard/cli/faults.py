"""From an exception to what is said of it and the exit code.

| exit code | when |
| --- | --- |
| 0 | it worked |
| 1 | it failed |
| 2 | the command line or a value cannot be used; nothing was changed |
| 3 | no such note, project or entry, or several of the name |
| 130 | stopped with ctrl+c |
"""

from __future__ import annotations

import sys
from typing import Any

import click

from memboard.cli import output
from memboard.cli.plain import plain_line

FAILED, UNUSABLE, NOT_FOUND, STOPPED = 1, 2, 3, 130


class Fault:
    """What went wrong, for people and for programs."""

    def __init__(
        self, exit_code: int, code: str, message: str, hint: str | None = None, **more: Any
    ) -> None:
        self.exit_code = exit_code
        self.code = code
        self.message = message
        self.hint = hint
        self.more = more

    def show(self, *, as_json: bool) -> None:
        """Write it to stderr."""
        if as_json:
            said = {"code": self.code, "message": self.message, "hint": self.hint, **self.more}
            output.write_document({"error": scrubbed(said)}, sys.stderr)
            return
        hint = [f"  {plain_line(self.hint)}"] if self.hint else []
        output.narrate(f"memboard: {plain_line(self.message)}", *hint)


def scrubbed(value: Any) -> Any:
    """Escape the half characters that an argument may hold and JSON cannot."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, dict):
        return {key: scrubbed(one) for key, one in value.items()}
    return [scrubbed(one) for one in value] if isinstance(value, list | tuple) else value


def fault_of(error: BaseException) -> Fault:
    """Say what an exception means."""
    if isinstance(error, KeyboardInterrupt | click.Abort):
        return Fault(STOPPED, "cancelled", "Stopped.")
    if isinstance(error, Failed):
        return Fault(FAILED, "refused", error.message, error.hint)
    if isinstance(error, click.ClickException):
        return usage_fault(error)
    from memboard.engine.errors import MemboardError

    if isinstance(error, MemboardError):
        return engine_fault(error)
    if isinstance(error, UnicodeEncodeError) and "surrogates" in error.reason:
        return Fault(UNUSABLE, "usage", "An argument is not UTF-8.", "Nothing was changed.")
    if isinstance(error, OSError):
        return Fault(FAILED, "system", system_message(error))
    return Fault(
        FAILED,
        "unexpected",
        f"An unexpected error: {type(error).__name__}: {error}",
        "MEMBOARD_DEBUG=1 shows where. Report it with what that shows.",
    )


def engine_fault(error: Any) -> Fault:
    """Say what the engine refused, with the ids it offers."""
    from memboard.engine import errors

    exit_code = FAILED
    if isinstance(error, errors.InvalidInput):
        exit_code = UNUSABLE
    elif isinstance(error, errors.NotFound | errors.Ambiguous):
        exit_code = NOT_FOUND
    elif isinstance(error, errors.Cancelled):
        exit_code = STOPPED
    more: dict[str, Any] = {"retryable": error.retryable}
    for name in ("near", "candidates"):
        if hasattr(error, name):
            more[name] = getattr(error, name)
    return Fault(exit_code, error.code, error.message, error.hint, **more)


def usage_fault(error: click.ClickException) -> Fault:
    """Say what is wrong with the command line, and where its help is."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "memboard"
    message, hint = error.format_message(), f"{path} --help says how."
    possible = sorted(getattr(error, "possibilities", None) or ())
    if isinstance(error, click.NoSuchOption):
        message = f"{path} has no option {error.option_name}."
        hint = (f"Did you mean {possible[0]}? " if possible else "") + hint
        if path == "memboard add":
            hint += " Text that starts with a dash goes after --."
    if isinstance(error, Usage):
        message, hint = error.message, error.hint
    return Fault(UNUSABLE, "usage", message, hint)


class Usage(click.UsageError):
    """A command line that cannot be used, with what to do instead."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class Failed(click.ClickException):
    """A command that could be read and is not done, with what to do instead."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


def system_message(error: OSError) -> str:
    """Name the file and what the system said of it."""
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}." if error.filename else f"{reason}."
