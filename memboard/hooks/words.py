"""Reads the command line of a hook without the library for that, and refuses none."""

from __future__ import annotations

from collections.abc import Sequence

VALUED = ("--home", "--project")
HELP = ("-h", "--help", "--version")


def hook_words(words: Sequence[str]) -> tuple[str, dict[str, str]] | None:
    """Give the host and the options that a command line names; None for another command.

    A word too many is passed over: a host would take an exit code 2 for an order to stop.
    """
    named, options, rest = list[str](), dict[str, str](), iter(words)
    for word in rest:
        option, mark, value = word.partition("=")
        if option in VALUED:
            options[option] = value if mark else next(rest, "")
        elif word in HELP or (word == "--" and not named):
            return None
        elif not word.startswith("-"):
            named.append(word)
    if named[:1] != ["hook"]:
        return None
    return (named[1] if len(named) > 1 else "auto"), options
