"""`memboard [QUERY]`: open the board."""

from __future__ import annotations

from collections.abc import Iterable

import click

from memboard.cli.call import Call
from memboard.cli.faults import Usage
from memboard.cli.options import command
from memboard.cli.output import has_terminal, is_on_terminal, term_fault


@command("query")
@click.argument("query", nargs=-1)
@click.pass_obj
def query_command(call: Call, query: tuple[str, ...]) -> int:
    """Open the board, on a search if there is a QUERY."""
    words = " ".join(query)
    if call.json:
        raise Usage("--json needs a command.", "memboard search QUERY --json, for example.")
    if not has_terminal():
        raise no_terminal(query)
    from memboard.board import run  # textual, 0.16 s
    from memboard.demo import sample_notes
    from memboard.engine import read_settings

    looks = read_settings(call.find_home().config).board
    return run(call.open, query=words or None, samples=sample_notes, settings=looks)


def no_terminal(query: tuple[str, ...]) -> Usage:
    """Say what works without a terminal, and which command was perhaps meant."""
    if not query:
        return Usage(
            f"The board needs a terminal, and {what_is_missing()}.",
            "memboard recent, memboard search QUERY and memboard --help work without one.",
        )
    message = f'"{query[0]}" is no command, and the board needs a terminal to search for it.'
    if is_on_terminal():
        message = f"{message[:-1]}: {what_is_missing()}."
    near = near_command(query[0])
    meant = f"Did you mean memboard {near}? " if near else ""
    return Usage(message, f"{meant}memboard search QUERY works without a terminal.")


def what_is_missing() -> str:
    """Say why there is no terminal to draw on."""
    return (is_on_terminal() and term_fault()) or "there is none here"


def near_command(word: str) -> str | None:
    """Find the command that is nearest in spelling, if one is near."""
    from memboard.cli.tree import command_names

    return nearest(word, command_names())


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Find the nearest of some known words, if one is near."""
    import difflib

    found = difflib.get_close_matches(word.lower(), list(known), n=1, cutoff=0.7)
    return found[0] if found else None
