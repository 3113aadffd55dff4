"""Text to vectors: which embedder, where its model lies, how it is fetched and loaded.

Importing this package loads neither numpy nor fastembed.
"""

from memboard.engine.embed.catalog import BGE_SMALL, CARDS, HASH, MINILM, ModelCard, find_card
from memboard.engine.embed.choice import Choice, choose_embedder, handle_for
from memboard.engine.embed.handle import EmbedderHandle
from memboard.engine.embed.hashing import HashEmbedder
from memboard.engine.embed.local import ModelStatus, list_models, status, verify
from memboard.engine.embed.protocol import (
    Calibration,
    Embedder,
    FloatMatrix,
    FloatVector,
    Read,
    TokenEmbedder,
)

__all__ = [
    "BGE_SMALL",
    "CARDS",
    "HASH",
    "MINILM",
    "Calibration",
    "Choice",
    "Embedder",
    "EmbedderHandle",
    "FloatMatrix",
    "FloatVector",
    "HashEmbedder",
    "ModelCard",
    "ModelStatus",
    "Read",
    "TokenEmbedder",
    "choose_embedder",
    "find_card",
    "handle_for",
    "list_models",
    "status",
    "verify",
]
