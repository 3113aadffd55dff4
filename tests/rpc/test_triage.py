"""Triage over the pipe: it reads, and forgetting is another call."""

from __future__ import annotations

from .client import Served


def test_suspects_come_with_their_reasons(client: Served) -> None:
    """The worst first; the limit counts."""
    client.call("memory.add", text="done")
    client.call("memory.add", text="Here is the")
    client.call("memory.add", text="CI needs Go 1.24")
    found = client.call("memory.triage", limit=1)
    (suspect,) = found["suspects"]
    assert suspect["note"]["text"] == "Here is the"
    assert {one["code"] for one in suspect["reasons"]} == {"plumbing", "fragment"}
    assert (found["found"], found["looked_at"]) == (2, 3)
    assert client.call("memory.recent")["total"] == 3


def test_one_reason_may_be_asked_for(client: Served) -> None:
    """Another is refused before anything is looked at."""
    client.call("memory.add", text="done")
    assert client.call("memory.triage", reason="fragment")["found"] == 1
    assert client.call("memory.triage", reason="past_date")["found"] == 0
    assert client.fail("memory.triage", reason="dull")["code"] == -32602
    assert client.fail("memory.triage", limit=0)["data"]["code"] == "invalid_input"
