"""The bundled model: right tokens, right meaning, refused when tampered with."""

from __future__ import annotations

import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tokenizers import BertWordPieceTokenizer, Tokenizer

from memboard.engine.embed import MINILM, bundled, choose_embedder, status, verify
from memboard.engine.embed.manifest import MANIFEST, folder_of
from memboard.engine.embed.unpacked import load_minilm, prepared_folder
from memboard.engine.errors import ModelDamaged, ModelMissing

if TYPE_CHECKING:
    from memboard.engine.embed.protocol import Embedder

TRIPLES = [
    (
        "how do we ship a release",
        "Deployments go out through the release pipeline",
        "The cat sleeps on the sofa",
    ),
    ("where are passwords kept", "Secrets are stored in the vault", "Tests run with pytest"),
    ("database port", "Postgres listens on 5433", "Use tabs in Makefiles"),
    ("vegetarian", "She does not eat meat", "The build takes four minutes"),
]

TEXTS = [
    "",
    "Hello, World!",
    "queue-runner-v2 see ADR-0012 and src/q/run.py",
    "Ünïcödé naïve café",
    "日本語のテキスト",
    "emoji 👩‍👩‍👧 here",
    "x" * 300,
    "word " * 1500,
    "\t tabs\nand\r\nnewlines \u200b zero-width",
]


@pytest.mark.parametrize(("question", "near", "far"), TRIPLES)
def test_a_paraphrase_is_nearer_than_an_unrelated_text(
    minilm: Embedder, question: str, near: str, far: str
) -> None:
    """Meaning orders, not shared words."""
    asked = minilm.embed_query(question)
    scores = minilm.embed_documents([near, far]) @ asked
    assert scores[0] > scores[1] + 0.05


def test_token_ids_are_those_of_the_models_own_tokenizer(tmp_path: Path) -> None:
    """The tokenizer laid out for fastembed equals BERT's, up to the cut at 512 tokens."""
    laid_out = Tokenizer.from_file(str(prepared_folder(tmp_path) / "tokenizer.json"))
    vocabulary = files("memboard.engine.embed") / "data" / "minilm-vocab.txt"
    reference = BertWordPieceTokenizer(str(vocabulary), lowercase=True)
    for text in TEXTS:
        assert laid_out.encode(text).ids == reference.encode(text).ids


def test_text_beyond_512_tokens_is_cut(minilm: Embedder) -> None:
    """What lies behind the limit does not change the vector, and nothing fails."""
    long = "deploy " * 600
    assert np.array_equal(minilm.embed_query(long), minilm.embed_query(long + "kitten"))
    assert not np.array_equal(minilm.embed_query("deploy"), minilm.embed_query("kitten"))


def test_a_vector_does_not_depend_on_its_neighbours(minilm: Embedder) -> None:
    """Alone, in company or in another order: the same bits, in the order asked."""
    together = minilm.embed_documents(TEXTS)
    backwards = minilm.embed_documents(TEXTS[::-1])
    alone = [minilm.embed_documents([text])[0] for text in TEXTS]
    assert together.dtype == np.float32
    assert np.array_equal(together, np.stack(alone))
    assert np.array_equal(together, backwards[::-1])
    assert np.allclose(np.linalg.norm(together, axis=1), 1.0, atol=1e-6)
    assert minilm.embed_documents([]).shape == (0, 384)


def test_the_model_is_laid_out_once_and_needs_no_network(
    models_dir: Path, no_network: list[object]
) -> None:
    """A second load finds the folder as the first one left it."""
    load_minilm(models_dir)
    record = folder_of(MINILM, models_dir) / MANIFEST
    first = record.stat()
    load_minilm(models_dir)
    assert record.stat().st_ino == first.st_ino
    assert no_network == []


def test_a_spoilt_folder_is_laid_out_anew(models_dir: Path) -> None:
    """A file that was lost or changed in the models folder comes back from the package."""
    folder = prepared_folder(models_dir)
    (folder / "tokenizer.json").write_text("{}")
    (folder / "model.onnx").unlink()
    prepared_folder(models_dir)
    assert (folder / "model.onnx").stat().st_size == bundled.SIZE
    assert len((folder / "tokenizer.json").read_text()) > 100_000


def test_a_folder_left_half_made_is_finished(models_dir: Path) -> None:
    """What a killed process left in the staging room is no obstacle."""
    staged = models_dir / ".staging" / folder_of(MINILM, models_dir).name
    staged.mkdir(parents=True)
    (staged / "model.onnx").write_bytes(b"half")
    load_minilm(models_dir)
    assert (folder_of(MINILM, models_dir) / "model.onnx").stat().st_size == bundled.SIZE


def test_two_processes_lay_it_out_at_once(models_dir: Path) -> None:
    """Both get a whole folder."""
    code = (
        "import sys; from pathlib import Path;"
        "from memboard.engine.embed.unpacked import prepared_folder;"
        "prepared_folder(Path(sys.argv[1]))"
    )
    both = [
        subprocess.Popen([sys.executable, "-c", code, str(models_dir)], cwd=Path.cwd())
        for _ in range(2)
    ]
    assert [process.wait() for process in both] == [0, 0]
    assert (folder_of(MINILM, models_dir) / "model.onnx").stat().st_size == bundled.SIZE


def test_a_models_folder_that_cannot_be_written_does_not_matter(tmp_path: Path) -> None:
    """A temporary folder serves, and the answers are the same."""
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    vector = load_minilm(blocked / "models").embed_query("deploy on friday")
    assert vector.shape == (384,)


@pytest.fixture
def tampered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package whose model has the right size and other bytes."""
    package = tmp_path / "site" / "fake_minilm"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise AssertionError('imported')")
    (package / "model.onnx").write_bytes(bytes(bundled.SIZE))
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.setattr(bundled, "PACKAGE", "fake_minilm")
    return package / "model.onnx"


def test_a_tampered_model_is_refused(tampered: Path, models_dir: Path) -> None:
    """The hash is checked before onnxruntime sees the file; the package is never imported."""
    with pytest.raises(ModelDamaged, match="other content") as caught:
        load_minilm(models_dir)
    assert "--force-reinstall" in (caught.value.hint or "")
    found = verify(MINILM, models_dir)
    assert found.state == "damaged"
    assert str(tampered) in found.detail


def test_a_truncated_package_is_told_from_its_size(tampered: Path, models_dir: Path) -> None:
    """The cheap look is enough for a cut file."""
    tampered.write_bytes(b"short")
    assert status(MINILM, models_dir).state == "damaged"
    choice = choose_embedder(bound=None, configured=None, models_dir=models_dir)
    assert choice.handle is None
    assert "holds 5 of 22,928,619 bytes" in (choice.notice or "")


def test_without_the_package_the_way_to_it_is_named(
    models_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Missing is not damaged."""
    monkeypatch.setattr(bundled, "PACKAGE", "no_such_package_here")
    assert status(MINILM, models_dir).state == "missing"
    with pytest.raises(ModelMissing) as caught:
        load_minilm(models_dir)
    assert caught.value.hint == "Install memboard with its offline extra; that brings it."
