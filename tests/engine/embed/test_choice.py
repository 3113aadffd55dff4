"""Which embedder a store gets, row by row, and never a download."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memboard.engine.embed import BGE_SMALL, MINILM, bundled, choose_embedder
from memboard.engine.embed.manifest import folder_of
from memboard.engine.embed.pull import pull_model
from memboard.engine.errors import ModelDamaged

from .fake_hub import FakeHub
from .standin import small_files

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def bge(models_dir: Path) -> Path:
    """The folder of a pulled bge-small (noise of the right names)."""
    files = small_files()
    files[BGE_SMALL.model_file] = files.pop("model.onnx")
    with FakeHub(files).running() as hub:
        pull_model(BGE_SMALL, models_dir, endpoint=hub.url)
    return folder_of(BGE_SMALL, models_dir)


@pytest.fixture
def no_minilm(monkeypatch: pytest.MonkeyPatch) -> None:
    """The offline extra is not installed."""
    monkeypatch.setattr(bundled, "PACKAGE", "no_such_package_here")


def chosen(models_dir: Path, *, bound: str | None = None, configured: str | None = None) -> str:
    """The chosen id, or "words"."""
    handle = choose_embedder(bound=bound, configured=configured, models_dir=models_dir).handle
    return handle.id if handle else "words"


def noted(models_dir: Path, *, bound: str | None = None, configured: str | None = None) -> str:
    """What the person is told; empty when nothing."""
    return choose_embedder(bound=bound, configured=configured, models_dir=models_dir).notice or ""


def test_a_new_store_takes_the_configured_one_first(bge: Path, models_dir: Path) -> None:
    """Even where bge-small is on disk."""
    assert bge.is_dir()
    assert chosen(models_dir, configured="minilm") == MINILM.id
    assert chosen(models_dir, configured="hash") == "hash:384"


def test_a_new_store_takes_bge_small_when_it_is_on_disk(
    bge: Path, models_dir: Path, no_network: list[object]
) -> None:
    """A usable model on disk means no network at all."""
    assert bge.is_dir()
    assert chosen(models_dir) == BGE_SMALL.id
    assert noted(models_dir) == ""
    assert no_network == []


def test_a_new_store_without_bge_small_takes_minilm(
    models_dir: Path, no_network: list[object]
) -> None:
    """Nothing is fetched when the bundled model can answer."""
    assert chosen(models_dir) == MINILM.id
    assert noted(models_dir) == ""
    assert no_network == []


@pytest.mark.usefixtures("no_minilm")
def test_a_new_store_without_any_model_works_by_words(
    models_dir: Path, no_network: list[object]
) -> None:
    """And says how to get one; it does not get one by itself."""
    assert chosen(models_dir) == "words"
    assert noted(models_dir) == (
        "Words only: no model on disk. `memboard model pull` fetches bge-small once, 67 MB."
    )
    assert no_network == []


def test_a_damaged_bge_small_is_named_and_minilm_serves_a_new_store(
    bge: Path, models_dir: Path
) -> None:
    """Case 19: the file is named, nothing is broken for good."""
    (bge / BGE_SMALL.model_file).write_bytes(b"x" * 1000)
    assert chosen(models_dir) == MINILM.id
    assert "model_optimized.onnx holds 1,000 of" in noted(models_dir)
    assert "`memboard model pull` fetches it again" in noted(models_dir)


def test_a_damaged_bge_small_never_becomes_minilm_in_a_bound_store(
    bge: Path, models_dir: Path
) -> None:
    """Case 19 and 20: a store bound to it works by words until it is mended."""
    (bge / BGE_SMALL.model_file).write_bytes(b"x" * 1000)
    assert chosen(models_dir, bound=BGE_SMALL.id) == "words"
    assert "model_optimized.onnx holds 1,000 of" in noted(models_dir, bound=BGE_SMALL.id)


def test_a_bound_store_without_its_model_names_both_ways_out(models_dir: Path) -> None:
    """Same width is no reason to take another model."""
    assert chosen(models_dir, bound=BGE_SMALL.id) == "words"
    notice = noted(models_dir, bound=BGE_SMALL.id)
    assert BGE_SMALL.id in notice
    assert "`memboard model pull`" in notice
    assert "`memboard reindex --embedder minilm`" in notice


def test_a_bound_store_keeps_its_embedder_whatever_is_configured(
    bge: Path, models_dir: Path
) -> None:
    """The notice says how to switch; until then the old one answers."""
    assert bge.is_dir()
    assert chosen(models_dir, bound=MINILM.id, configured="bge-small") == MINILM.id
    notice = noted(models_dir, bound=MINILM.id, configured="bge-small")
    assert "`memboard reindex --embedder bge-small` switches it" in notice
    assert noted(models_dir, bound=MINILM.id, configured="minilm") == ""
    assert noted(models_dir, bound=MINILM.id) == ""


@pytest.mark.parametrize(("bound", "configured"), [("hash:384", "hash:64"), ("hash:384", "minilm")])
def test_the_id_decides_not_the_width(models_dir: Path, bound: str, configured: str) -> None:
    """Case 20: another width and the same width are both another embedder."""
    assert chosen(models_dir, bound=bound, configured=configured) == bound
    assert f"--embedder {configured}" in noted(models_dir, bound=bound, configured=configured)


@pytest.mark.parametrize("name", ["bge-small", "BAAI/bge-base-en-v1.5"])
def test_a_configured_model_that_is_absent_is_not_replaced(models_dir: Path, name: str) -> None:
    """Nobody gets another model than the one that was asked for."""
    assert chosen(models_dir, configured=name) == "words"
    assert "memboard model pull" in noted(models_dir, configured=name)


JUNK = ["no-such-model", "../../etc/passwd", "bge-smal", "fastembed:..\\..\\x", "x; rm -rf ~"]


@pytest.mark.parametrize("name", JUNK)
def test_a_name_of_no_model_is_called_that_and_stands_in_no_command(
    bge: Path, models_dir: Path, name: str
) -> None:
    """Configured or bound: the nearest names are told, and nothing to type holds the name."""
    assert bge.is_dir()
    assert chosen(models_dir, configured=name) == "words"
    assert chosen(models_dir, bound=MINILM.id, configured=name) == MINILM.id
    assert chosen(models_dir, bound=name) == "words"
    configured = noted(models_dir, configured=name)
    bound = noted(models_dir, bound=MINILM.id, configured=name)
    for notice in (configured, bound):
        assert f'No embedding model is called "{name}". Nearest: ' in notice
        assert "`" not in notice
    commands = noted(models_dir, bound=name).split("`")[1::2]
    assert commands == ["memboard reindex --embedder minilm"]


def test_a_model_that_is_known_but_absent_is_named_as_its_list_has_it(models_dir: Path) -> None:
    """Whatever the case of what was typed."""
    notice = noted(models_dir, configured="baai/BGE-base-en-v1.5")
    assert "`memboard model pull BAAI/bge-base-en-v1.5`" in notice


@pytest.mark.usefixtures("no_minilm")
def test_the_choice_carries_the_refusal_for_whoever_needs_a_model(
    bge: Path, models_dir: Path
) -> None:
    """Damaged is not missing; nothing at all is no refusal of its own."""
    (bge / BGE_SMALL.model_file).write_bytes(b"x" * 1000)
    for bound in (None, BGE_SMALL.id):
        choice = choose_embedder(bound=bound, configured=None, models_dir=models_dir)
        assert isinstance(choice.refusal, ModelDamaged)
    nothing = choose_embedder(bound=None, configured=None, models_dir=models_dir / "none")
    assert nothing.refusal is None
