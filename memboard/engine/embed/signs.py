"""Token vectors kept as signs: one bit a dimension, some 1.2 kB a note.

Only the note's side is kept so; the query's token vectors stay floats. The sign of each
coordinate keeps nearly all of what late interaction gains (measured: docs/decisions/ranking.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memboard.engine.embed.protocol import FloatMatrix, FloatVector

MAX_TOKENS = 256
"""Tokens kept of one note; a longer one is compared by its beginning."""
TOKENS_AT_ONCE = 8_192
"""Tokens of notes that are unpacked to floats at a time: some 12 MB."""


def pack_signs(tokens: FloatMatrix) -> bytes:
    """Pack token vectors (n, dimensions) into n · dimensions / 8 bytes, whole bytes a token."""
    import numpy as np  # loaded already, where there are token vectors

    return np.packbits(tokens[:MAX_TOKENS] > 0, axis=1).tobytes()


def best_matches(query: FloatMatrix, packed: Sequence[bytes]) -> FloatMatrix:
    """Find, for each token of the query, its best match in each note.

    Args:
        query: (tokens, dimensions), unit rows, with at least one row.
        packed: for each note what `pack_signs` gave, at least one token each.

    Returns:
        (tokens, notes): the cosine of the query's token with the nearest of the note's sign
        vectors, of which each has the length √dimensions.
    """
    import numpy as np

    step = max(1, TOKENS_AT_ONCE // MAX_TOKENS)
    parts = [packed[at : at + step] for at in range(0, len(packed), step)]
    best: FloatMatrix = np.concatenate([_best_of(query, part) for part in parts], axis=1)
    return best


def _best_of(query: FloatMatrix, packed: Sequence[bytes]) -> FloatMatrix:
    """Find the best matches in a few notes."""
    import numpy as np

    dimensions = query.shape[1]
    width = (dimensions + 7) // 8
    counts = [len(signs) // width for signs in packed]
    bits = np.frombuffer(b"".join(packed), dtype=np.uint8).reshape(-1, width)
    signs = np.unpackbits(bits, axis=1, count=dimensions).astype(np.float32)
    # the dot product with ±1 is twice that with 0/1, less the sum of the row
    products = 2.0 * (query @ signs.T) - query.sum(axis=1, keepdims=True)
    starts = np.concatenate(([0], np.cumsum(counts)[:-1]))
    best: FloatMatrix = np.maximum.reduceat(products, starts, axis=1) / np.sqrt(dimensions)
    return best


def late_scores(matches: FloatMatrix) -> FloatVector:
    """Average each note's best matches over the tokens that tell the notes apart.

    A token weighs (max - mean)² of its column over the notes compared: a word that one note
    answers much better than the others decides, a word that all or none answer does not.

    Args:
        matches: (tokens, notes), from `best_matches`.

    Returns:
        (notes,), -1 to 1.
    """
    weights = (matches.max(axis=1) - matches.mean(axis=1)) ** 2 + 1e-6
    scores: FloatVector = (weights @ matches) / weights.sum()
    return scores
