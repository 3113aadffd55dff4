"""Scans JSON lines as they come, so that anyone can measure the scan on texts of their own."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

from memboard.cli import output
from memboard.cli.faults import FAILED, Fault
from memboard.cli.figures import counted
from memboard.cli.plain import plain_line

if TYPE_CHECKING:
    from memboard.cli.call import Call

MOST_NAMED = 100
"""Bad lines that an error of `--json` names."""


class BadLine(Exception):
    """A line that is no text to scan."""


def check_lines(call: Call, lines: Iterable[bytes]) -> int:
    """Answer each line as soon as it was read; a bad one is named, and the next one read."""
    bad: list[str] = []
    for at, line in enumerate(lines, 1):
        bare = line.removeprefix(codecs.BOM_UTF8).strip()
        if not bare:
            continue
        try:
            output.write_bytes([checked_line(bare)])
        except BadLine as error:
            bad.append(f"line {at}: {error}")
            call.narrate(f"memboard: {plain_line(bad[-1])}")
    if not bad:
        return 0
    message = f"{counted(len(bad), 'line')} could not be read; the others were scanned."
    hint = 'Each line is a JSON object with a "text".'
    Fault(FAILED, "bad_lines", message, hint, lines=bad[:MOST_NAMED]).show(as_json=call.json)
    return FAILED


def checked_line(line: bytes) -> bytes:
    """Scan the text of one line, and answer under its id.

    Python's own reader takes half characters (lone surrogates), which attacks are made of.

    Raises:
        BadLine: it holds no text.
    """
    from memboard.engine.recall.withhold import threats

    try:
        tree = json.loads(line.decode("utf-8"), parse_constant=refuse)
    except UnicodeDecodeError:
        raise BadLine("not UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise BadLine(f"no JSON: {error}") from None
    if not isinstance(tree, dict) or not isinstance(tree.get("text"), str):
        raise BadLine('no object with a "text"')
    known = tree.get("id")
    if isinstance(known, dict | list):
        raise BadLine("its id is neither a string nor a number")
    findings: Any = msgspec.to_builtins(threats(tree["text"]))
    return json.dumps({"id": known, "findings": findings}, separators=(",", ":")).encode("ascii")


def refuse(name: str) -> NoReturn:
    """Refuse what only Python takes for JSON."""
    raise ValueError(f"{name} is no number")
