"""Where the members of an object and the elements of an array are in a JSON text.

The standard library reads every value and says where it ends; only brackets and commas on the
way down are walked here.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple, NoReturn

WHITESPACE = re.compile(r"[ \t\n\r]*")


def refuse(name: str) -> NoReturn:
    """Refuse what only Python takes for JSON."""
    raise ValueError(f"{name} is no number")


READER = json.JSONDecoder(parse_constant=refuse)


class Part(NamedTuple):
    """One member of an object or one element of an array."""

    key: str | None
    """None for an element."""
    value: Any
    start: int
    """Where it begins: a member with its key."""
    value_start: int
    end: int
    """Behind its last character."""


def read_tree(text: str) -> Any:
    """Read a whole text.

    Raises:
        ValueError, RecursionError: it is no JSON, or nested too deeply.
    """
    return json.loads(text, parse_constant=refuse)


def root_of(text: str) -> int:
    """Give the place where a text's one value begins."""
    return after_space(text, 0)


def after_space(text: str, at: int) -> int:
    """Give the place of the next character that is no whitespace."""
    found = WHITESPACE.match(text, at)
    return found.end() if found else at


def parts_of(text: str, opening: int) -> list[Part]:
    """List the parts of the object or array that opens at a place, in a text that can be read."""
    found: list[Part] = []
    at = after_space(text, opening + 1)
    while text[at] not in "]}":
        part = part_at(text, at, keyed=text[opening] == "{")
        found.append(part)
        at = after_space(text, part.end)
        if text[at] == ",":
            at = after_space(text, at + 1)
    return found


def part_at(text: str, start: int, *, keyed: bool) -> Part:
    """Read the part that begins at a place."""
    key, value_start = None, start
    if keyed:
        key, colon = READER.raw_decode(text, start)
        value_start = after_space(text, after_space(text, colon) + 1)
    value, end = READER.raw_decode(text, value_start)
    return Part(key, value, start, value_start, end)


def member_of(text: str, opening: int, key: str) -> Part | None:
    """Find a member of the object that opens at a place.

    Raises:
        ValueError: there are two of the name, and programs differ in which one holds.
    """
    found = [part for part in parts_of(text, opening) if part.key == key]
    if len(found) > 1:
        raise ValueError(f'"{key}" is there twice')
    return found[0] if found else None
