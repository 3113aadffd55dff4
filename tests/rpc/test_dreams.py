"""Consolidation over the pipe: the client's model proposes, and whoever drives it decides."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from memboard.engine import EmbedderHandle, HashEmbedder, Settings, open_memory
from memboard.engine.settings import DreamSettings, MemorySettings

from .client import Served
from .dreaming import CACHE, MAIL, REDIS, propose, reply_to, waiting

FAR = tuple(f"{letter * 7} {at * 7919}" for at, letter in enumerate("bcdfghjk"))


def test_the_lent_model_is_asked_once_and_its_merges_wait(client: Served) -> None:
    """A second cycle finds nothing new to ask about."""
    dreamt = propose(client, *REDIS, *MAIL, *FAR)
    assert (dreamt["proposed"], dreamt["asked"], dreamt["shown"]) == (2, "host", 4)
    again = client.call("dream.propose", session="dreamer", force=True)
    assert (again["asked"], again["shown"]) == (None, 0)
    mail, redis = sorted(waiting(client, "merge"), key=lambda one: "6379" in one["text"])
    assert {note["text"] for note in redis["notes"]} == set(REDIS)
    assert mail["status"] == "waiting"


def test_what_is_accepted_is_applied_in_the_sessions_name_and_taken_back(client: Served) -> None:
    """The journal says whose it was, the audit in whose favour."""
    propose(client, *REDIS, *FAR)
    (one,) = waiting(client, "merge")
    done = client.call("dream.apply", ids=[one["id"]], session="dreamer")
    (applied,) = done["cycles"]
    assert (done["accepted"], done["left"]) == ([one["id"]], [])
    entry = client.call("memory.history", limit=1)["changes"][0]
    assert (entry["cycle"], entry["session"]) == (applied["cycle"], "dreamer")
    removed = client.call("dream.audit", cycle=applied["cycle"])["superseded"]
    assert {row["favour"] for row in removed} == set(applied["merged"])
    assert len(client.call("dream.undo")["notes"]) == 3
    assert client.call("memory.recent")["total"] == 2 + len(FAR)


def test_all_that_wait_or_some_but_not_both(client: Served) -> None:
    """Neither is not everything."""
    propose(client, *REDIS, *FAR)
    for params in ({}, {"ids": ["abcd"], "all": True}):
        assert client.fail("dream.apply", **params)["data"]["code"] == "invalid_input"
    assert client.call("dream.apply", all=True)["accepted"]


def test_an_edit_that_loses_a_value_is_an_error_that_names_it(client: Served) -> None:
    """The proposal stays as it was."""
    propose(client, *REDIS)
    (one,) = waiting(client, "merge")
    error = client.fail("dream.edit", id=one["id"], text="Staging Redis listens")
    assert "6379" in error["message"]
    edited = client.call("dream.edit", id=one["id"], text=REDIS[0] + " on r1")["proposal"]
    assert (edited["text"], edited["edited_by"]) == (REDIS[0] + " on r1", "agent")


def test_a_conflict_is_settled(client: Served) -> None:
    """In favour of the first of the two, as they are listed."""
    propose(client, *CACHE)
    (one,) = waiting(client, "conflict")
    kept, gone = (note["id"] for note in one["notes"])
    settled = client.call("dream.settle", id=one["id"], keep="left")
    assert (settled["kept"], settled["superseded"]) == ([kept], [gone])
    assert client.fail("dream.settle", id=one["id"], keep="right")["data"]["code"] == "conflict"
    assert client.fail("dream.settle", id=one["id"], keep="none")["code"] == -32602


def test_the_gate_holds_for_clients_too(client: Served) -> None:
    """Unless they say that they know."""
    dreamt = client.call("dream.propose")
    assert dreamt["cycle"] is None
    assert dreamt["reason"].startswith("Not due: 0 of 3 sessions")
    due = client.call("dream.status")["due"]
    assert (due["enabled"], due["min_hours"], due["min_sessions"]) == (False, 4.0, 3)


def test_a_session_that_ends_may_ask_the_client_for_a_cycle(
    serve: Callable[..., Served], home: Path
) -> None:
    """Where that is on: the question comes while `session.shutdown` waits for its answer."""
    always = DreamSettings(enabled=True, min_hours=0, min_sessions=1)
    client = serve(
        open_store=lambda: open_memory(
            home,
            "demo",
            actor="agent",
            session="rpc-testtest",
            settings=Settings(memory=MemorySettings(dream=always)),
            embedder=EmbedderHandle.of(HashEmbedder()),
        )
    )
    client.call("memory.add_many", notes=[{"text": text} for text in (*REDIS, *FAR)])
    client.call("session.start", session="one", host="pi", cheap_query=True)
    wanted = client.request("session.shutdown", session="one")
    asked: Any = client.read()
    assert asked["method"] == "host/cheap_query"
    text = reply_to(asked["params"]["prompt"])
    client.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"text": text}})
    boundary = client.answer(wanted)["result"]
    assert boundary["dream"]["proposed"] == 1
    assert client.call("session.shutdown", session="one")["dream"]["shown"] == 0
