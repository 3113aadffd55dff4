"""Notes and answers as a cycle meets them, written by hand."""

from __future__ import annotations

import json
from typing import Any

from memboard.engine.dream.values import Member, Neighbourhood


def member(text: str, note_id: str = "", **fields: Any) -> Member:
    """Make a member; its id is its text where none is given."""
    given: dict[str, Any] = {
        "revision": 1,
        "topic": None,
        "tags": (),
        "importance": None,
        "pinned": False,
        "known_since": 0,
    }
    return Member(id=note_id or text, text=text, **(given | fields))


def near(*texts: str | Member, namespace: int = 2) -> Neighbourhood:
    """Make a neighbourhood of some texts."""
    members = tuple(member(one) if isinstance(one, str) else one for one in texts)
    return Neighbourhood(namespace=namespace, members=members)


def merge(*notes: Any, text: Any, **more: Any) -> dict[str, Any]:
    """Write a merge as a model does."""
    return {"notes": list(notes), "text": text, **more}


def answer(*merges: Any, clashes: Any = ()) -> str:
    """Write an answer that keeps to its form."""
    return json.dumps({"merges": list(merges), "clashes": list(clashes)})
