"""What the embedding tests share."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import pytest

from memboard.engine.embed import choose_embedder

from .fake_hub import FakeHub
from .standin import small_files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memboard.engine.embed.protocol import Embedder


@pytest.fixture
def models_dir(tmp_path: Path) -> Path:
    """Where models go; not there yet."""
    return tmp_path / "home" / "models"


@pytest.fixture
def hub() -> Iterator[FakeHub]:
    """A running hub that serves the small stand-in."""
    with FakeHub(small_files()).running() as running:
        yield running


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Refuse every connection and name look-up, and list those that were tried."""
    tried: list[object] = []

    def refuse(*args: object, **_: object) -> None:
        tried.append(args)
        raise OSError("no network in this test")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket.socket, "connect_ex", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    return tried


@pytest.fixture(scope="session")
def minilm(tmp_path_factory: pytest.TempPathFactory) -> Embedder:
    """The bundled model, loaded once for all tests."""
    handle = choose_embedder(
        bound=None, configured="minilm", models_dir=tmp_path_factory.mktemp("models")
    ).handle
    assert handle is not None
    return handle.get()
