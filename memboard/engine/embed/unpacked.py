"""Lays the bundled model out as a folder that fastembed can load, and loads it."""

from __future__ import annotations

import json
import tempfile
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
from memboard.engine.embed.publish import publish, share, staging
from memboard.engine.errors import ModelDamaged, ModelMissing

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
    """Load the bundled model, laying out its folder the first time.

    Where the models folder cannot be written, a temporary one serves and goes again: once
    loaded, the model needs no files. Raises ModelMissing, ModelDamaged or EmbedderFailed.
    """
    try:
        folder = prepared_folder(models_dir)
    except OSError:
        with tempfile.TemporaryDirectory(prefix="memboard-") as scratch:
            return FastEmbedder(MINILM, prepared_folder(Path(scratch)))
    return FastEmbedder(MINILM, folder)


def prepared_folder(models_dir: Path) -> Path:
    """The folder fastembed loads the model from, made or made anew where needed.

    Raises OSError where it cannot be written.
    """
    folder = folder_of(MINILM, models_dir)
    if _stands(folder):
        return folder
    with staging(folder, seconds=LOCK_SECONDS) as staged:
        if not _stands(folder):
            _lay_out(staged)
            publish(staged, folder)
    return folder


def _stands(folder: Path) -> bool:
    manifest = read_manifest(folder)
    if manifest is None or {bundled.SHA256} != {
        file.sha256 for file in manifest.files if file.name == MINILM.model_file
    }:
        return False
    return not damaged_files(folder, manifest, thorough=False)


def _lay_out(staged: Path) -> None:
    onnx = bundled.packaged_onnx()
    if onnx is None:
        raise ModelMissing(
            "The bundled model is not installed.", hint=f"`{bundled.INSTALL}` brings it."
        )
    fault = bundled.fault_of(onnx, thorough=True)
    if fault:
        raise ModelDamaged(f"{onnx} {fault}.", hint=f"`{bundled.REINSTALL}` repairs it.")
    share(onnx, staged / MINILM.model_file)
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
