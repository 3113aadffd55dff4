"""Listing, fetching and choosing models, and embedding anew."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from memboard.engine import EmbedderHandle, HashEmbedder
from tests.engine.embed.fake_hub import FakeHub

from .door import Door


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeHub]:
    """A model hub on this machine that has something of bge-small's names."""
    files = {
        "model_optimized.onnx": random.Random(7).randbytes(2_000_000),
        "tokenizer.json": b'{"tokenizer": true}\n',
        "tokenizer_config.json": b"{}\n",
    }
    with FakeHub(files).running() as running:
        monkeypatch.setenv("HF_ENDPOINT", running.url)
        yield running


def states(door: Door) -> dict[str, str]:
    """The models and how they stand."""
    models = door("model", "list", "--json").document["models"]
    return {model["name"]: model["state"] for model in models}


def test_list_tells_what_is_on_disk_and_how_to_get_the_rest(door: Door) -> None:
    """No store is made for it."""
    printed = door("model", "list")
    assert "bge-small    missing    67 MB  fastembed:BAAI/bge-small-en-v1.5" in printed.out
    assert "`memboard model pull` fetches it once, 67 MB." in printed.out
    assert "This store has no vectors yet." in printed.out
    assert not door.home.exists()


def test_list_marks_the_model_this_store_uses(door: Door) -> None:
    """As its vectors say, whatever the settings say."""
    door.add("one")
    assert door("model", "list", "--json").document["bound"] == "hash:384"
    assert "This store uses hash:384." in door("model", "list").out


def test_pull_fetches_and_checks_and_says_so(door: Door, hub: FakeHub) -> None:
    """A second pull asks for no weights again."""
    printed = door("model", "pull")
    assert (printed.code, printed.lines[0]) == (0, "bge-small is on disk and checked.")
    assert states(door)["bge-small"] == "ready"
    before = len(hub.downloads("model_optimized.onnx"))
    door("model", "pull")
    assert len(hub.downloads("model_optimized.onnx")) == before


def test_pull_says_what_the_store_goes_on_with(door: Door, hub: FakeHub) -> None:
    """A bound store is not switched by a download."""
    door.add("one")
    out = door("model", "pull").out
    assert "This store goes on with hash:384." in out
    assert "memboard reindex --embedder bge-small switches it." in out
    assert hub.requests


def test_pull_keeps_what_it_fetched_when_it_is_stopped(
    door: Door, hub: FakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ctrl+c ends with 130; the next pull goes on from there."""
    from memboard.cli.progress import Progress

    monkeypatch.setattr(Progress, "__call__", press_after(500_000))
    printed = door("model", "pull")
    assert (printed.code, printed.err.splitlines()[0]) == (130, "memboard: The pull was stopped.")
    monkeypatch.undo()
    monkeypatch.setenv("HF_ENDPOINT", hub.url)
    monkeypatch.setenv("MEMBOARD_HOME", str(door.home))
    assert door("model", "pull").code == 0
    assert hub.requests[-1].range is None or hub.requests[-1].range != "bytes=0-"
    resumed = [request.range for request in hub.downloads("model_optimized.onnx")]
    assert resumed[0] is None
    assert resumed[-1] is not None


def press_after(size: int) -> Any:
    """A progress that presses ctrl+c once so many bytes are there."""
    pressed: list[int] = []

    def progress(_: object, done: int, total: int) -> None:
        del total
        if done >= size and not pressed:
            pressed.append(done)
            os.kill(os.getpid(), signal.SIGINT)

    return progress


def test_pull_of_an_installed_model_has_nothing_to_fetch(door: Door) -> None:
    """Asking the network for it would be wrong."""
    assert door("model", "pull", "minilm").out == (
        "minilm is installed; there is nothing to fetch.\n"
    )


def test_pull_from_a_hub_that_is_away_fails_in_words(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 1 and what to do."""
    with FakeHub({}).running() as gone:
        url = gone.url
    monkeypatch.setenv("HF_ENDPOINT", url)
    printed = door("model", "pull", "--json")
    assert (printed.code, printed.error["code"]) == (1, "pull_failed")
    assert printed.error["hint"]


def test_use_writes_the_setting_and_says_what_it_means(door: Door) -> None:
    """A store with vectors goes on with its model until it is reindexed."""
    door.add("one")
    printed = door("model", "use", "minilm")
    assert printed.lines == [
        "The settings now name minilm.",
        "This store was embedded with hash:384, which goes on answering.",
        "memboard reindex --embedder minilm embeds its notes anew and switches it.",
    ]
    assert 'embedder = "minilm"' in (door.home / "config.toml").read_text()


def test_use_refuses_a_model_that_is_not_here(door: Door) -> None:
    """Nothing is written, and the answer says how to fetch it."""
    printed = door("model", "use", "bge-small")
    assert (printed.code, "memboard model pull" in printed.err) == (1, True)
    assert not (door.home / "config.toml").exists()


def test_use_keeps_the_rest_of_the_settings(door: Door) -> None:
    """Comments as well."""
    door.home.mkdir(parents=True)
    config = door.home / "config.toml"
    config.write_text('# mine\n[board]\ntheme = "light"\n')
    door("model", "use", "minilm")
    assert config.read_text().startswith('# mine\n[board]\ntheme = "light"\n')


def test_reindex_says_when_there_is_nothing_to_do(door: Door) -> None:
    """And which model the notes are embedded with."""
    door.add("one")
    assert door("reindex").out == "Nothing to embed: 1 note, all by hash:384.\n"


def test_reindex_with_another_model_switches_to_it(door: Door) -> None:
    """Case 20: seen by the id, also where the width is another."""
    door.add("one")
    door.embedder = EmbedderHandle.of(HashEmbedder(64))
    assert "Words only" in door("search", "one").err
    printed = door("reindex", "--embedder", "hash:64")
    assert printed.out == "Embedded 1 note with hash:64.\n"
    assert door("search", "one", "--json").document["mode"] == "meaning"


def test_ctrl_c_stops_a_reindex_that_can_be_resumed(door: Door) -> None:
    """It says how far it came and what goes on."""
    for number in range(20):
        door.add(f"note {number}")
    door.embedder = EmbedderHandle.of(Pressing(64))
    printed = door("reindex", "--embedder", "hash:64")
    assert printed.code == 130
    assert printed.err.splitlines() == [
        "memboard: Embedding stopped at 8 of 20.",
        "  memboard reindex --embedder hash:64 goes on there.",
    ]
    done = door("reindex", "--embedder", "hash:64", "--json").document
    assert (done["embedded"], done["switched"]) == (12, True)


class Pressing(HashEmbedder):
    """Presses ctrl+c while the first batch is embedded."""

    pressed = False

    def embed_documents(self, texts: Any) -> Any:
        """Embed, and press once."""
        if not self.pressed:
            self.pressed = True
            os.kill(os.getpid(), signal.SIGINT)
        return super().embed_documents(texts)
