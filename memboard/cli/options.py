"""The options that every command takes, before or after its name, and a few that several share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from memboard.cli.call import Call

Function = TypeVar("Function", bound=Callable[..., Any])


def keep(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    """Write a global option into the call, unless it was left out here."""
    if value and not context.resilient_parsing:
        setattr(context.find_object(Call), str(parameter.name), value)


def global_options() -> list[click.Parameter]:
    """Make the options that belong to every command."""
    return [
        click.Option(
            ["--home"],
            metavar="FOLDER",
            expose_value=False,
            callback=keep,
            help="The folder of the store. [env: MEMBOARD_HOME]",
        ),
        click.Option(
            ["--project"],
            metavar="NAME",
            expose_value=False,
            callback=keep,
            help="The project, by name or folder. [env: MEMBOARD_PROJECT]",
        ),
        click.Option(
            ["--json"],
            is_flag=True,
            expose_value=False,
            callback=keep,
            help="Answer with one JSON document.",
        ),
    ]


class Command(click.Command):
    """A command that also takes the global options."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params = [*self.params, *global_options()]


def command(name: str, **attributes: Any) -> Callable[[Callable[..., Any]], Command]:
    """Declare a command of memboard's."""
    return click.command(name, cls=Command, **attributes)


def scope_options(function: Function) -> Function:
    """Add `--scope` and its short form `--global`."""
    for option in (
        click.option("--global", "scope", flag_value="global", help="Short for --scope global."),
        click.option(
            "--scope",
            type=click.Choice(["project", "global"]),
            help="This project's notes, or those that count everywhere.",
        ),
    ):
        function = option(function)
    return function
