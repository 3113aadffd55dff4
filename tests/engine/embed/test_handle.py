"""A handle: known at once, loaded once, honest about failure."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from memboard.engine.embed import Calibration, EmbedderHandle, HashEmbedder
from memboard.engine.embed.native import NativeGate
from memboard.engine.errors import EmbedderFailed, ModelDamaged

if TYPE_CHECKING:
    from collections.abc import Callable

    from memboard.engine.embed.protocol import Embedder


def handle(load: Callable[[], Embedder]) -> EmbedderHandle:
    """A handle whose load is the test's."""
    return EmbedderHandle(id="hash:384", dimensions=384, calibration=Calibration(), load=load)


def test_a_handle_knows_its_embedder_before_it_loads() -> None:
    """Id, width and calibration cost nothing."""
    loads: list[int] = []

    def load() -> Embedder:
        loads.append(1)
        return HashEmbedder()

    unloaded = handle(load)
    assert (unloaded.id, unloaded.dimensions, unloaded.state) == ("hash:384", 384, "unloaded")
    assert unloaded.ready() is None
    assert unloaded.failure is None
    assert loads == []
    assert unloaded.get() is unloaded.get()
    assert unloaded.state == "ready"
    assert unloaded.ready() is unloaded.get()
    assert loads == [1]


def test_many_threads_share_one_load() -> None:
    """All get the same embedder, and nobody who only looks has to wait."""
    loads: list[int] = []
    go_on = threading.Event()
    begun = threading.Event()

    def load() -> Embedder:
        loads.append(1)
        begun.set()
        go_on.wait()
        return HashEmbedder()

    shared = handle(load)
    got: list[Embedder] = []
    threads = [threading.Thread(target=lambda: got.append(shared.get())) for _ in range(8)]
    for thread in threads:
        thread.start()
    begun.wait()
    assert shared.state == "loading"
    assert shared.ready() is None
    shared.warm()
    go_on.set()
    for thread in threads:
        thread.join()
    assert loads == [1]
    assert len(set(map(id, got))) == 1


def test_warming_loads_in_the_background_once() -> None:
    """Two calls start one load."""
    loaded = threading.Event()
    loads: list[int] = []

    def load() -> Embedder:
        loads.append(1)
        loaded.set()
        return HashEmbedder()

    warmed = handle(load)
    warmed.warm()
    warmed.warm()
    loaded.wait()
    assert warmed.get().id == "hash:384"
    assert loads == [1]


def test_a_failure_is_kept_raised_again_and_may_be_retried() -> None:
    """One attempt, the same reason each time, and a way to try again."""
    attempts: list[int] = []

    def load() -> Embedder:
        attempts.append(1)
        if len(attempts) == 1:
            raise ModelDamaged("model.onnx is short.", hint="`memboard model pull` mends it.")
        return HashEmbedder()

    failing = handle(load)
    for _ in range(2):
        with pytest.raises(ModelDamaged, match=r"model\.onnx is short\. `memboard model pull`"):
            failing.get()
    assert attempts == [1]
    assert str(failing.state) == "failed"
    assert "model.onnx is short." in (failing.failure or "")
    failing.retry()
    assert failing.state == "unloaded"
    assert failing.get().id == "hash:384"
    assert failing.failure is None


def test_an_unforeseen_error_becomes_a_failed_embedder() -> None:
    """Whatever a library raises, the caller sees one kind of error."""

    def load() -> Embedder:
        raise RuntimeError("protobuf parsing failed")

    failing = handle(load)
    with pytest.raises(EmbedderFailed, match="protobuf parsing failed"):
        failing.get()


def test_a_handle_on_a_loaded_embedder_is_ready() -> None:
    """`of` wraps what a test or a host already has."""
    given = EmbedderHandle.of(HashEmbedder(64))
    assert given.state == "ready"
    assert (given.id, given.dimensions) == ("hash:64", 64)
    assert given.calibration == Calibration(0.0, 1.0)
    assert given.ready() is given.get()


def test_a_closed_gate_lets_calls_finish_and_none_begin() -> None:
    """Closing waits for what is inside; afterwards entering is an error."""
    gate = NativeGate()
    inside = threading.Event()
    leave = threading.Event()
    order: list[str] = []

    def call() -> None:
        with gate.inside():
            inside.set()
            leave.wait()
            order.append("left")

    thread = threading.Thread(target=call)
    thread.start()
    inside.wait()

    def close() -> None:
        gate.close()
        order.append("closed")

    closing = threading.Thread(target=close)
    closing.start()
    leave.set()
    thread.join()
    closing.join()
    assert order == ["left", "closed"]
    with pytest.raises(EmbedderFailed, match="ending"), gate.inside():
        pass
