"""Every error of the engine has its own number, and says what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memboard.engine import Memory, open_memory
from memboard.engine.errors import Ambiguous, MemboardError, StoreBusy
from memboard.rpc.errors import CODES, fault_of

from .client import Served


def kinds(root: type[MemboardError] = MemboardError) -> Iterator[type[MemboardError]]:
    """Walk the error tree."""
    yield root
    for child in root.__subclasses__():
        yield from kinds(child)


def test_every_error_class_has_one_number_outside_the_reserved_range() -> None:
    """A class added to the engine without a number fails here."""
    ours = {kind for kind in kinds() if kind.__module__.startswith("memboard.engine")}
    assert set(CODES) == ours
    assert len(set(CODES.values())) == len(CODES)
    assert not any(-32768 <= number <= -32000 for number in CODES.values())


def test_an_error_carries_its_word_its_hint_and_whether_to_retry() -> None:
    """What a program acts on lies in `data`; the message is for people."""
    fault = fault_of(StoreBusy("Not written: the note.", hint="Try again."))
    assert (fault.code, fault.message) == (1402, "Not written: the note.")
    assert (fault.data.code, fault.data.retryable) == ("store_busy", True)
    assert fault.data.hint == "Try again."


def test_an_ambiguous_prefix_lists_its_candidates() -> None:
    """The client can offer the choice."""
    fault = fault_of(Ambiguous("Two notes.", candidates=("abcdefgh", "abcdwxyz")))
    assert fault.data.candidates == ("abcdefgh", "abcdwxyz")


def test_an_unknown_id_is_an_error_with_near_misses(client: Served) -> None:
    """Nothing is done on a guess."""
    error = client.fail("memory.forget", id="zzzzzzzz")
    assert (error["code"], error["data"]["code"]) == (1200, "not_found")
    assert isinstance(error["data"]["near"], list)


def test_a_fault_of_our_own_is_answered_logged_and_survived(
    client: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An exception nobody foresaw is an internal error, with its traceback on stderr."""

    def fail(_: Memory) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(Memory, "stats", fail)
    error = client.fail("memory.stats")
    assert (error["code"], error["data"]["code"]) == (-32603, "internal_error")
    assert "ZeroDivisionError" in client.log[0]
    assert client.call("memory.recent")["total"] == 0


def test_a_store_that_cannot_be_opened_is_tried_again_on_every_call(
    serve: Callable[..., Served], home: Path
) -> None:
    """The server starts, says why, and works as soon as the store does."""
    home.write_text("a file where the folder should be")
    client = serve(open_store=lambda: open_memory(home, "demo"))
    info = client.call("server.info")
    assert [notice["code"] for notice in info["notices"]] == ["home_refused"]
    assert (info["mode"], info["home"]) == ("words", str(home))
    assert client.fail("memory.recent")["code"] == 1401
    home.unlink()
    assert client.call("memory.recent")["total"] == 0
    assert client.call("server.info")["project"] == "demo"
