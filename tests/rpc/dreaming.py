"""A client that lends its model: it merges what differs in nothing but case and stops."""

from __future__ import annotations

import json
from typing import Any

from .client import Client

REDIS = ("Staging Redis listens on port 6379", "staging Redis listens on port 6379.")
MAIL = ("The mail queue is drained at noon", "the mail queue is drained at noon.")
CACHE = ("Prod cache listens on port 7001", "Prod cache listens on port 7002")


def reply_to(prompt: str) -> str:
    """Answer a question as a careful model does."""
    lines = [line for line in prompt.splitlines() if line.startswith('{"group"')]
    alike: dict[str, list[Any]] = {}
    for note in map(json.loads, lines):
        alike.setdefault(note["text"].casefold().rstrip("."), []).append(note)
    merges = [
        {"notes": [note["n"] for note in notes], "text": notes[0]["text"]}
        for notes in alike.values()
        if len(notes) > 1
    ]
    return json.dumps({"merges": merges, "clashes": []})


def propose(client: Client, *texts: str, **params: Any) -> Any:
    """Add notes, and let the client's own model say what to do with them."""
    client.call("session.start", session="dreamer", host="pi", cheap_query=True)
    client.call("memory.add_many", notes=[{"text": text} for text in texts])
    wanted = client.request("dream.propose", session="dreamer", force=True, **params)
    while (message := client.read()) is not None:
        if message.get("method") == "host/cheap_query":
            result = {"text": reply_to(message["params"]["prompt"])}
            client.send({"jsonrpc": "2.0", "id": message["id"], "result": result})
        elif message.get("id") == wanted:
            return message["result"]
    raise EOFError("the server ended")


def waiting(client: Client, kind: str) -> list[Any]:
    """List what waits, of one kind, in the order of the texts."""
    found = client.call("dream.list")["proposals"]
    return sorted((one for one in found if one["kind"] == kind), key=lambda one: one["text"] or "")
