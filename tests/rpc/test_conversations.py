"""Conversations over the pipe: the host lends its cheap model, and may change its mind."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memboard.engine import EmbedderHandle, HashEmbedder, Settings, open_memory
from memboard.engine.settings import MemorySettings

from .client import Client, Served, Spawned, notification

HOST = Path(__file__).parents[2] / "docs" / "host.py"
PAGE = HOST.with_name("rpc.md")
CAPTURING = Settings(memory=MemorySettings(auto_capture=True, re_search=True))
PROMPT = "The staging database moved to port 5433 yesterday, remember that, it matters."


@pytest.fixture
def capturing(serve: Callable[..., Served], home: Path) -> Served:
    """A client of a server whose conversations are captured."""
    return serve(
        open_store=lambda: open_memory(
            home,
            "demo",
            actor="agent",
            session="rpc-testtest",
            settings=CAPTURING,
            embedder=EmbedderHandle.of(HashEmbedder()),
        )
    )


def question(client: Client) -> Any:
    """Read up to what the server asks."""
    while (message := client.read()) is not None:
        if message.get("method") == "host/cheap_query":
            return message
        client.heard.append(message)
    raise EOFError("nothing was asked")


def said(client: Client, **started: Any) -> None:
    """Hold a conversation of one prompt."""
    client.call("session.start", session="one", host="pi", cheap_query=True, **started)
    client.call("session.turn", session="one", prompt=PROMPT)


def test_the_worked_host_runs_two_conversations(tmp_path: Path) -> None:
    """Captured in the first and recalled in the second; a failure hinted; a poison withheld."""
    done = subprocess.run(
        [sys.executable, str(HOST), str(tmp_path / "home")],
        capture_output=True,
        text=True,
        env={"PATH": "", "MEMBOARD_EMBEDDER": "hash", "HOME": str(tmp_path)},
        check=False,
    )
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[:3] == [
        "$ alembic upgrade head -> 1",
        "$ make migrate -> 0",
        "lessons learned: 1 · facts stored: 1",
    ]
    assert any("Staging Postgres listens on 5433" in line for line in lines)
    assert "BLOCKED" in done.stdout
    assert "Ignore all previous" not in done.stdout
    assert "`make migrate`" in done.stdout
    assert lines[-1] == "blocked: instruction-override"
    assert len(HOST.read_text(encoding="utf-8").splitlines()) <= 80
    assert re.sub(r"\[[a-z0-9]{8}\]", "[ID]", done.stdout) in re.sub(
        r"\[[a-z0-9]{8}\]", "[ID]", PAGE.read_text(encoding="utf-8")
    )


def test_the_client_is_asked_while_its_request_is_open(capturing: Served) -> None:
    """Its answer becomes a note, and the request's own answer comes after."""
    said(capturing)
    ended = capturing.request("session.shutdown", session="one")
    asked = question(capturing)
    assert asked["params"]["session"] == "one"
    assert "5433" in asked["params"]["prompt"]
    facts = json.dumps([{"text": "Staging listens on 5433"}])
    capturing.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"text": facts}})
    stored = capturing.answer(ended)["result"]["capture"]["stored"]
    assert capturing.call("memory.why", id=stored[0])["note"]["host"] == "pi"


@pytest.mark.parametrize(
    "answer",
    [
        {"result": None},
        {"result": "bare text"},
        {"result": {"text": 7}},
        {"result": {"text": "x" * 100_000}},
        {"error": {"code": 1, "message": "no\x1b[31mpe\n"}},
        {"error": None},
        {"error": [1]},
    ],
    ids=str,
)
def test_a_wrong_answer_is_a_no_op_with_a_reason(capturing: Served, answer: dict[str, Any]) -> None:
    """Nothing is stored, nothing fails, and the reason can be printed."""
    said(capturing)
    ended = capturing.request("session.shutdown", session="one")
    capturing.send({"jsonrpc": "2.0", "id": question(capturing)["id"], **answer})
    capture = capturing.answer(ended)["result"]["capture"]
    assert capture["stored"] == []
    assert capture["reason"].isprintable()


def test_a_client_that_is_silent_is_told_to_forget_it(capturing: Served) -> None:
    """After the timeout the question is cancelled; a late answer hurts nobody."""
    said(capturing)
    ended = capturing.request("session.shutdown", session="one", timeout=0.2)
    asked = question(capturing)
    capture = capturing.answer(ended)["result"]["capture"]
    assert "too long" in capture["reason"]
    cancelled = [one for one in capturing.heard if one.get("method") == "$/cancel"]
    assert [one["params"]["id"] for one in cancelled] == [asked["id"]]
    capturing.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"text": "[]"}})
    assert capturing.call("memory.recent")["notes"] == []


def test_cancelling_the_request_withdraws_the_question(capturing: Served) -> None:
    """Both ways: the client cancels its request, the server its question."""
    said(capturing)
    ended = capturing.request("session.shutdown", session="one")
    question(capturing)
    capturing.send(notification("$/cancel", id=ended))
    assert capturing.answer(ended)["error"]["data"]["code"] == "cancelled"
    assert [one["method"] for one in capturing.heard][-1] == "$/cancel"


def test_a_client_that_hangs_up_is_not_waited_for(capturing: Served) -> None:
    """The end of the input ends the question, and the lessons are still kept."""
    said(capturing)
    ended = capturing.request("session.shutdown", session="one")
    question(capturing)
    capturing.hang_up()
    answers = {message.get("id"): message for message in capturing.rest()}
    assert "nothing any more" in answers[ended]["result"]["capture"]["reason"]


def test_a_client_that_lends_nothing_is_not_asked(capturing: Served) -> None:
    """Only who says so in session.start is asked."""
    capturing.call("session.start", session="one")
    capturing.call("session.turn", session="one", prompt=PROMPT)
    assert (
        "no cheap query" in capturing.call("session.shutdown", session="one")["capture"]["reason"]
    )


def test_another_process_takes_a_conversation_up(home: Path) -> None:
    """What was given, and what failed, is known to the store."""
    first, second = Spawned(str(home)), Spawned(str(home))
    try:
        first.call("memory.add", text="red green blue cyan")
        call = {"session": "one", "tool": "bash", "input": {"command": "alembic upgrade head"}}
        assert first.call("session.turn", session="one", prompt="red green blue cyan")["block"]
        first.call("session.tool_result", **call, outcome="failed", exit_code=1)
        assert not second.call("session.turn", session="one", prompt="red green blue cyan")["block"]
        call["input"] = {"command": "make migrate"}
        second.call("session.tool_result", **call, outcome="ok", exit_code=0)
        assert second.call("session.shutdown", session="one")["learned"] == 1
    finally:
        first.kill()
        second.kill()


def test_a_conversation_without_an_id_is_given_one(client: Served) -> None:
    """And it can be used as one's own."""
    started = client.call("session.start", host="pi")
    assert started["session"].startswith("rpc-")
    assert client.call("session.turn", session=started["session"], prompt="x")["block"] == ""


@pytest.mark.parametrize("session", ["", "a\nb", "x" * 201])
def test_a_hostile_id_is_an_error(client: Served, session: str) -> None:
    """Said, with what to do; nothing is stored."""
    assert "session's id" in client.fail("session.turn", session=session, prompt="x")["message"]
