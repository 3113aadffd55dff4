"""The lines of a transcript, one at a time, with the bytes at which they begin and end.

Lines end at the byte 10 alone. A host may be writing while they are read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

import msgspec

from memboard.engine.session.transcripts.fields import Record

MAX_LINE = 8 * 1024 * 1024
"""Bytes of a line; a longer one is skipped without being held."""


class Line(NamedTuple):
    """One line."""

    begin: int
    end: int
    """The byte after it."""
    record: Record | None
    """None where the line is no JSON object; empty for an empty line."""


def read_lines(file: BinaryIO, start: int) -> Iterator[Line]:
    """Read lines from a byte on, which is the first of a line.

    The last one counts as soon as it is a whole object, with its line end or without.
    """
    file.seek(start)
    at = start
    while line := file.readline(MAX_LINE + 1):
        ended = line.endswith(b"\n")
        end = at + len(line)
        record = decoded(line) if ended or len(line) <= MAX_LINE else None
        if not ended and record is None:
            rest = skip_line(file)
            if rest is None:
                return  # half a line: the rest is not written yet
            end += rest
        yield Line(at, end, record)
        at = end


def skip_line(file: BinaryIO) -> int | None:
    """Go to the end of a line; gives the bytes up to there, None where the file ends before."""
    skipped = 0
    while part := file.readline(MAX_LINE):
        skipped += len(part)
        if part.endswith(b"\n"):
            return skipped
    return None


def aligned(file: BinaryIO, at: int) -> int | None:
    """Give the first byte of a line at a place or after it; None where no line begins there."""
    if at <= 0:
        return 0
    file.seek(at - 1)
    skipped = skip_line(file)
    return None if skipped is None else at - 1 + skipped


def decoded(line: bytes) -> Record | None:
    """Read a line as a JSON object; None where it is none, and empty where the line is."""
    if not line.strip():
        return {}
    try:
        tree = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        tree = decoded_patiently(line)
    return tree if isinstance(tree, dict) else None


def decoded_patiently(line: bytes) -> object:
    """Read a line also where a text in it was cut in the middle of a character."""
    try:
        return json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
