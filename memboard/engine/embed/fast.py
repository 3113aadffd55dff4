"""A fastembed model run from a local folder; the network is never asked."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from memboard.engine.embed.native import GATE
from memboard.engine.embed.protocol import Read
from memboard.engine.errors import EmbedderFailed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from fastembed import TextEmbedding

    from memboard.engine.embed.catalog import ModelCard
    from memboard.engine.embed.protocol import FloatMatrix, FloatVector

MOST_WORKERS = 4

_registering = threading.Lock()


class FastEmbedder:
    """Embeds one text at a time, several texts side by side.

    A batch pads every text to its longest, which costs more than batching saves; and a vector
    that was made alone cannot depend on its neighbours. One session thread a text and as many
    texts as cores was fastest: docs/decisions/embedding-one-text-at-a-time.md.
    """

    def __init__(self, card: ModelCard, folder: Path) -> None:
        """Load the model; raises EmbedderFailed with the reason. Check the files before."""
        self.id = card.id
        self.dimensions = card.dimensions
        self._model = _open(card, folder)
        self._tells_tokens = card.token_vectors
        self._runner: Any = self._model.model  # fastembed's own steps: run, then pool

    def embed_documents(self, texts: Sequence[str]) -> FloatMatrix:
        """One unit row for each text, in order; raises EmbedderFailed."""
        import numpy as np  # loaded already, by fastembed

        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        return np.stack([read.vector for read in self.read_documents(texts)])

    def read_documents(self, texts: Sequence[str]) -> list[Read]:
        """Each text's vector and its tokens' vectors, in order; raises EmbedderFailed."""
        workers = min(_cores(), MOST_WORKERS, len(texts))
        if workers <= 1:
            return [self._read(text) for text in texts]
        pool = ThreadPoolExecutor(workers, thread_name_prefix="memboard-embed")
        try:
            return list(pool.map(self._read, texts))
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def embed_query(self, text: str) -> FloatVector:
        """The unit vector of a question; raises EmbedderFailed."""
        return self.read_query(text).vector

    def read_query(self, text: str) -> Read:
        """A question's vector and its tokens' vectors; raises EmbedderFailed."""
        return self._read(text, query=True)

    def _read(self, text: str, *, query: bool = False) -> Read:
        try:
            with GATE.inside():
                if self._tells_tokens:
                    output = self._runner.onnx_embed([text])
                    raw = next(iter(self._runner._post_process_onnx_output(output)))
                    return Read(self._unit(raw), self._units(output.model_output[0][1:-1]))
                embed = self._model.query_embed if query else self._model.passage_embed
                raw = next(iter(embed([text])))
            return Read(self._unit(raw), self._units(()))
        except Exception as error:
            raise _failed(self.id, error) from error

    def _units(self, raw: object) -> FloatMatrix:
        import numpy as np

        tokens = np.asarray(raw, dtype=np.float32).reshape(-1, self.dimensions)
        lengths = np.linalg.norm(tokens, axis=1, keepdims=True)
        units: FloatMatrix = tokens / np.maximum(lengths, np.finfo(np.float32).tiny)
        return units

    def _unit(self, raw: object) -> FloatVector:
        import numpy as np

        vector = np.asarray(raw, dtype=np.float32)
        if vector.shape != (self.dimensions,):
            raise EmbedderFailed(
                f"{self.id} gave a vector of shape {vector.shape} instead of ({self.dimensions},)."
            )
        length = np.linalg.norm(vector)
        if not np.isfinite(length) or length == 0.0:
            raise EmbedderFailed(f"{self.id} gave a vector that is not a direction.")
        unit: FloatVector = (vector / length).astype(np.float32)
        return unit


def _open(card: ModelCard, folder: Path) -> TextEmbedding:
    # One text at a time leaves the tokenizer's own thread pool nothing to do, and it warns on
    # stderr when the process forks later.
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    try:
        from fastembed import TextEmbedding  # 0.5 s: onnxruntime, numpy, rich

        _register(card)
        with GATE.inside():
            return TextEmbedding(
                card.fastembed_name,
                cache_dir=str(folder),  # otherwise fastembed makes a folder in /tmp
                specific_model_path=str(folder),
                local_files_only=True,
                threads=1,
                providers=["CPUExecutionProvider"],
            )
    except Exception as error:
        raise _failed(card.id, error) from error


def _register(card: ModelCard) -> None:
    """Tell fastembed about a model that it does not list, once a process."""
    if card.pooling is None:
        return
    from fastembed import TextEmbedding
    from fastembed.common.model_description import ModelSource, PoolingType

    with _registering:
        listed = {model["model"] for model in TextEmbedding.list_supported_models()}
        if card.fastembed_name not in listed:
            TextEmbedding.add_custom_model(
                card.fastembed_name,
                pooling=PoolingType[card.pooling.upper()],
                normalization=True,
                sources=ModelSource(hf=card.repository or card.fastembed_name),
                dim=card.dimensions,
                model_file=card.model_file,
            )


def _failed(embedder_id: str, error: Exception) -> EmbedderFailed:
    if isinstance(error, EmbedderFailed):
        return error
    reason = str(error).strip().splitlines()
    return EmbedderFailed(f"{embedder_id} failed: {reason[0] if reason else type(error).__name__}")


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
