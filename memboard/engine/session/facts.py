"""From a model's untrusted answer to facts that keep to the schema; nothing is repaired by guess.

What stands around the JSON (a fence, a sentence) is passed over. An item that breaks the schema is
dropped and counted with its reason; the others stay. Linear in the length of the answer, and
bounded in depth and size.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from memboard.engine.model import MAX_TOPIC, Scope, Value

MAX_FACTS = 12
"""Facts that one answer may give; those after them are dropped."""
MAX_FACT = 240
"""Characters of a fact's text, after trimming."""
MAX_REPLY = 64_000
"""Characters of an answer that are read; a longer one is refused as a whole."""
MAX_DEPTH = 16
"""Brackets within brackets; the schema needs three."""
MAX_STARTS = 16
"""Places where a JSON value is looked for."""
MAX_COUNTED = 1_000
"""Items of a list that are looked at one by one; the rest is counted."""

NOT_JSON = "the answer holds no list of facts"
TOO_LONG = f"the answer is longer than {MAX_REPLY:,} characters"

BROKEN = "\ufffd"
"""Stands for bytes that were no UTF-8: whatever holds it lost something."""

_OPENING = re.compile(r"[\[{]")
_TELLING = re.compile(r'[\[\]{}"]')
"""What the end of a JSON value depends on, outside of strings."""
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)


class Fact(Value, frozen=True):
    """One fact as a model gave it, checked."""

    text: str
    scope: Scope | None = None
    """None where it was not rated."""
    topic: str | None = None
    importance: float | None = None
    """0 to 1; None where it was not rated."""


class Facts(Value, frozen=True):
    """What an answer held."""

    facts: tuple[Fact, ...] = ()
    dropped: dict[str, int] = msgspec.field(default_factory=dict)
    """How many items were left out, by reason: not_a_fact, empty, too_long, unreadable,
    beyond_12."""
    reason: str | None = None
    """Why there is no list of facts at all."""


class Asked(Value, frozen=True):
    """An item as the schema asks for it; what else a model adds is not read."""

    text: str
    scope: Scope | None = None
    topic: Annotated[str, Meta(max_length=MAX_TOPIC)] | None = None
    importance: Annotated[float, Meta(ge=0.0, le=1.0)] | None = None


def facts_in(reply: str) -> Facts:
    """Read the facts of a model's answer.

    Args:
        reply: anything; an array of items, or an object with such an array as `facts`, alone or
            with prose and fences around it. The first array with an object in it counts.
    """
    if len(reply) > MAX_REPLY:
        return Facts(reason=TOO_LONG)
    items = items_of(reply)
    if items is None:
        return Facts(reason=NOT_JSON)
    facts: list[Fact] = []
    dropped: Counter[str] = Counter()
    for item in items[:MAX_COUNTED]:
        fact = fact_of(item)
        if isinstance(fact, str):
            dropped[fact] += 1
        elif len(facts) < MAX_FACTS:
            facts.append(fact)
        else:
            dropped["beyond_12"] += 1
    dropped["beyond_12"] += len(items[MAX_COUNTED:])
    return Facts(facts=tuple(facts), dropped=dict(+dropped))


def fact_of(item: Any) -> Fact | str:
    """Check one item; gives the reason where it is none."""
    try:
        asked = msgspec.convert(item, Asked)
    except msgspec.ValidationError:
        return "not_a_fact"
    text, topic = asked.text.strip(), " ".join((asked.topic or "").split())
    if not text:
        return "empty"
    if len(text) > MAX_FACT:
        return "too_long"
    if not readable(text + topic):
        return "unreadable"
    return Fact(text=text, scope=asked.scope, topic=topic or None, importance=asked.importance)


def readable(text: str) -> bool:
    """Tell whether a text is free of control characters, lone surrogates and lost bytes."""
    return BROKEN not in text and not any(
        unicodedata.category(letter) in ("Cc", "Cs") and letter not in "\n\t\r" for letter in text
    )


def items_of(reply: str) -> list[Any] | None:
    """Find the list of facts in an answer; the first with an object in it, else the first."""
    first: list[Any] | None = None
    for span in json_spans(reply):
        items = list_in(span)
        if items is None:
            continue
        if any(isinstance(item, dict) for item in items):
            return items
        first = items if first is None else first
    return first


def list_in(span: str) -> list[Any] | None:
    """Decode a list of items, or an object that wraps one; None for anything else."""
    try:
        # not msgspec's: one half character, or one lone escape, would cost the whole list
        decoded = json.loads(span)
    except ValueError:
        return None
    items = decoded.get("facts") if isinstance(decoded, dict) else decoded
    return items if isinstance(items, list) else None


def json_spans(reply: str) -> Iterator[str]:
    """Give the stretches that may be a JSON value, each from a bracket to the one that closes it.

    A stretch that closes is passed over as a whole if it is JSON of another kind; one that does
    not, or is nested too deeply, is not looked into.
    """
    at = 0
    for _ in range(MAX_STARTS):
        found = _OPENING.search(reply, at)
        if found is None:
            return
        end = end_of(reply, found.start())
        at = found.end() if end is None else end
        if end is not None:
            yield reply[found.start() : end]


def end_of(reply: str, start: int) -> int | None:
    """Find where a JSON value that begins with a bracket ends; None where it does not."""
    depth, at = 0, start
    while found := _TELLING.search(reply, at):
        sign, at = found[0], found.end()
        if sign == '"':
            string = _STRING.match(reply, found.start())
            if string is None:
                return None
            at = string.end()
        elif sign in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                return None
        else:
            depth -= 1
            if depth == 0:
                return at
    return None
