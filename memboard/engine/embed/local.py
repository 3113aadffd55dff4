"""Which models are on disk, and whether they are what they should be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from memboard.engine.embed import bundled
from memboard.engine.embed.catalog import BGE_SMALL, MINILM, ModelCard, built_in_card
from memboard.engine.embed.manifest import Manifest, damaged_files, folder_of, read_manifest
from memboard.engine.errors import ModelDamaged, ModelMissing

if TYPE_CHECKING:
    from pathlib import Path

State = Literal["ready", "bundled", "built-in", "missing", "damaged"]


class ModelStatus(msgspec.Struct, frozen=True):
    """One model as it stands on this machine."""

    name: str
    id: str
    dimensions: int
    size_mb: int
    state: State
    detail: str = ""
    """What is wrong and what to do about it; empty when nothing is."""

    @property
    def usable(self) -> bool:
        """Whether it can be loaded without fetching anything."""
        return self.state in ("ready", "bundled", "built-in")


def card_on_disk(name_or_id: str, models_dir: Path) -> ModelCard | None:
    """The card of a built-in model or of one that was pulled here; loads nothing."""
    card = built_in_card(name_or_id)
    if card is not None:
        return card
    wanted = name_or_id.removeprefix("fastembed:").casefold()
    pulled = (manifest.card for manifest in _manifests(models_dir))
    return next((card for card in pulled if card.fastembed_name.casefold() == wanted), None)


def list_models(models_dir: Path) -> tuple[ModelStatus, ...]:
    """The default, the bundled one, and whatever else was pulled."""
    pulled = {manifest.card.id: manifest.card for manifest in _manifests(models_dir)}
    own = {card.id: card for card in (BGE_SMALL, MINILM)}
    return tuple(status(card, models_dir) for card in ({**pulled, **own}).values())


def status(card: ModelCard, models_dir: Path) -> ModelStatus:
    """How the model stands, from file sizes and times; a changed time costs one hash."""
    return _status(card, models_dir, thorough=False)


def verify(card: ModelCard, models_dir: Path) -> ModelStatus:
    """How the model stands after reading every byte of it."""
    return _status(card, models_dir, thorough=True)


def require(card: ModelCard, models_dir: Path) -> None:
    """Raise ModelMissing or ModelDamaged, naming the file, unless the model can be loaded."""
    found = status(card, models_dir)
    if found.state == "missing":
        raise ModelMissing(f"The model {card.name} is not on disk.", hint=found.detail)
    if found.state == "damaged":
        raise ModelDamaged(f"The model {card.name} is damaged.", hint=found.detail)


def pull_command(card: ModelCard) -> str:
    """What to type to fetch the model."""
    return "memboard model pull" + ("" if card == BGE_SMALL else f" {card.name}")


def _status(card: ModelCard, models_dir: Path, *, thorough: bool) -> ModelStatus:
    state, detail = _state(card, models_dir, thorough=thorough)
    return ModelStatus(card.name, card.id, card.dimensions, card.size_mb, state, detail)


def _state(card: ModelCard, models_dir: Path, *, thorough: bool) -> tuple[State, str]:
    if card.kind == "hash":
        return "built-in", ""
    if card.kind == "bundled":
        return _bundled_state(thorough=thorough)
    folder = folder_of(card, models_dir)
    manifest = read_manifest(folder)
    if manifest is None or manifest.card.id != card.id:
        return _unrecorded_state(card, folder)
    faults = damaged_files(folder, manifest, thorough=thorough)
    if not faults:
        return "ready", ""
    named = "; ".join(f"{folder / name} {fault}" for name, fault in faults.items())
    return "damaged", f"{named}. `{pull_command(card)}` fetches it again."


def _unrecorded_state(card: ModelCard, folder: Path) -> tuple[State, str]:
    if any((folder / name).exists() for name in card.files):
        return "damaged", (
            f"{folder} has no readable record of what it holds. "
            f"`{pull_command(card)}` fetches what is missing."
        )
    return "missing", f"`{pull_command(card)}` fetches it once, {card.size_mb} MB."


def _bundled_state(*, thorough: bool) -> tuple[State, str]:
    onnx = bundled.packaged_onnx()
    if onnx is None:
        return "missing", f"{bundled.INSTALL}; that brings it."
    fault = bundled.fault_of(onnx, thorough=thorough)
    return (
        ("damaged", f"{onnx} {fault}. `{bundled.REINSTALL}` repairs it.")
        if fault
        else ("bundled", "")
    )


def _manifests(models_dir: Path) -> list[Manifest]:
    try:
        folders = sorted(path for path in models_dir.iterdir() if not path.name.startswith("."))
    except OSError:
        return []
    found = (read_manifest(folder) for folder in folders)
    return [manifest for manifest in found if manifest and manifest.card.kind == "hub"]
