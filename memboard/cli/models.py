"""What is known about the models here, without loading one and without making a store."""

from __future__ import annotations

import os

from memboard.cli.call import Call
from memboard.engine import MemboardError, read_settings
from memboard.engine.embed import ModelStatus, list_models
from memboard.engine.model import Value
from memboard.engine.settings import EMBEDDER_VARIABLE


class ModelsHere(Value, frozen=True):
    """The models on this machine, and how a store and the settings stand to them."""

    models: tuple[ModelStatus, ...]
    bound: str | None
    """The id of the model this store was embedded with."""
    configured: str | None
    """What config.toml names."""
    overridden: str | None
    """What MEMBOARD_EMBEDDER names."""
    waiting: int
    """Notes without a vector that counts."""


def models_here(call: Call) -> ModelsHere:
    """Look at the disk, the settings and, where there is one, the store."""
    home = call.find_home()
    bound, waiting = None, 0
    if home.store.exists():
        with call.open() as memory:
            stats = memory.stats()
        bound, waiting = stats.embedder, stats.pending + stats.stale + stats.other
    return ModelsHere(
        models=list_models(home.models),
        bound=bound,
        configured=configured(call),
        overridden=os.environ.get(EMBEDDER_VARIABLE) or None,
        waiting=waiting,
    )


def configured(call: Call) -> str | None:
    """Give the model that config.toml names; None where it cannot be read."""
    try:
        return read_settings(call.find_home().config).memory.embedder
    except MemboardError:
        return None
