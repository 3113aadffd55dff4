"""Models by name."""

from __future__ import annotations

import pytest

from memboard.engine.embed import BGE_SMALL, HASH, MINILM, Calibration, find_card
from memboard.engine.errors import InvalidInput


@pytest.mark.parametrize("name", ["bge-small", "BAAI/bge-small-en-v1.5", BGE_SMALL.id])
def test_a_model_is_found_by_short_name_full_name_and_id(name: str) -> None:
    """All three name one card."""
    assert find_card(name) == BGE_SMALL
    assert find_card("minilm") == MINILM


def test_the_default_is_what_fastembed_lists() -> None:
    """Repository, file and width of bge-small are fastembed's own."""
    from fastembed import TextEmbedding

    (listed,) = (
        model
        for model in TextEmbedding.list_supported_models()
        if model["model"] == BGE_SMALL.fastembed_name
    )
    assert (listed["sources"]["hf"], listed["model_file"], listed["dim"]) == (
        BGE_SMALL.repository,
        BGE_SMALL.model_file,
        BGE_SMALL.dimensions,
    )
    assert round(listed["size_in_GB"] * 1000) == BGE_SMALL.size_mb


@pytest.mark.parametrize("name", ["baai/BGE-base-en-v1.5", "fastembed:BAAI/bge-base-en-v1.5"])
def test_any_fastembed_model_is_found_by_its_name(name: str) -> None:
    """Its card comes from fastembed's list, whatever the case."""
    card = find_card(name)
    assert card.id == "fastembed:BAAI/bge-base-en-v1.5"
    assert card.dimensions == 768
    assert card.files == ("model_optimized.onnx", "tokenizer.json", "tokenizer_config.json")


def test_the_hash_embedder_comes_in_any_width() -> None:
    """The id says the width."""
    assert find_card("hash") == HASH
    assert find_card("hash:64").dimensions == 64


@pytest.mark.parametrize(
    ("name", "near"), [("bge-smal", "bge-small"), ("mini-lm", "minilm"), ("hash:0", "hash")]
)
def test_an_unknown_name_is_answered_with_the_nearest_ones(name: str, near: str) -> None:
    """A slip of the finger is told what was meant."""
    with pytest.raises(InvalidInput, match="No embedding model is called") as caught:
        find_card(name)
    assert near in (caught.value.hint or "")


def test_a_calibration_maps_linearly_and_clips() -> None:
    """Between its two cosines a profile is a straight line."""
    profile = Calibration(low=0.5, high=0.9)
    assert profile.apply(0.7) == pytest.approx(0.5)
    assert [profile.apply(c) for c in (-1.0, 0.5, 0.9, 1.0)] == [0.0, 0.0, 1.0, 1.0]
    assert Calibration().apply(0.25) == 0.25
