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
    """Write lines that are not data to stderr."""
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
    """Write lines of bytes as they are."""
    target = stream or sys.stdout
    target.flush()
    for line in lines:
        target.buffer.write(line + b"\n")
    target.buffer.flush()


def terminal_width() -> int | None:
    """Give the width to cut and wrap to; None where stdout is no terminal."""
    if not sys.stdout.isatty():
        return None
    import shutil

    return max(shutil.get_terminal_size().columns, 30)


def has_terminal() -> bool:
    """Tell whether a person can be shown a screen and type into it."""
    capable = os.environ.get("TERM", "") not in ("", "dumb")
    return sys.stdin.isatty() and sys.stdout.isatty() and capable


def can_ask() -> bool:
    """Tell whether a person can be asked a question."""
    return sys.stdin.isatty() and sys.stderr.isatty()
