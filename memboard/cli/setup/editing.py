"""Adds parts to a JSON text and takes them out; every other byte stays as it is."""

from __future__ import annotations

import json
from typing import NamedTuple

from memboard.cli.setup.places import after_space, parts_of, root_of

USUAL_INDENT = "  "
LOOKED_AT = 20
"""Members whose indentation is looked at; where all are on one line, each costs the whole of it."""


class Style(NamedTuple):
    """How a text is laid out."""

    ending: str
    """What ends its lines."""
    indent: str
    """One step of indentation."""
    on_one_line: bool


def style_of(text: str) -> Style:
    """Tell how a text is laid out; what cannot be told is as usual."""
    members = parts_of(text, root_of(text))
    starts = (own_line(text, part.start) for part in members[:LOOKED_AT])
    return Style(
        ending="\r\n" if "\r\n" in text else "\n",
        indent=next(filter(None, starts), USUAL_INDENT),
        on_one_line=bool(members) and "\n" not in text.strip(),
    )


def own_line(text: str, at: int) -> str | None:
    """Give the whitespace before a place that is the first of its line; None for any other."""
    line = text.rfind("\n", 0, at)
    before = text[line + 1 : at]
    return None if line < 0 or before.strip(" \t") else before


def line_indent(text: str, at: int) -> str:
    """Give the whitespace that the line of a place begins with."""
    line = text[text.rfind("\n", 0, at) + 1 : at + 1]
    return line[: len(line) - len(line.lstrip(" \t"))]


def with_part(text: str, opening: int, key: str | None, value: object) -> str:
    """Add a last member, or without a key a last element, to what opens at a place."""
    style, there = style_of(text), parts_of(text, opening)
    if there:
        last = there[-1]
        indent = own_line(text, last.start)
        between = " " if indent is None else style.ending + indent
        return "".join(
            (text[: last.end], ",", between, written(key, value, style, indent), text[last.end :])
        )
    if style.on_one_line:
        added = written(key, value, style, None)
    else:
        added = on_own_lines(text, opening, key, value, style)
    return text[: opening + 1] + added + text[opening + 1 :]


def on_own_lines(text: str, opening: int, key: str | None, value: object, style: Style) -> str:
    """Write the first part of what opens at a place."""
    outer = line_indent(text, opening)
    indent = outer + style.indent
    closed = "\n" in text[opening : after_space(text, opening + 1)]
    closing = "" if closed else style.ending + outer
    return style.ending + indent + written(key, value, style, indent) + closing


def written(key: str | None, value: object, style: Style, indent: str | None) -> str:
    """Write a part; with an indent over several lines."""
    name = "" if key is None else json.dumps(key) + ": "
    if indent is None:
        return name + json.dumps(value)
    return name + laid_out(value, style.ending + indent, style.indent)


def laid_out(value: object, ending: str, step: str) -> str:
    """Write a value over several lines, what holds no object within on one."""
    if is_flat(value):
        return json.dumps(value)
    inner = ending + step
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {laid_out(one, inner, step)}" for key, one in value.items()]
        return "{" + inner + f",{inner}".join(parts) + ending + "}"
    parts = [laid_out(one, inner, step) for one in value] if isinstance(value, list) else []
    return "[" + inner + f",{inner}".join(parts) + ending + "]"


def is_flat(value: object) -> bool:
    """Tell whether a value is plain, or holds plain values and lists of them only."""
    inner = value.values() if isinstance(value, dict) else [value]
    return all(is_plain(one) for one in inner)


def is_plain(value: object) -> bool:
    """Tell whether a value is no object, nor a list of anything but plain values."""
    if isinstance(value, list):
        return not any(isinstance(one, dict | list) for one in value)
    return not isinstance(value, dict)


def without_part(text: str, opening: int, index: int) -> str:
    """Take one part out of what opens at a place, with the comma that it needed."""
    there = parts_of(text, opening)
    part = there[index]
    if index:
        return text[: there[index - 1].end] + text[part.end :]
    if len(there) > 1:
        return text[: part.start] + text[there[1].start :]
    return text[: opening + 1] + text[part.end :]
