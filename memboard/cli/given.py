"""What a command was given: words, standard input, ids."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Sequence
from typing import BinaryIO

from memboard.cli.faults import Usage

MOST_BYTES = 1_000_000
"""Read from standard input: for one note, which has at most 2,000 characters, or a prompt."""


def standard_input() -> BinaryIO:
    """Give the bytes of standard input.

    Raises:
        Usage: it was closed before memboard began.
    """
    if getattr(sys.stdin, "name", None) == os.devnull:  # what `open_closed_streams` put there
        raise Usage("Standard input is closed.", "Pipe something in, or do not give -.")
    return sys.stdin.buffer


def given_text(words: Sequence[str]) -> str:
    """Join the words of a text, or read standard input where the only word is `-`.

    Raises:
        Usage: standard input is not UTF-8, or closed.
    """
    if list(words) != ["-"]:
        return " ".join(words)
    read = standard_input().read(MOST_BYTES)
    try:
        return codecs.getincrementaldecoder("utf-8")().decode(read, final=len(read) < MOST_BYTES)
    except UnicodeDecodeError as error:
        raise Usage("Standard input is not UTF-8.", "Nothing was changed.") from error


def only_ids(command: str, given: Sequence[str]) -> None:
    """Refuse words where ids are meant, before anything is looked up.

    Raises:
        Usage: one of them cannot be an id.
    """
    for one in given:
        if not (one.isascii() and one.strip().isalnum() and len(one.strip()) <= 8):
            raise Usage(
                f'"{one}" is not an id, and {command} takes nothing else. Nothing was changed.',
                "memboard search QUERY finds the id.",
            )
