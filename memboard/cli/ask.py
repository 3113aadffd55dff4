"""Asking before what cannot be undone, or changes much at once."""

from __future__ import annotations

import sys

from memboard.cli import output
from memboard.cli.call import Call
from memboard.cli.faults import Usage


def confirm(call: Call, question: str, *, yes: bool) -> bool:
    """Ask for a yes where a person can answer; elsewhere `--yes` must have been given.

    Raises:
        Usage: nobody can be asked, and `--yes` is missing.
    """
    if yes:
        return True
    if call.json or not output.can_ask():
        raise Usage(f"Nothing was done. {question} It cannot be undone.", "--yes says yes to it.")
    return agreed(f"{question} It cannot be undone.")


def agreed(question: str) -> bool:
    """Ask a person who can answer."""
    sys.stderr.write(f"{question} Type yes to go on: ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")
