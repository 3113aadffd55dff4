"""`$/cancel`, the end of the input, and the model that loads in the background."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from memboard.engine import EmbedderHandle, HashEmbedder, Memory
from memboard.engine.embed import Embedder, FloatMatrix
from memboard.engine.embed.protocol import IDENTITY

from .client import HANG_SECONDS, Served, notification, request
from .conftest import opener


class GatedEmbedder(HashEmbedder):
    """Embeds documents only while its gate is open, and tells when it waits there."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting = Event()
        self.gate = Event()

    def embed_documents(self, texts: Sequence[str]) -> FloatMatrix:
        """Wait for the gate, then embed."""
        self.waiting.set()
        assert self.gate.wait(HANG_SECONDS)
        return super().embed_documents(texts)


@pytest.fixture
def gated() -> GatedEmbedder:
    """An embedder that holds a request up."""
    return GatedEmbedder()


@pytest.fixture
def busy(serve: Callable[..., Served], gated: GatedEmbedder) -> Served:
    """A server that is in the middle of request 1, an add."""
    client = serve(embedder=EmbedderHandle.of(gated))
    client.request("memory.add", text="takes long")
    assert gated.waiting.wait(HANG_SECONDS)
    return client


def test_a_waiting_request_is_cancelled_at_once(busy: Served, gated: GatedEmbedder) -> None:
    """It is answered before the one that runs, and never run."""
    waiting = busy.request("memory.add", text="never stored")
    busy.send(notification("$/cancel", id=waiting))
    error = busy.answer(waiting)["error"]
    assert (error["code"], error["data"]["code"]) == (1600, "cancelled")
    gated.gate.set()
    assert busy.answer(1)["result"]["status"] == "added"
    assert busy.call("memory.recent")["total"] == 1


def test_a_cancel_with_an_id_of_its_own_is_answered(busy: Served, gated: GatedEmbedder) -> None:
    """It tells whether the request was still waiting; of an unknown id that is false."""
    waiting = busy.request("memory.recent")
    assert busy.call("$/cancel", id=waiting) == {"cancelled": True}
    assert busy.call("$/cancel", id="no such") == {"cancelled": False}
    assert busy.fail("$/cancel", ID=waiting)["code"] == -32602
    gated.gate.set()


def test_a_cancel_matches_ids_of_one_type_only(busy: Served, gated: GatedEmbedder) -> None:
    """The id "7" is not the id 7, nor is true the id 1."""
    busy.send(request("7", "memory.recent"))
    assert busy.call("$/cancel", id=7) == {"cancelled": False}
    gated.gate.set()
    assert "result" in busy.answer("7")


def test_one_request_of_a_batch_can_be_cancelled(busy: Served, gated: GatedEmbedder) -> None:
    """The array still holds an answer for each."""
    busy.send([request("a", "memory.recent"), request("b", "memory.recent")])
    busy.send(notification("$/cancel", id="a"))
    gated.gate.set()
    busy.answer(1)
    answers = {answer["id"]: answer for answer in busy.read()}
    assert answers["a"]["error"]["code"] == 1600
    assert "result" in answers["b"]


ENDLESS = (
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"
    " SELECT count(*) FROM c WHERE running(x)"
)


def test_a_running_query_is_interrupted(
    serve: Callable[..., Served], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A query without an end is answered as cancelled, and the server goes on."""
    running = Event()

    def look_without_end(memory: Memory) -> Any:
        database = memory._store.database

        def mark(*_: Any) -> int:
            running.set()
            return 1

        database._connection.create_scalar_function("running", mark, 1)
        return database.value(ENDLESS)

    client = serve(open_store=opener(home, "rpc-testtest"))
    client.call("memory.recent")
    monkeypatch.setattr(Memory, "stats", look_without_end)
    endless = client.request("memory.stats")
    assert running.wait(HANG_SECONDS)
    client.send(notification("$/cancel", id=endless))
    error = client.answer(endless)["error"]
    assert (error["code"], error["data"]["code"]) == (1600, "cancelled")
    assert client.call("memory.recent")["total"] == 0


@pytest.fixture
def reindexing(serve: Callable[..., Served], home: Path, gated: GatedEmbedder) -> Served:
    """A server in the middle of request 2, a reindex of 20 notes into another width."""
    with opener(home, "elsewhere")() as memory:
        for number in range(20):
            memory.add(f"fact number {number}")
    wide = EmbedderHandle(
        id="hash:wide", dimensions=384, calibration=IDENTITY, load=lambda: wide_of(gated)
    )
    client = serve(embedder=wide)
    client.call("memory.recent")
    client.request("memory.reindex", embedder="hash:wide")
    assert gated.waiting.wait(HANG_SECONDS)
    return client


def wide_of(gated: GatedEmbedder) -> Embedder:
    """Give the gated embedder another name."""
    gated.id = "hash:wide"
    return gated


def test_a_reindex_tells_its_progress_and_stops_between_two_steps(
    reindexing: Served, gated: GatedEmbedder
) -> None:
    """What was done is kept: the next one goes on from there, and switches."""
    reindexing.send(notification("$/cancel", id=2))
    assert reindexing.call("$/cancel", id="settled") == {"cancelled": False}
    gated.gate.set()
    error = reindexing.answer(2)["error"]
    assert error["data"]["code"] == "cancelled"
    done = [message["params"] for message in reindexing.heard if "method" in message]
    assert done[0] == {"id": 2, "done": 0, "total": 20}
    finished = reindexing.call("memory.reindex", embedder="hash:wide")
    assert finished["switched"]
    assert finished["embedded"] == 20 - done[-1]["done"]


def test_at_the_end_of_the_input_a_resumable_job_stops(
    reindexing: Served, gated: GatedEmbedder
) -> None:
    """Nobody waits minutes for a server whose client has gone."""
    reindexing.hang_up()
    assert reindexing.server.input_ended.wait(HANG_SECONDS)
    gated.gate.set()
    assert reindexing.answer(2)["error"]["data"]["code"] == "cancelled"
    assert reindexing.end() == 0


def test_at_the_end_of_the_input_what_was_received_is_still_answered(client: Served) -> None:
    """A client may send, close, and then read."""
    for number in range(5):
        client.request("memory.add", text=f"fact {number}")
    client.send_raw(b'{"jsonrpc": "2.0", "id": "last", "method": "memory.recent"}')
    client.hang_up()
    answers = client.rest()
    assert [answer["id"] for answer in answers] == [1, 2, 3, 4, 5, "last"]
    assert answers[-1]["result"]["total"] == 5
    assert client.end() == 0


def test_a_stopped_server_cancels_what_waits_and_ends(busy: Served, gated: GatedEmbedder) -> None:
    """What runs in Python ends by itself; nothing new begins."""
    waiting = busy.request("memory.recent")
    busy.call("$/cancel", id="settled")
    busy.server.stop()
    busy.request("memory.add", text="too late")
    gated.gate.set()
    assert busy.answer(waiting)["error"]["data"]["code"] == "cancelled"
    assert busy.rest() == []
    assert busy.end() == 0


def test_a_client_that_stops_reading_ends_the_server_quietly(
    busy: Served, gated: GatedEmbedder
) -> None:
    """A closed stdout is no error."""
    busy._from_server.close()
    gated.gate.set()
    assert busy.end() == 0
    assert busy.log == []


def test_a_search_before_the_model_is_loaded_answers_by_words_and_says_so(
    serve: Callable[..., Served],
) -> None:
    """No handshake waits for the model; an add does, so that "added" means findable by meaning."""
    loaded = Event()

    def load() -> Embedder:
        assert loaded.wait(HANG_SECONDS)
        return HashEmbedder()

    handle = EmbedderHandle(id="hash:384", dimensions=384, calibration=IDENTITY, load=load)
    client = serve(embedder=handle)
    found = client.call("memory.search", query="staging postgres")
    assert found["mode"] == "words"
    assert [notice["code"] for notice in found["notices"]] == ["model_loading"]
    assert client.call("server.info")["model"] in {"unloaded", "loading"}
    adding = client.request("memory.add", text="Staging Postgres listens on 5433")
    loaded.set()
    assert client.answer(adding)["result"]["note"]["findable"] == "meaning"
    assert client.call("memory.search", query="staging postgres")["mode"] == "meaning"
