"""Marks the words in which texts differ: [-so-] what the other lacks, [+so+] what it adds."""

from __future__ import annotations

from collections.abc import Sequence

from memboard.cli.plain import plain_line

EDGES = ".,;:!?\"'()`"
"""What stands around a word and does not make it another one."""


def marked_note(text: str, other: str) -> str:
    """Write a note's text as one safe line, with the words marked that the other text lacks."""
    return marked(text, [other], "[-{}-]")


def marked_merge(text: str, notes: Sequence[str]) -> str:
    """Write a merged text as one safe line, with the words marked that no note has."""
    return marked(text, notes, "[+{}+]")


def marked(text: str, others: Sequence[str], mark: str) -> str:
    """Mark the words of a text that none of the others has."""
    known = {bare(word) for other in others for word in plain_line(other).split()}
    words = plain_line(text).split()
    return " ".join(word if bare(word) in known else mark.format(word) for word in words)


def bare(word: str) -> str:
    """Give what a word is compared by."""
    return word.strip(EDGES).casefold()
