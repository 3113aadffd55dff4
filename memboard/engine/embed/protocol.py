"""What an embedder is, and how its cosines are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

FloatMatrix: TypeAlias = "npt.NDArray[np.float32]"
"""Shape (n, dimensions), float32, each row of length one."""

FloatVector: TypeAlias = "npt.NDArray[np.float32]"
"""Shape (dimensions,), float32, of length one."""


class Embedder(Protocol):
    """Turns text into unit vectors; two vectors compare only when `id` is the same."""

    @property
    def id(self) -> str:
        """Model and settings, such as "fastembed:BAAI/bge-small-en-v1.5"."""

    @property
    def dimensions(self) -> int:
        """The width of every vector."""

    def embed_documents(self, texts: Sequence[str]) -> FloatMatrix:
        """One row for each text, in order; a text's vector does not depend on its neighbours."""

    def embed_query(self, text: str) -> FloatVector:
        """The vector of a question, comparable with those of documents."""


class Calibration(msgspec.Struct, frozen=True):
    """The two cosines that one embedder's scale runs between."""

    low: float = 0.0
    """The cosine read as 0: what unrelated texts have."""
    high: float = 1.0
    """The cosine read as 1: what the same text has."""

    def apply(self, cosine: float) -> float:
        """Map a cosine linearly to 0..1, clipped at both ends."""
        return min(1.0, max(0.0, (cosine - self.low) / (self.high - self.low)))


IDENTITY = Calibration()
"""Cosines as they are."""
