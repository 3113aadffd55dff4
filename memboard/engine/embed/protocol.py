"""What an embedder is, and how its cosines are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias, runtime_checkable

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


class Read(NamedTuple):
    """A text as a model that also tells its tokens apart has read it."""

    vector: FloatVector
    tokens: FloatMatrix
    """One unit row a token, in order, without the marks for begin and end; (0, dimensions) for
    a text without tokens."""


@runtime_checkable
class TokenEmbedder(Embedder, Protocol):
    """An embedder whose model also gives a vector a token, in the same run.

    Late interaction compares those (Khattab and Zaharia 2020, ColBERT: for each token of the
    query the best match among the tokens of the note).
    """

    def read_documents(self, texts: Sequence[str]) -> list[Read]:
        """Read notes; the vectors are those of `embed_documents`."""

    def read_query(self, text: str) -> Read:
        """Read a question; the vector is that of `embed_query`."""


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
