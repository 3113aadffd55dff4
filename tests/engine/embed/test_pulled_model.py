"""A pulled model is a working model, and a damaged one is named, refused and mended."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pytest

from memboard.engine.embed import (
    choose_embedder,
    handle_for,
    list_models,
    status,
    verify,
)
from memboard.engine.embed.manifest import MANIFEST, folder_of
from memboard.engine.embed.pull import pull_model
from memboard.engine.embed.unpacked import prepared_folder
from memboard.engine.errors import EmbedderFailed, ModelDamaged, ModelMissing

from .fake_hub import FakeHub
from .standin import CARD

if TYPE_CHECKING:
    from pathlib import Path

    from memboard.engine.embed.protocol import Embedder


def cut(path: Path, size: int = 1000) -> None:
    """Shorten a file, as an interrupted copy would."""
    path.write_bytes(path.read_bytes()[:size])


def alter(path: Path) -> None:
    """Change a file's content and time, not its size."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(content)


@pytest.fixture
def pulled(hub: FakeHub, models_dir: Path) -> Path:
    """The folder of a pulled stand-in whose weights are noise."""
    pull_model(CARD, models_dir, endpoint=hub.url)
    return folder_of(CARD, models_dir)


def test_a_pulled_model_loads_and_embeds_without_a_network(
    minilm: Embedder, models_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """MiniLM served by a hub under another name gives MiniLM's own vectors."""
    source = prepared_folder(tmp_path)
    files = {path.name: path.read_bytes() for path in source.iterdir() if path.name != MANIFEST}
    with FakeHub(files).running() as hub:
        pull_model(CARD, models_dir, endpoint=hub.url)
    monkeypatch.setattr("socket.socket.connect", None)
    embedder = handle_for(CARD.id, models_dir).get()
    assert embedder.id == CARD.id
    texts = ["deploys run on fridays", "never on a friday"]
    assert np.array_equal(embedder.embed_documents(texts), minilm.embed_documents(texts))
    assert np.array_equal(embedder.embed_query(texts[0]), minilm.embed_query(texts[0]))


def test_a_model_pulled_by_name_is_known_from_disk(pulled: Path, models_dir: Path) -> None:
    """Its card lies beside it, so that nothing has to be looked up to use it."""
    assert pulled.is_dir()
    names = [found.name for found in list_models(models_dir)]
    assert names == ["stand-in", "bge-small", "minilm"]
    assert handle_for("test/stand-in", models_dir).id == CARD.id


def test_a_truncated_model_is_damaged_and_named(pulled: Path, models_dir: Path) -> None:
    """Case 19: the status, the load and the choice name the file and the way out."""
    handle = handle_for(CARD.id, models_dir)
    cut(pulled / "model.onnx")
    found = status(CARD, models_dir)
    assert found.state == "damaged"
    assert f"{pulled / 'model.onnx'} holds 1,000 of 3,000,000 bytes" in found.detail
    assert "`memboard model pull stand-in`" in found.detail
    with pytest.raises(ModelDamaged, match=r"model\.onnx holds"):
        handle.get()
    choice = choose_embedder(bound=CARD.id, configured=None, models_dir=models_dir)
    assert choice.handle is None
    assert "model.onnx" in (choice.notice or "")


def test_altered_bytes_of_the_same_size_are_noticed(pulled: Path, models_dir: Path) -> None:
    """A changed time makes the content be read again."""
    alter(pulled / "model.onnx")
    assert status(CARD, models_dir).state == "damaged"


def test_a_thorough_check_reads_every_byte(pulled: Path, models_dir: Path) -> None:
    """Content changed behind an unchanged size and time is found by `verify`."""
    path = pulled / "model.onnx"
    before = path.stat()
    alter(path)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert status(CARD, models_dir).state == "ready"
    assert verify(CARD, models_dir).state == "damaged"


def test_a_copied_model_whose_times_changed_is_still_whole(pulled: Path, models_dir: Path) -> None:
    """Times are a hint to look, not a fault."""
    os.utime(pulled / "model.onnx", ns=(1, 1))
    assert status(CARD, models_dir).state == "ready"


def test_a_file_that_is_gone_is_damage(pulled: Path, models_dir: Path) -> None:
    """A missing tokenizer is named like a truncated one."""
    (pulled / "tokenizer.json").unlink()
    assert "tokenizer.json cannot be read (No such file" in status(CARD, models_dir).detail


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[]", b'{"files": 3}'])
def test_files_without_a_readable_record_are_not_trusted(
    pulled: Path, models_dir: Path, content: bytes
) -> None:
    """A half-written record makes the folder damaged, never ready and never a crash."""
    (pulled / MANIFEST).write_bytes(content)
    assert status(CARD, models_dir).state == "damaged"


def test_a_record_that_points_outside_the_folder_is_not_followed(
    pulled: Path, models_dir: Path
) -> None:
    """A planted record cannot make memboard read other files."""
    text = (pulled / MANIFEST).read_text()
    (pulled / MANIFEST).write_text(text.replace('"tokenizer.json"', '"../../evil"'))
    assert status(CARD, models_dir).state == "damaged"


def test_a_model_that_was_never_pulled_is_missing(models_dir: Path) -> None:
    """A name that is not on disk is told with the command that fetches it."""
    with pytest.raises(ModelMissing, match="memboard model pull BAAI/bge-base-en-v1"):
        handle_for("fastembed:BAAI/bge-base-en-v1.5", models_dir)


def test_two_names_that_share_a_folder_are_not_taken_for_each_other(
    pulled: Path, models_dir: Path
) -> None:
    """The record's id decides, not the folder's name."""
    assert pulled.is_dir()
    other = msgspec.structs.replace(CARD, id="fastembed:test--stand-in")
    assert folder_of(other, models_dir) == pulled
    assert status(other, models_dir).state == "damaged"


def test_files_that_are_no_model_fail_with_a_reason(pulled: Path, models_dir: Path) -> None:
    """Noise that matches its checksum is an EmbedderFailed, not a crash."""
    assert pulled.is_dir()
    with pytest.raises(EmbedderFailed, match="failed"):
        handle_for(CARD.id, models_dir).get()
