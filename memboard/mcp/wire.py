"""What a line on the wire means, and what is answered to one that means nothing."""

from __future__ import annotations

import json
from typing import Any, BinaryIO

from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

MAX_LINE = 4 * 1024 * 1024
"""Bytes of one message."""
BLANK = b" \t\r\n"


class Unreadable(Exception):
    """A line that is no message; `answer` is what its sender is told."""

    def __init__(self, code: int, reason: str, known: Any = None) -> None:
        super().__init__(reason)
        named = known if isinstance(known, int | str) and not isinstance(known, bool) else None
        error = ErrorData(code=code, message=reason)
        self.answer = JSONRPCError(jsonrpc="2.0", id=named, error=error)


def next_line(stream: BinaryIO) -> bytes | None:
    r"""Read one line, split at `\n` bytes and nowhere else; None at the end.

    Raises:
        Unreadable: it was longer than allowed, and was skipped without being held in memory.
    """
    line = stream.readline(MAX_LINE + 1)
    if line.endswith(b"\n") or len(line) <= MAX_LINE:
        return line or None
    while (rest := stream.readline(65_536)) and not rest.endswith(b"\n"):
        pass
    raise Unreadable(INVALID_REQUEST, f"A line has at most {MAX_LINE:,} bytes; this one has more.")


def read_message(line: bytes) -> JSONRPCMessage:
    """Read one message; half characters in it are kept, for the engine to refuse by name.

    Raises:
        Unreadable: it is no JSON, or no message.
    """
    try:
        return jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError:
        tree = read_tree(line)
    try:
        return jsonrpc_message_adapter.validate_python(tree, by_name=False)
    except ValidationError as error:
        known = tree.get("id") if isinstance(tree, dict) else None
        reason = "No JSON-RPC 2.0 message: one object a line."
        raise Unreadable(INVALID_REQUEST, reason, clean(known)) from error


def read_tree(line: bytes) -> Any:
    """Read JSON that may hold half characters or bytes that are no UTF-8."""
    try:
        return json.loads(line.decode("utf-8", "surrogateescape"))
    except (ValueError, RecursionError) as error:
        raise Unreadable(PARSE_ERROR, "No JSON: send one JSON text a line, in UTF-8.") from error


def clean(value: Any) -> Any:
    """Replace half characters, which no answer can carry."""
    if not isinstance(value, str):
        return value
    return value.encode("utf-8", "replace").decode("utf-8")


def frame(message: JSONRPCMessage) -> bytes:
    """Write one message as a line."""
    try:
        text = message.model_dump_json(by_alias=True, exclude_unset=True)
    except ValueError:  # it echoes half characters
        known = clean(getattr(message, "id", None))
        refused = Unreadable(INVALID_REQUEST, "The request holds half characters.", known).answer
        text = refused.model_dump_json(by_alias=True, exclude_unset=True)
    return text.encode() + b"\n"
