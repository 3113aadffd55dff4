"""Reading lines and messages, whatever was sent."""

from __future__ import annotations

import io
from typing import Any

import pytest

from memboard.rpc.errors import INVALID_REQUEST, PARSE_ERROR
from memboard.rpc.wire import (
    MAX_BATCH,
    Refused,
    Reply,
    Request,
    read_batch,
    read_lines,
    read_message,
)

DEEP = b"[" * 100_000 + b"]" * 100_000


def refused(text: bytes) -> tuple[Any, int, str]:
    """Read a message that must be refused; gives its id, code and reason."""
    message = read_message(text)
    assert isinstance(message, Refused)
    return message.id, message.fault.code, message.fault.message


def test_lines_end_at_newline_bytes_and_nowhere_else() -> None:
    """U+2028, vertical tabs and carriage returns stay inside a line."""
    text = "a\u2028b\u0085c\x0bd\re\nf".encode()
    assert list(read_lines(io.BytesIO(text))) == [text[:-1], b"f"]


def test_a_line_over_the_limit_is_skipped_to_its_newline() -> None:
    """The next line is read as if nothing had been."""
    text = b"x" * 200_000 + b"\nshort\n" + b"y" * 11
    assert list(read_lines(io.BytesIO(text), limit=10)) == [None, b"short\n", None]


def test_a_line_of_just_the_limit_is_taken() -> None:
    """The newline does not count."""
    assert list(read_lines(io.BytesIO(b"0123456789\n"), limit=10)) == [b"0123456789\n"]


@pytest.mark.parametrize(
    "text",
    [b"nonsense", b'{"jsonrpc":', b"\xff\xfe", b'{"a": "\x01"}', b"'", b"{]", b"\0", DEEP],
)
def test_a_line_that_is_no_json_is_a_parse_error(text: bytes) -> None:
    """Its id cannot be known."""
    known, code, reason = refused(text)
    assert (known, code) == (None, PARSE_ERROR)
    assert reason.startswith("Not JSON: ")


@pytest.mark.parametrize(
    "text",
    [
        rb'{"jsonrpc": "2.0", "id": 7, "method": "\ud800"}',
        b'{"jsonrpc": "2.0", "id": 7, "method": "m", "params": {"x": NaN}}',
        rb'{"jsonrpc": "2.0", "id": 7, "method": "m", "params": {"text": "\udc00 \ud800"}}',
    ],
)
def test_a_client_that_sends_nearly_json_learns_which_request_failed(text: bytes) -> None:
    """Many JSON writers emit NaN and lone surrogates; nobody waits for an answer in vain."""
    assert refused(text)[:2] == (7, PARSE_ERROR)


@pytest.mark.parametrize(
    "text",
    [
        b"1",
        b"null",
        b'"text"',
        b"{}",
        b'{"id": 1, "method": "m"}',
        b'{"jsonrpc": "1.0", "id": 1, "method": "m"}',
        b'{"jsonrpc": "2.0", "id": 1}',
        b'{"jsonrpc": "2.0", "id": 1, "method": 5}',
    ],
)
def test_json_that_is_no_request_is_refused(text: bytes) -> None:
    """The reason names what is missing or wrong."""
    assert refused(text)[1] == INVALID_REQUEST


@pytest.mark.parametrize("known", [b"true", b"{}", b"[1]", b"1" * 5_000, b"1e400"])
def test_an_id_that_is_no_id_is_refused(known: bytes) -> None:
    """An id is a string, a number or null."""
    found = refused(b'{"jsonrpc": "2.0", "id": ' + known + b', "method": "m"}')
    assert (found[0], found[1] in {INVALID_REQUEST, PARSE_ERROR}) == (None, True)


@pytest.mark.parametrize("known", [1, -0.5, "a", "", None, 2**70, "\u2028\0"])
def test_an_id_is_taken_as_it_is(known: Any) -> None:
    """Whatever JSON-RPC allows can be sent back."""
    import json

    text = json.dumps({"jsonrpc": "2.0", "id": known, "method": "m"}).encode()
    message = read_message(text)
    assert isinstance(message, Request)
    assert message.id == known


def test_of_duplicate_keys_the_last_one_counts() -> None:
    """As in most JSON readers."""
    message = read_message(b'{"jsonrpc": "2.0", "id": 1, "id": 2, "method": "m"}')
    assert isinstance(message, Request)
    assert message.id == 2


def test_an_answer_to_us_is_told_apart_from_a_broken_request() -> None:
    """A message without a method, but with a result or an error, is the client's answer."""
    message = read_message(b'{"jsonrpc": "2.0", "id": "ask-1", "result": {"text": "yes"}}')
    assert message == Reply(id="ask-1", result={"text": "yes"})


def test_a_batch_is_read_message_by_message() -> None:
    """A bad one among them does not spoil the others."""
    found = read_batch(b' [{"jsonrpc": "2.0", "id": 1, "method": "m"}, 1]')
    assert isinstance(found, list)
    assert [type(message) for message in found] == [Request, Refused]


@pytest.mark.parametrize("text", [b"[]", b"[" + b"1," * MAX_BATCH + b"1]", b"[1, 2", DEEP])
def test_an_empty_a_huge_or_a_broken_batch_is_refused_as_a_whole(text: bytes) -> None:
    """One error, not thousands."""
    assert isinstance(read_batch(text), Refused)
