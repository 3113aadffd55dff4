"""What a client gets wrong is answered so that it can be put right."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from memboard.rpc.server import serve

from .client import Served, notification, request
from .conftest import opener


def test_an_unknown_parameter_is_named_with_the_nearest_known_one(client: Served) -> None:
    """Nothing that a client sends is silently dropped."""
    error = client.fail("memory.search", qurey="x")
    assert error["code"] == -32602
    assert '"qurey"' in error["message"]
    assert error["data"]["hint"] == 'Did you mean "query"?'


def test_an_unknown_parameter_inside_a_batch_of_notes_is_named_with_its_place(
    client: Served,
) -> None:
    """The path leads to the note, the hint to its fields."""
    error = client.fail("memory.add_many", notes=[{"text": "a"}, {"text": "b", "tpic": "c"}])
    assert error["message"] == 'memory.add_many has no parameter "tpic" in notes[1].'
    assert error["data"]["hint"] == 'Did you mean "topic"?'
    assert client.call("memory.recent")["total"] == 0


def test_an_unknown_method_is_named_with_the_nearest_known_one(client: Served) -> None:
    """A slip of the pen is put right in one step."""
    error = client.fail("memory.serach")
    assert (error["code"], error["data"]["hint"]) == (-32601, 'Did you mean "memory.search"?')


@pytest.mark.parametrize(
    ("method", "params", "said"),
    [
        ("memory.search", {}, "`query`"),
        ("memory.search", {"query": 5}, "$.query"),
        ("memory.search", {"query": "x", "k": "3"}, "$.k"),
        ("memory.search", {"query": "x", "scope": "everywhere"}, "$.scope"),
        ("memory.edit", {"id": "abcdefgh", "text": None}, "$.text"),
        ("memory.add", {"text": "x", "trigger": "magic"}, "$.trigger"),
    ],
)
def test_a_wrong_parameter_is_named(
    client: Served, method: str, params: dict[str, Any], said: str
) -> None:
    """The message says which one, and what it should be."""
    error = client.fail(method, **params)
    assert error["code"] == -32602
    assert said in error["message"]


@pytest.mark.parametrize("params", [["x", 3], "x", 5])
def test_parameters_by_position_are_refused(client: Served, params: Any) -> None:
    """Names are what can grow without breaking anybody."""
    client.send({"jsonrpc": "2.0", "id": 1, "method": "memory.search", "params": params})
    assert client.answer(1)["error"]["code"] == -32602


@pytest.mark.parametrize("params", [{}, [], None])
def test_no_parameters_may_be_written_in_three_ways(client: Served, params: Any) -> None:
    """Clients differ in what they send for none."""
    client.send({"jsonrpc": "2.0", "id": 1, "method": "memory.recent", "params": params})
    assert client.answer(1)["result"]["total"] == 0


def test_a_notification_is_run_and_gets_no_answer(client: Served) -> None:
    """Neither when it works nor when it fails."""
    client.send(notification("memory.add", text="told, not asked"))
    client.send(notification("memory.add", txt="wrong"), notification("no.such"))
    assert client.call("memory.recent")["total"] == 1
    assert client.heard == []


def test_blank_lines_are_nothing(client: Served) -> None:
    """A client may send them to see whether we live."""
    client.send_raw(b"\n  \r\n\t\n")
    client.call("memory.recent")
    assert client.heard == []


def test_a_line_may_end_with_a_carriage_return(client: Served) -> None:
    """Some systems' line ends have two characters."""
    client.send_raw(b'{"jsonrpc": "2.0", "id": 1, "method": "memory.recent"}\r\n')
    assert client.answer(1)["result"]["total"] == 0


def test_a_line_over_four_mebibytes_is_refused_and_the_next_one_answered(client: Served) -> None:
    """The error is -32600, and nothing else is lost."""
    client.send_raw(b'{"text": "' + b"x" * (4 * 1024 * 1024) + b'"}\n')
    assert client.call("memory.recent")["total"] == 0
    (refused,) = client.heard
    assert (refused["id"], refused["error"]["code"]) == (None, -32600)
    assert refused["error"]["data"]["code"] == "line_too_long"


@pytest.mark.parametrize("text", ["\u2028 and \u2029", "\x7f\x1b[2J", "👩‍👩‍👧", "\u202etxet"])
def test_any_character_that_a_note_may_hold_comes_back_as_it_went(
    client: Served, text: str
) -> None:
    """The wire changes nothing."""
    note = client.call("memory.add", text=f"a {text} b")["note"]
    assert note["text"] == f"a {text} b"
    assert client.call("memory.recent")["notes"][0]["text"] == f"a {text} b"


def test_a_note_with_nul_is_refused_by_the_engine(client: Served) -> None:
    """It is JSON, and no note."""
    assert client.fail("memory.add", text="a\0b")["data"]["code"] == "invalid_note"


def test_any_two_binary_streams_will_do(home: Path) -> None:
    """A whole conversation can be served from memory."""
    lines = b"".join(
        json.dumps(request(at, "memory.add", {"text": text})).encode() + b"\n"
        for at, text in enumerate(["one", "two", "one"])
    )
    answers = io.BytesIO()
    code = serve(opener(home, "rpc-streams"), stdin=io.BytesIO(lines), stdout=answers)
    told = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert code == 0
    assert [answer["result"]["status"] for answer in told] == ["added", "added", "known"]


def test_a_batch_is_answered_as_one_array(client: Served) -> None:
    """Notifications are left out, bad messages answered in their place."""
    client.send(
        [request(1, "memory.add", {"text": "a fact"}), 5, notification("memory.stats")],
        [notification("memory.stats")],
    )
    client.send([request("two", "memory.recent")])
    first, second = client.read(), client.read()
    assert [answer["id"] for answer in first] == [1, None]
    assert [answer["id"] for answer in second] == ["two"]


def test_an_answer_nobody_asked_for_is_noted_and_ignored(client: Served) -> None:
    """It may come too late for a question of ours."""
    client.send({"jsonrpc": "2.0", "id": "ask-1", "result": {}})
    client.call("memory.recent")
    assert client.heard == []
    assert "ask-1" in client.log[0]


@pytest.mark.parametrize("known", [-7, 0.5, "", "\u2028\0", 2**70, 10**4_000])
def test_an_id_comes_back_as_it_went(client: Served, known: Any) -> None:
    """Also one that no machine word holds."""
    client.send_raw(json.dumps(request(known, "memory.recent")).encode() + b"\n")
    assert "result" in client.answer(known)


def test_a_fault_of_the_reader_ends_nothing(
    client: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is answered as an internal error, and the next line is read."""

    def fail(_: bytes) -> None:
        raise ZeroDivisionError("by zero")

    client.call("memory.recent")
    with monkeypatch.context() as patched:
        patched.setattr("memboard.rpc.server.read_message", fail)
        client.send_raw(b"{}\n")
        assert client.read()["error"]["code"] == -32603
    assert client.call("memory.recent")["total"] == 0
