"""What is printed and where: data on stdout, narration on stderr, and never a crash for it.

A line that the stream's encoding cannot carry is written with escapes; a document of JSON is
always UTF-8. With `--json` there is no narration: the document holds it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TextIO

import msgspec

FALLBACK = {"◆": "*", "…": "..", "⏎": "\\n", "→": "->", "×": "x", "─": "-", "█": "#", "·": "."}
"""Glyphs of our own, for a terminal that is not UTF-8."""


def write_lines(lines: Iterable[str], stream: TextIO | None = None) -> None:
    """Write lines to stdout, or to another stream."""
    target = stream or sys.stdout
    for line in lines:
        target.write(encodable(line, target) + "\n")


def narrate(*lines: str) -> None:
    """Write lines that are not data to stderr, after the data that is already there."""
    sys.stdout.flush()
    write_lines(lines, sys.stderr)


def encodable(line: str, stream: TextIO) -> str:
    """Replace what a stream's encoding cannot carry: our glyphs by ASCII, the rest by escapes."""
    encoding = stream.encoding or "utf-8"
    try:
        line.encode(encoding)
        return line
    except UnicodeEncodeError:
        for glyph, substitute in FALLBACK.items():
            line = line.replace(glyph, substitute)
        return line.encode(encoding, "backslashreplace").decode(encoding)
    except LookupError:
        return line


def write_document(value: object, stream: TextIO | None = None) -> None:
    """Write one JSON document, indented where a person reads it."""
    target = stream or sys.stdout
    encoded = msgspec.json.encode(value)
    if target.isatty():
        encoded = msgspec.json.format(encoded, indent=2)
    write_bytes([encoded], target)


def write_bytes(lines: Iterable[bytes], stream: TextIO | None = None) -> None:
    """Write lines of JSON; on a terminal with what it would obey or hide as JSON escapes."""
    target = stream or sys.stdout
    target.flush()
    on_terminal = target.isatty()
    for line in lines:
        target.buffer.write((escaped(line) if on_terminal else line) + b"\n")
    target.buffer.flush()


def escaped(document: bytes) -> bytes:
    """Escape in JSON what a terminal would obey or hide; the document stays equal."""
    text = document.decode("utf-8")
    if text.isascii() and "\x7f" not in text:
        return document
    from memboard.cli.plain import HIDING, category

    def written(character: str) -> str:
        if character == "\n" or category(character) not in HIDING:
            return character
        units = character.encode("utf-16-be")
        return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))

    return "".join(map(written, text)).encode("utf-8")


def terminal_width() -> int | None:
    """Give the width to cut and wrap to; None where stdout is no terminal."""
    if not sys.stdout.isatty():
        return None
    import shutil

    return max(shutil.get_terminal_size().columns, 30)


def has_terminal() -> bool:
    """Tell whether a person can be shown a screen and type into it."""
    return is_on_terminal() and term_fault() is None


def is_on_terminal() -> bool:
    """Tell whether input and output are a terminal, whatever it can do."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def term_fault() -> str | None:
    """Say why the variable TERM rules a screen out; None where it does not."""
    term = os.environ.get("TERM", "")
    if not term:
        return "TERM is not set"
    return "TERM is dumb" if term == "dumb" else None


def can_ask() -> bool:
    """Tell whether a person can be asked a question."""
    return sys.stdin.isatty() and sys.stderr.isatty()
