"""`memboard model`: list, fetch and choose embedding models."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from memboard.cli.call import Call
from memboard.cli.group import Group
from memboard.cli.models import ModelsHere, models_here
from memboard.cli.options import Command
from memboard.cli.progress import long_job

if TYPE_CHECKING:
    from memboard.engine.embed import ModelStatus


@click.group("model", cls=Group)
def model_command() -> None:
    """List, fetch and choose embedding models.

    A model finds notes by meaning. Without one they are found by their words.
    """


@model_command.command("list", cls=Command)
@click.pass_obj
def list_command(call: Call) -> None:
    """List the models on disk, and which of them this store uses."""
    here = models_here(call)
    call.answer(here, model_lines(here))


@model_command.command("pull", cls=Command)
@click.argument("name", default="bge-small")
@click.pass_obj
def pull_command(call: Call, name: str) -> None:
    """Fetch a model once; bge-small (67 MB) unless another is named.

    Goes on where an earlier pull stopped, and checks every file. ctrl+c keeps what was
    fetched. HF_ENDPOINT names another hub. NAME may be any model that fastembed lists.
    """
    from memboard.engine.embed import find_card, status
    from memboard.engine.embed.pull import pull_model

    card = find_card(name)
    home = call.find_home()
    if card.kind != "hub" and status(card, home.models).usable:
        here = status(card, home.models)
        call.answer(here, [f"{here.name} is installed; there is nothing to fetch."])
        return
    with long_job(f"Fetching {card.name}", in_bytes=True, shown=not call.json) as job:
        progress, cancelled = job
        pulled = pull_model(card, home.models, progress=progress, cancelled=cancelled)
    call.answer(pulled, pulled_lines(call, pulled))


@model_command.command("use", cls=Command)
@click.argument("name")
@click.pass_obj
def use_command(call: Call, name: str) -> None:
    """Choose the model for new stores, in config.toml.

    A store that has vectors keeps the model that made them until memboard reindex switches it.
    """
    from memboard.engine.embed import find_card, handle_for
    from memboard.engine.settings import read_settings, write_setting

    card = find_card(name)
    home = call.find_home()
    handle_for(card.id, home.models)
    read_settings(home.config)
    write_setting(home.config, "memory", "embedder", card.name)
    here = models_here(call)
    call.answer(here, used_lines(card.name, card.id, here))


def model_lines(here: ModelsHere) -> Iterator[str]:
    """Write each model as a line."""
    for model in here.models:
        mark = "*" if model.id == here.bound else " "
        size = f"{model.size_mb} MB" if model.size_mb else ""
        yield f"{mark} {model.name:<12} {model.state:<8} {size:>7}  {model.id}"
        if model.detail:
            yield f"    {model.detail}"
    yield f"This store uses {here.bound}." if here.bound else "This store has no vectors yet."
    if here.configured:
        yield f"The settings name {here.configured}."


def pulled_lines(call: Call, pulled: ModelStatus) -> Iterator[str]:
    """Say that a model is here, and what that changes."""
    yield f"{pulled.name} is on disk and checked."
    here = models_here(call)
    if here.bound is not None and here.bound != pulled.id:
        yield f"This store goes on with {here.bound}."
        yield f"memboard reindex --embedder {pulled.name} switches it."
    elif here.waiting:
        yield f"memboard reindex embeds the {here.waiting:,} notes that wait for it."


def used_lines(name: str, model_id: str, here: ModelsHere) -> Iterator[str]:
    """Say what the choice means for the store that is there."""
    yield f"The settings now name {name}."
    if here.overridden:
        yield f"MEMBOARD_EMBEDDER is set to {here.overridden} and goes before them."
    if here.bound is not None and here.bound != model_id:
        yield f"This store was embedded with {here.bound}, which goes on answering."
        yield f"memboard reindex --embedder {name} embeds its notes anew and switches it."
