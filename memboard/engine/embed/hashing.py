"""An embedder without a model: a hashed bag of word stems, for tests."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memboard.engine.embed.protocol import FloatMatrix, FloatVector

SUFFIXES = ("ations", "ation", "ings", "ing", "ies", "ied", "ers", "er", "es", "ed", "ly", "s")
"""Endings cut from a word, longest first."""

SHORTEST_STEM = 3


class HashEmbedder:
    """Texts that share word stems are near; the same on every machine and in every process."""

    def __init__(self, dimensions: int = 384) -> None:
        self.id = f"hash:{dimensions}"
        self.dimensions = dimensions

    def embed_documents(self, texts: Sequence[str]) -> FloatMatrix:
        """One unit row for each text, in order."""
        import numpy as np  # 0.1 s

        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[:] = self.embed_query(text)
        return rows

    def embed_query(self, text: str) -> FloatVector:
        """The text's unit vector; a text without words gets the first axis."""
        import numpy as np  # 0.1 s

        vector = np.zeros(self.dimensions, dtype=np.float32)
        for stem in stems(text):
            slot, sign = _place(stem)
            vector[slot % self.dimensions] += sign
        length = float(np.linalg.norm(vector))
        if length == 0.0:
            vector[0] = length = 1.0
        return (vector / np.float32(length)).astype(np.float32)


def stems(text: str) -> list[str]:
    """The text's words, folded and cut to their stems, in order and with repeats."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return [_stem(word) for word in re.findall(r"[^\W_]+", folded)]


def _stem(word: str) -> str:
    for suffix in SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= SHORTEST_STEM:
            return word.removesuffix(suffix)
    return word


def _place(stem: str) -> tuple[int, int]:
    """A stem's slot and sign; the sign lets collisions cancel on average, not add up."""
    from hashlib import blake2b  # 3 ms with OpenSSL

    number = int.from_bytes(blake2b(stem.encode(), digest_size=8).digest(), "big")
    return number >> 1, 1 if number & 1 else -1
