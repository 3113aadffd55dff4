"""Reads a shell command as the steps it runs: enough to compare commands, never to run one.

Linear in the length of the command; any text is read, also one that no shell would take.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import NamedTuple

HERE = "‹here›"
"""Stands where a here-document was."""


class Step(NamedTuple):
    """One program with its arguments, and how it is joined to the step before."""

    joint: str
    """`&&`, `||`, `|` or `;`."""
    words: tuple[str, ...]
    """As written, with quotes and redirections; `&` is the last of one in the background."""


_TOKEN = re.compile(
    r"(?P<gap>(?:[^\S\n]|\\\n)+)"
    r"|(?P<joint>\n|&&|\|\||\|&|;;|[;|](?!\()|&(?!>))"
    r"|(?P<open>[$<>]?\()"
    r"|(?P<close>\))"
    r"|(?P<comment>#[^\n]*)"
    r"|(?P<quoted>'[^']*(?:'|\Z)|\"(?:[^\"\\]|\\.)*(?:\"|\Z)|`[^`]*(?:`|\Z)|\\.)"
    r"|(?P<redirect>\d?>&\d?|&>>?|\d?>\|)"
    r"|(?P<plain>[^\s'\"`\\$<>()|&;#\d]+|.)",
    re.DOTALL,
)
_JOINTS = {"\n": ";", ";;": ";", "&": ";"}
_OPENER = re.compile(r"[ \t]?(?<!<)<<-?[ \t]*(['\"]?)\\?(\w+)\1")


def steps_of(command: str) -> list[Step]:
    """Split a command into its steps; what stands in parentheses stays one word."""
    reader = _Reader()
    for match in _TOKEN.finditer(without_bodies(command)):
        reader.take(match.lastgroup or "plain", match[0])
    reader.end_step(";")
    return reader.steps


class _Reader:
    """Gathers tokens into words, and words into steps."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self._joint = ";"
        self._words: list[str] = []
        self._word: list[str] = []
        self._depth = 0

    def take(self, kind: str, text: str) -> None:
        """Read one token."""
        if kind == "open":
            self._depth += 1
        elif self._depth and kind == "close":
            self._depth -= 1
        elif self._depth:
            text = " " if text.isspace() else text
        elif kind == "comment" and self._word:
            pass  # a hash within a word is no comment
        elif kind in ("gap", "comment"):
            return self._end_word()
        elif kind == "joint":
            return self.end_step("|" if text == "|&" else text)
        self._word.append(text)
        return None

    def end_step(self, joint: str) -> None:
        """Finish a step; `joint` leads to the next."""
        self._end_word()
        if self._words:
            background = ("&",) if joint == "&" else ()
            self.steps.append(Step(self._joint, (*self._words, *background)))
            self._words = []
            self._joint = _JOINTS.get(joint, joint)
        elif joint not in _JOINTS and joint != ";":
            self._joint = joint  # a line that ends with a joint goes on in the next

    def _end_word(self) -> None:
        if self._word:
            self._words.append("".join(self._word))
            self._word = []


def without_bodies(command: str) -> str:
    """Take the bodies of here-documents out; an opener without an end is left alone."""
    if "<<" not in command or "\n" not in command:
        return command
    lines = command.split("\n")
    ends: dict[str, list[int]] = {}
    for number, line in enumerate(lines):
        ends.setdefault(line.strip(), []).append(number)
    kept, number = [], 0
    while number < len(lines):
        line, upto = _opened(lines[number], number, ends)
        kept.append(line)
        number = upto + 1
    return "\n".join(kept)


def _opened(line: str, number: int, ends: dict[str, list[int]]) -> tuple[str, int]:
    """Mark the here-documents that a line opens; gives the line where the last one ends."""
    upto = number

    def mark(opener: re.Match[str]) -> str:
        nonlocal upto
        places = ends.get(opener[2], [])
        found = bisect_left(places, upto + 1)
        if found == len(places):
            return opener[0]
        upto = places[found]
        return f" {HERE}"

    return _OPENER.sub(mark, line), upto
