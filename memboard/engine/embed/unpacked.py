"""Lays the bundled model out as a folder that fastembed can load, and loads it."""

from __future__ import annotations

import json
import shutil
import tempfile
from contextlib import suppress
from importlib.resources import as_file, files
from pathlib import Path

from memboard.engine.embed import bundled
from memboard.engine.embed.catalog import MINILM
from memboard.engine.embed.fast import FastEmbedder
from memboard.engine.embed.manifest import (
    MANIFEST,
    Manifest,
    damaged_files,
    folder_of,
    read_manifest,
    record,
    write_manifest,
)
from memboard.engine.embed.publish import copy, leftovers, publish, staging
from memboard.engine.errors import EmbedderFailed, ModelDamaged, ModelMissing

MAX_TOKENS = 512
LOCK_SECONDS = 10.0
SPECIAL_TOKENS = {
    "cls_token": "[CLS]",
    "mask_token": "[MASK]",
    "pad_token": "[PAD]",
    "sep_token": "[SEP]",
    "unk_token": "[UNK]",
}


def load_minilm(models_dir: Path) -> FastEmbedder:
    """Load the bundled model, laying out its folder the first time and when it was damaged.

    Where the models folder cannot be written, a temporary one serves and goes again: once
    loaded, the model needs no files. Raises ModelMissing, ModelDamaged or EmbedderFailed.
    """
    try:
        folder = prepared_folder(models_dir)
        try:
            return FastEmbedder(MINILM, folder)
        except EmbedderFailed:
            if _stands(folder, thorough=True):
                raise
        return FastEmbedder(MINILM, prepared_folder(models_dir, thorough=True))
    except OSError as error:
        return _load_aside(models_dir, error)


def _load_aside(models_dir: Path, trouble: OSError) -> FastEmbedder:
    """Load from a temporary folder; with no room there either, the store works by words."""
    try:
        with tempfile.TemporaryDirectory(prefix="memboard-") as scratch:
            return FastEmbedder(MINILM, prepared_folder(Path(scratch)))
    except OSError as error:
        raise ModelMissing(
            f"The bundled model cannot be laid out: {models_dir}: "
            f"{trouble.strerror or trouble}; temporary folder: {error.strerror or error}.",
            hint=f"Make room under {models_dir} or give the right to write there.",
        ) from error


def prepared_folder(models_dir: Path, *, thorough: bool = False) -> Path:
    """The folder fastembed loads the model from, made or made anew where needed.

    With `thorough` every byte of what is there is read. Raises OSError where it cannot be
    written; nothing half made is left then.
    """
    folder = folder_of(MINILM, models_dir)
    if _stands(folder, thorough=thorough):
        _tidy(folder)
        return folder
    with staging(folder, seconds=LOCK_SECONDS) as staged:
        if not _stands(folder, thorough=thorough):
            try:
                _lay_out(staged)
                publish(staged, folder)
            except BaseException:
                shutil.rmtree(staged, ignore_errors=True)
                raise
    return folder


def _tidy(folder: Path) -> None:
    """Remove what a killed process left half made, unless another one is at work there."""
    if not any(path.exists() for path in leftovers(folder)):
        return
    with suppress(OSError), staging(folder, seconds=0):
        for path in leftovers(folder):
            shutil.rmtree(path, ignore_errors=True)


def _stands(folder: Path, *, thorough: bool) -> bool:
    manifest = read_manifest(folder)
    if manifest is None or {bundled.SHA256} != {
        file.sha256 for file in manifest.files if file.name == MINILM.model_file
    }:
        return False
    return not damaged_files(folder, manifest, thorough=thorough)


def _lay_out(staged: Path) -> None:
    onnx = bundled.packaged_onnx()
    if onnx is None:
        raise ModelMissing(
            "The bundled model is not installed.", hint=f"{bundled.INSTALL}; that brings it."
        )
    fault = bundled.fault_of(onnx, thorough=True)
    if fault:
        raise ModelDamaged(f"{onnx} {fault}.", hint=f"`{bundled.REINSTALL}` repairs it.")
    for path in staged.iterdir():  # what a killed process left
        path.unlink()
    copy(onnx, staged / MINILM.model_file)
    _write_tokenizer(staged)
    names = sorted(path.name for path in staged.iterdir() if not path.name.startswith(MANIFEST))
    records = tuple(record(staged, name) for name in names)
    write_manifest(staged, Manifest(MINILM, records, source=bundled.PACKAGE, revision="1.0.0"))


def _write_tokenizer(staged: Path) -> None:
    from tokenizers import BertWordPieceTokenizer  # 20 ms

    data = files("memboard.engine.embed") / "data" / "minilm-vocab.txt"
    with as_file(data) as vocabulary:
        tokenizer = BertWordPieceTokenizer(str(vocabulary), lowercase=True)
    tokenizer.save(str(staged / "tokenizer.json"))
    settings = {
        "tokenizer_config.json": {"model_max_length": MAX_TOKENS, "pad_token": "[PAD]"},
        "config.json": {"pad_token_id": 0},
        "special_tokens_map.json": SPECIAL_TOKENS,
    }
    for name, content in settings.items():
        (staged / name).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
