"""The embedder without a model."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memboard.engine.embed import HashEmbedder

EMBEDDER = HashEmbedder()


def cosine(one: str, other: str) -> float:
    """How near two texts are."""
    return float(EMBEDDER.embed_query(one) @ EMBEDDER.embed_query(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("vegetarian", "vegetarian food"),
        ("deploying", "deploys"),
        ("Tests run with pytest", "the tests are run by PYTEST"),
    ],
)
def test_texts_that_share_stems_are_near(one: str, other: str) -> None:
    """Shared words, in whatever form and case, pull texts together."""
    assert cosine(one, other) > 0.5
    assert cosine(one, "quarterly marble elephants") < 0.2


@given(st.text(max_size=300))
def test_any_text_gives_a_unit_vector(text: str) -> None:
    """Also an empty one, one without words, and one in any script."""
    vector = EMBEDDER.embed_query(text)
    assert vector.dtype == np.float32
    assert abs(float(np.linalg.norm(vector)) - 1.0) < 1e-5


def test_texts_without_words_share_one_fixed_vector() -> None:
    """Nothing is NaN, and nothing is random."""
    assert np.array_equal(EMBEDDER.embed_query(""), EMBEDDER.embed_query(" ?! "))


def test_documents_and_questions_live_in_one_space() -> None:
    """A document's row is its text's own vector, in order."""
    texts = ["one note", "another note", ""]
    rows = EMBEDDER.embed_documents(texts)
    assert rows.shape == (3, 384)
    assert all(np.array_equal(r, EMBEDDER.embed_query(t)) for r, t in zip(rows, texts, strict=True))


def test_another_process_gives_the_same_bits() -> None:
    """Python's own hash seed plays no part."""
    code = (
        "from memboard.engine.embed import HashEmbedder as H;"
        "print(H(64).embed_query('the queue runner retries').tobytes().hex())"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert outputs == {
        HashEmbedder(64).embed_query("the queue runner retries").tobytes().hex() + "\n"
    }


def test_the_width_is_part_of_the_id() -> None:
    """Two widths are two embedders."""
    assert HashEmbedder(64).id == "hash:64"
    assert HashEmbedder(64).embed_query("x").shape == (64,)
