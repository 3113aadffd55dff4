"""What cannot be done is a tool error that says what to do, never a broken connection."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import MCPError

from memboard.engine import Draft, EmbedderHandle, Memory, Settings, open_memory
from memboard.engine.errors import StoreBusy, StoreDamaged

from .hosts import ERAS, connected, said

OpenStore = Callable[[str], Memory]
TAKES_ADD = "It takes: text (needed), scope, topic, tags, importance, session."

WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({}, 'The argument "op" is missing.', "op is one of: add, search, forget, why."),
    ({"op": "delete"}, "There is no op 'delete'.", "op is one of: add, search, forget, why."),
    ({"op": ["add"]}, "There is no op \"['add']\".", "op is one of: add, search, forget, why."),
    ({"op": "add"}, 'op add needs "text".', TAKES_ADD),
    ({"op": "add", "text": None}, 'op add needs "text".', TAKES_ADD),
    ({"op": "add", "content": "x"}, 'op add needs "text" and takes no "content".', TAKES_ADD),
    (
        {"op": "add", "text": "x", "tag": ["y"]},
        'op add takes no "tag".',
        f'Did you mean "tags"? {TAKES_ADD}',
    ),
    ({"op": "add", "text": 7}, 'op add, "text": Expected str, got int.', TAKES_ADD),
    (
        {"op": "add", "text": "x", "tags": "y"},
        'op add, "tags": Expected array, got str.',
        TAKES_ADD,
    ),
    (
        {"op": "add", "text": "x", "scope": "team"},
        "op add, \"scope\": Invalid enum value 'team'.",
        TAKES_ADD,
    ),
    ({"op": "add", "text": " "}, "A note needs a text; this one is empty.", ""),
    (
        {"op": "search", "query": "x", "k": 21},
        'op search, "k": Expected int <= 20.',
        "It takes: query (needed), k, scope, session.",
    ),
    (
        {"op": "forget", "id": "vpn password reminder, whatever it says"},
        'No note here has the id "vpn password reminder, whatever it says".',
        "Search for the note; every hit shows its id.",
    ),
    ({"op": "why", "id": "zz"}, '"zz" is too short for an id.', "Type at least 3 characters."),
]


@pytest.mark.parametrize("era", ERAS)
async def test_a_call_that_cannot_be_used_says_what_to_do(open_store: OpenStore, era: str) -> None:
    """Message and hint stand in both forms, and the connection goes on."""
    async with connected(open_store, era) as tool:
        await tool.ask("add", text="vpn server list")
        for arguments, message, hint in WRONG:
            answer = await tool.call(**arguments)
            assert answer.is_error, arguments
            error = answer.structured_content["error"]
            assert (error["message"], error.get("hint", "")) == (message, hint)
            assert message in said(answer)
            assert hint in said(answer)
        assert len((await tool.ask("search", query="vpn"))["hits"]) == 1


async def test_ids_are_never_guessed(open_store: OpenStore, person: Memory) -> None:
    """A near miss offers what it looks like, a prefix of several lists them; nothing is done."""
    notes = [added.note for added in person.add_many([Draft(text="one"), Draft(text="two")])]
    first, second = (note.id for note in notes if note)
    async with connected(open_store) as tool:
        wrong = first[:-1] + ("a" if first[-1] != "a" else "b")
        error = await tool.fail(op="forget", id=wrong)
        assert (error["code"], error["near"]) == ("not_found", [first])
    assert {note.id for note in person.recent().notes} == {first, second}


async def test_a_prefix_of_several_lists_them(
    home: Path, open_store: OpenStore, embedder: EmbedderHandle
) -> None:
    """And does nothing."""
    draws = iter([b"\0\0\0\0\0", b"\0\0\0\0\1"])
    with open_memory(
        home,
        "demo",
        settings=Settings(),
        embedder=embedder,
        entropy=lambda size: next(draws) if size == 5 else bytes(size),
    ) as memory:
        memory.add_many([Draft(text="one"), Draft(text="two")])
    async with connected(open_store) as tool:
        error = await tool.fail(op="forget", id="aaa")
        assert (error["code"], error["candidates"]) == ("ambiguous", ["aaaaaaaa", "aaaaaaab"])
        assert len((await tool.ask("search", query="one two"))["hits"]) == 2


async def test_another_tool_is_a_protocol_error(open_store: OpenStore) -> None:
    """As the protocol wants it."""
    async with connected(open_store) as tool:
        with pytest.raises(MCPError, match="There is no tool 'memo'; there is memory"):
            await tool.client.call_tool("memo", {})


async def test_a_store_that_cannot_be_opened_is_tried_again(open_store: OpenStore) -> None:
    """The server starts, every call says why, and one works as soon as the store does."""
    broken = True

    def opens(actor: str) -> Memory:
        if broken:
            raise StoreDamaged("memory.db is not a memboard store.", hint="memboard doctor")
        return open_store(actor)

    async with connected(opens) as tool:
        assert [one.name for one in (await tool.client.list_tools()).tools] == ["memory"]
        for _ in range(2):
            error = await tool.fail(op="search", query="x")
            assert (error["code"], error["hint"]) == ("store_damaged", "memboard doctor")
        broken = False
        assert (await tool.ask("add", text="a fact"))["status"] == "added"


async def test_a_busy_store_is_worth_another_try() -> None:
    """Retryable, with the engine's own words."""

    def opens(_: str) -> Memory:
        raise StoreBusy("Another process holds the store; nothing was written.")

    async with connected(opens) as tool:
        error = await tool.fail(op="add", text="a fact")
        assert (error["code"], error["retryable"]) == ("store_busy", True)


async def test_a_fault_of_ours_is_a_tool_error_too(
    open_store: OpenStore, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The traceback is on stderr, for a report."""

    def fails(*_: object) -> None:
        raise ZeroDivisionError("by us")

    monkeypatch.setattr(Memory, "why", fails)
    async with connected(open_store) as tool:
        error = await tool.fail(op="why", id="abcd")
        assert error["code"] == "internal_error"
        assert error["message"] == "memboard failed: ZeroDivisionError: by us"
    assert "Traceback" in capsys.readouterr().err


async def test_a_home_that_is_a_file_is_said_by_every_call(
    home: Path, open_store: OpenStore
) -> None:
    """The reason comes from the engine."""
    home.write_text("not a folder")
    async with connected(open_store) as tool:
        assert (await tool.fail(op="search", query="x"))["code"] == "home_refused"
