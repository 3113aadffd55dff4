"""Which embedder a store uses. Nothing here loads a model or asks the network."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from memboard.engine.embed import local
from memboard.engine.embed.catalog import BGE_SMALL, MINILM, ModelCard, find_card
from memboard.engine.embed.handle import EmbedderHandle
from memboard.engine.embed.manifest import folder_of
from memboard.engine.errors import EmbedderError, InvalidInput, ModelDamaged, ModelMissing

if TYPE_CHECKING:
    from pathlib import Path

    from memboard.engine.embed.protocol import Embedder

WORDS_ONLY = "Words only: no model on disk. `memboard model pull` fetches bge-small once, 67 MB."


class Choice(msgspec.Struct, frozen=True):
    """The embedder to use, if there is one, and what a person should know about it."""

    handle: EmbedderHandle | None
    notice: str | None = None
    refusal: EmbedderError | None = None
    """What whoever needs an embedder is told, where a model is damaged, unknown or not here."""


def choose_embedder(*, bound: str | None, configured: str | None, models_dir: Path) -> Choice:
    """Choose for a store whose vectors were made by `bound` (None: it has none yet).

    A bound store keeps its embedder or works by words: two embedders' vectors never mix, whatever
    their width. A new one takes the configured embedder, or else the first usable of bge-small and
    minilm. Whether an embedder is usable is told by files alone.
    """
    if bound is not None:
        return _bound(bound, configured, models_dir)
    if configured is not None:
        return _configured(configured, models_dir)
    return _default(models_dir)


def handle_for(name_or_id: str, models_dir: Path) -> EmbedderHandle:
    """A handle on one embedder by name or id; a remote one will be told apart by its id here.

    Raises ModelMissing or ModelDamaged when it cannot be loaded from this machine, and
    InvalidInput, naming the nearest, when no model has this name.
    """
    card = known_card(name_or_id, models_dir)
    local.require(card, models_dir)
    return EmbedderHandle(
        id=card.id,
        dimensions=card.dimensions,
        calibration=card.calibration,
        load=lambda: _load(card, models_dir),
    )


def known_card(name_or_id: str, models_dir: Path) -> ModelCard:
    """The card of a model, on disk or not; only what a card says may stand in a command.

    Raises InvalidInput, naming the nearest, when no model has this name.
    """
    return local.card_on_disk(name_or_id, models_dir) or find_card(name_or_id)


def _load(card: ModelCard, models_dir: Path) -> Embedder:
    if card.kind == "hash":
        from memboard.engine.embed.hashing import HashEmbedder

        return HashEmbedder(card.dimensions)
    if card.kind == "bundled":
        from memboard.engine.embed.unpacked import load_minilm  # 10 ms, and only when loading

        return load_minilm(models_dir)
    from memboard.engine.embed.fast import FastEmbedder

    local.require(card, models_dir)  # files may have changed since the handle was made
    return FastEmbedder(card, folder_of(card, models_dir))


def _bound(bound: str, configured: str | None, models_dir: Path) -> Choice:
    try:
        handle = handle_for(bound, models_dir)
    except (EmbedderError, InvalidInput) as error:
        other = "bge-small" if bound == MINILM.id else "minilm"
        reason = error.message if isinstance(error, InvalidInput) else error
        return Choice(
            None,
            f"Words only: this store was embedded with {bound}. {reason} "
            f"Or `memboard reindex --embedder {other}` embeds it anew.",
            _refusal(error),
        )
    if configured is None:
        return Choice(handle)
    staying = f"This store was embedded with {bound}, which goes on answering."
    try:
        card = known_card(configured, models_dir)
    except InvalidInput as error:
        return Choice(handle, f"{staying} The configured embedder is no model. {error}")
    if card.id == bound:
        return Choice(handle)
    name = card.id if card.kind == "hash" else card.name
    return Choice(handle, f"{staying} `memboard reindex --embedder {name}` switches it.")


def _configured(configured: str, models_dir: Path) -> Choice:
    try:
        return Choice(handle_for(configured, models_dir))
    except InvalidInput as error:
        return Choice(
            None, f"Words only: the configured embedder is no model. {error}", _refusal(error)
        )
    except EmbedderError as error:
        return Choice(None, f"Words only: the configured embedder cannot be used. {error}", error)


def _refusal(error: EmbedderError | InvalidInput) -> EmbedderError:
    """For whoever named no model: one that does not exist is missing like any other."""
    if isinstance(error, EmbedderError):
        return error
    return ModelMissing(error.message, hint=error.hint)


def _default(models_dir: Path) -> Choice:
    damage: list[str] = []
    for card in (BGE_SMALL, MINILM):
        found = local.status(card, models_dir)
        if found.usable:
            return Choice(handle_for(card.id, models_dir), " ".join(damage) or None)
        if found.state == "damaged":
            damage.append(f"The model {card.name} is damaged: {found.detail}")
    if not damage:
        return Choice(None, WORDS_ONLY)
    return Choice(None, " ".join(["Words only.", *damage]), ModelDamaged(" ".join(damage)))
