"""The models on disk."""

from __future__ import annotations

from collections.abc import Iterator

from memboard.cli.doctor.check import Check, bad, good, warn
from memboard.engine import Home
from memboard.engine.embed import ModelStatus, find_card, list_models, verify


def check_models(home: Home, *, deep: bool) -> Iterator[Check]:
    """Look at each model; `deep` reads every byte of those that are there."""
    found = [
        verify(find_card(model.id), home.models) if deep and model.usable else model
        for model in list_models(home.models)
    ]
    usable = any(model.usable for model in found)
    for model in found:
        yield check_model(model, usable=usable, deep=deep)
    if not usable:
        todo = "memboard model pull fetches bge-small once, 67 MB."
        yield warn("model", "No model can be used: notes are found by words only.", todo)


def check_model(model: ModelStatus, *, usable: bool, deep: bool) -> Check:
    """Tell how one model stands; one that is not there is no trouble while another is."""
    if model.state == "damaged":
        return bad("model", f"{model.name} is damaged.", model.detail)
    if model.state == "missing":
        text = f"{model.name} is not on disk."
        return good("model", text) if usable else warn("model", text, model.detail)
    checked = ", every byte checked" if deep else ""
    return good("model", f"{model.name} is {model.state}{checked}.")
