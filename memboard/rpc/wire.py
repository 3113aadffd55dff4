"""The wire: JSON-RPC 2.0 messages, one JSON text a line, read and written."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Raw, UnsetType

from memboard.engine.model import Value
from memboard.rpc.errors import Fault, invalid_request, parse_error

MAX_LINE = 4 * 1024 * 1024
"""Bytes of a line, without its newline."""
MAX_BATCH = 1_000
"""Messages in a batch; an array of four million digits would ask for a gigabyte of errors."""
BLANK = b" \t\r\n"

Id: TypeAlias = int | float | str | None


class Request(Value, frozen=True):
    """A call; without an id it is a notification, which gets no answer."""

    jsonrpc: Literal["2.0"]
    method: str
    id: Id | UnsetType = UNSET
    params: Raw = Raw(b"{}")
    """Not yet looked into: only the method knows what it takes."""


class Refused(Value, frozen=True):
    """A message that cannot be run, and the error that answers it."""

    id: Id
    fault: Fault


class Reply(Value, frozen=True):
    """The client's answer to a question of ours."""

    id: Id
    result: Any = UNSET
    error: Any = UNSET


Message: TypeAlias = Request | Refused | Reply


class Answer(Value, frozen=True, tag_field="jsonrpc", tag="2.0"):
    """A result as it goes out."""

    id: Id
    result: Any


class Failure(Value, frozen=True, tag_field="jsonrpc", tag="2.0"):
    """An error as it goes out."""

    id: Id
    error: Fault


class Question(Value, frozen=True, tag_field="jsonrpc", tag="2.0"):
    """Something we ask the client; our ids are `s1`, `s2`, …."""

    id: str
    method: str
    params: Any


class Notification(Value, frozen=True, tag_field="jsonrpc", tag="2.0"):
    """Something we say unasked."""

    method: str
    params: Any


REQUEST = msgspec.json.Decoder(Request)
ARRAY = msgspec.json.Decoder(list[Raw])
UNREADABLE = (msgspec.MsgspecError, UnicodeError, ValueError, RecursionError)
"""What a JSON reader raises on hostile text."""


def encode(message: Answer | Failure | Question | Notification) -> bytes:
    """Write a message as JSON, without the newline."""
    return msgspec.json.encode(message)


def is_batch(line: bytes) -> bool:
    """Tell whether a line holds an array of messages."""
    return line.lstrip(BLANK).startswith(b"[")


def read_batch(line: bytes) -> list[Message] | Refused:
    """Read an array of messages; the whole of it is refused when empty, too long or no JSON."""
    try:
        parts = ARRAY.decode(line)
    except UNREADABLE as error:
        return Refused(id=None, fault=parse_error(reason_of(error)))
    if not 1 <= len(parts) <= MAX_BATCH:
        text = f"A batch has 1 to {MAX_BATCH:,} messages; this one has {len(parts):,}."
        return Refused(id=None, fault=invalid_request(text))
    return [read_message(bytes(part)) for part in parts]


def read_message(text: bytes) -> Message:
    """Read one message, whatever was sent."""
    try:
        return REQUEST.decode(text)
    except msgspec.ValidationError as error:
        return other_message(text, error)
    except UNREADABLE as error:
        return unreadable_message(text, error)


def other_message(text: bytes, error: Exception) -> Message:
    """Read a message that is JSON, but no request."""
    try:
        tree = msgspec.json.decode(text)
    except UNREADABLE as worse:
        return unreadable_message(text, worse)
    if not isinstance(tree, dict):
        return Refused(id=None, fault=invalid_request("A message is a JSON object."))
    known = id_of(tree)
    if "method" not in tree and ("result" in tree or "error" in tree):
        return Reply(id=known, result=tree.get("result", UNSET), error=tree.get("error", UNSET))
    return Refused(id=known, fault=invalid_request(f"No JSON-RPC 2.0 request: {error}."))


def unreadable_message(text: bytes, error: Exception) -> Refused:
    """Refuse a text that is no JSON, by its id where one can still be made out.

    Python's own reader takes NaN and lone surrogates; a client that sent one by mistake is told
    which of its requests failed, instead of waiting for it.
    """
    import json

    try:
        tree = json.loads(text)
    except UNREADABLE:
        return Refused(id=None, fault=parse_error(reason_of(error)))
    reason = "NaN, Infinity and half characters (lone surrogates) are no JSON."
    known = id_of(tree) if isinstance(tree, dict) else None
    return Refused(id=known, fault=parse_error(reason))


def id_of(tree: dict[str, Any]) -> Id:
    """Take the id out of a message, or None where it has none that could be sent back."""
    try:
        known: Id = msgspec.convert(tree.get("id"), Id)
        msgspec.json.encode(known)  # refuses lone surrogates
    except UNREADABLE:
        return None
    return None if isinstance(known, float) and not math.isfinite(known) else known


def reason_of(error: Exception) -> str:
    """Say why a text is no JSON."""
    if isinstance(error, RecursionError):
        return "It is nested too deeply."
    return f"{str(error).removeprefix('JSON is malformed: ').capitalize()}."


def read_lines(stream: Any, limit: int = MAX_LINE) -> Iterator[bytes | None]:
    r"""Split a binary stream at `\n` bytes, and nowhere else; ends with it.

    None stands for a line over the limit, which was skipped without being held in memory.
    """
    while line := stream.readline(limit + 1):
        if line.endswith(b"\n") or len(line) <= limit:
            yield line
            continue
        while (rest := stream.readline(65_536)) and not rest.endswith(b"\n"):
            pass
        yield None
