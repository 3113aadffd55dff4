"""The models memboard knows by name."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from memboard.engine.embed.protocol import Calibration
from memboard.engine.errors import InvalidInput

TOKENIZER_FILES = ("tokenizer.json", "tokenizer_config.json")
OPTIONAL_FILES = ("config.json", "special_tokens_map.json")
"""Files that fastembed reads when a repository has them."""


class ModelCard(msgspec.Struct, frozen=True):
    """What is known about a model before any of it is on disk."""

    name: str
    """What a person types, such as "bge-small"."""
    id: str
    """What its vectors are marked with."""
    dimensions: int
    size_mb: int
    """Size of the download; 0 where nothing is fetched."""
    kind: Literal["hub", "bundled", "hash"]
    """Where it comes from: a model hub, an installed package, or arithmetic."""
    calibration: Calibration = Calibration()
    fastembed_name: str = ""
    """What fastembed calls the model."""
    repository: str = ""
    """The hub's repository, owner/name."""
    model_file: str = "model.onnx"
    """The weights, as a path inside the repository and inside the local folder."""
    extra_files: tuple[str, ...] = ()
    """Weights kept outside the model file."""
    pooling: Literal["mean"] | None = None
    """How token vectors become one, for a model fastembed does not list; None = it lists it."""
    token_vectors: bool = False
    """Whether its output is known to be one vector a token, so that late interaction can use it."""

    @property
    def files(self) -> tuple[str, ...]:
        """The files the model cannot run without."""
        return (self.model_file, *self.extra_files, *TOKENIZER_FILES)


BGE_SMALL = ModelCard(
    name="bge-small",
    id="fastembed:BAAI/bge-small-en-v1.5",
    dimensions=384,
    size_mb=67,
    kind="hub",
    fastembed_name="BAAI/bge-small-en-v1.5",
    repository="Qdrant/bge-small-en-v1.5-onnx-Q",
    model_file="model_optimized.onnx",
    calibration=Calibration(low=0.45, high=0.85),
    token_vectors=True,
)

MINILM = ModelCard(
    name="minilm",
    id="bundled:all-MiniLM-L6-v2-int8",
    dimensions=384,
    size_mb=0,
    kind="bundled",
    fastembed_name="memboard/all-MiniLM-L6-v2-int8",
    pooling="mean",
    calibration=Calibration(low=0.15, high=0.60),
    token_vectors=True,
)

HASH = ModelCard(name="hash", id="hash:384", dimensions=384, size_mb=0, kind="hash")

CARDS = (BGE_SMALL, MINILM, HASH)


def built_in_card(name_or_id: str) -> ModelCard | None:
    """The card of one of memboard's own models, or None; loads nothing."""
    for card in CARDS:
        if name_or_id in (card.name, card.id, card.fastembed_name):
            return card
    width = name_or_id.removeprefix("hash:")
    if width != name_or_id and width.isdecimal() and 0 < int(width) <= 65_536:
        return msgspec.structs.replace(HASH, id=name_or_id, dimensions=int(width))
    return None


def find_card(name_or_id: str) -> ModelCard:
    """The card of any model, fastembed's own included.

    Raises InvalidInput, naming the nearest known names, when there is none.
    """
    card = built_in_card(name_or_id)
    if card is not None:
        return card
    wanted = name_or_id.removeprefix("fastembed:").casefold()
    listed = _fastembed_models()
    for model in listed:
        if model["model"].casefold() == wanted and model["sources"]["hf"]:
            return _card_of(model)
    names = [*(card.name for card in CARDS), *(model["model"] for model in listed)]
    raise InvalidInput(
        f'No embedding model is called "{name_or_id}".', hint=_nearest(wanted, names)
    )


def _fastembed_models() -> list[dict[str, Any]]:
    from fastembed import TextEmbedding  # 0.5 s: onnxruntime, numpy, rich

    return TextEmbedding.list_supported_models()


def _card_of(model: dict[str, Any]) -> ModelCard:
    return built_in_card(model["model"]) or ModelCard(
        name=model["model"],
        id=f"fastembed:{model['model']}",
        dimensions=model["dim"],
        size_mb=round(model["size_in_GB"] * 1000),
        kind="hub",
        fastembed_name=model["model"],
        repository=model["sources"]["hf"],
        model_file=model["model_file"],
        extra_files=tuple(model["additional_files"]),
    )


def _nearest(wanted: str, names: list[str]) -> str:
    from rapidfuzz import fuzz, process, utils  # 20 ms, and only for a wrong name

    matches = process.extract(
        wanted, names, scorer=fuzz.WRatio, processor=utils.default_process, limit=3
    )
    return f"Nearest: {', '.join(match[0] for match in matches)}."
