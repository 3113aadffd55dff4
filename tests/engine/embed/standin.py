"""A small model card, and files to serve for it."""

from __future__ import annotations

import random

from memboard.engine.embed import ModelCard

CARD = ModelCard(
    name="stand-in",
    id="fastembed:test/stand-in",
    dimensions=384,
    size_mb=1,
    kind="hub",
    fastembed_name="test/stand-in",
    repository="test/stand-in",
    pooling="mean",
)

WEIGHTS = 3_000_000
"""Bytes of the stand-in's model file: a dozen chunks."""


def small_files() -> dict[str, bytes]:
    """Files of the right names whose weights are noise."""
    return {
        "model.onnx": random.Random(7).randbytes(WEIGHTS),
        "tokenizer.json": b'{"tokenizer": true}\n' * 40,
        "tokenizer_config.json": b'{"model_max_length": 512}\n',
        "config.json": b"{}\n",
        "README.md": b"not asked for\n",
    }
