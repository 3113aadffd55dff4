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
            help="Project, by name or folder. [env: MEMBOARD_PROJECT]",
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


class Server(Command):
    """A command that answers programs in a form of their own, whatever the options say."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for option in self.params:
            if option.name == "json" and isinstance(option, click.Option):
                option.help = "Should it not start, say so in one JSON document."


def command(name: str, **attributes: Any) -> Callable[[Callable[..., Any]], Command]:
    """Declare a command of memboard's."""
    return click.command(name, cls=Command, **attributes)


def server(name: str) -> Callable[[Callable[..., Any]], Command]:
    """Declare a command that serves a protocol on stdin and stdout."""
    return click.command(name, cls=Server)


def scope_options(says: str) -> Callable[[Function], Function]:
    """Add `--scope` and its short form `--global`; `says` tells what the scope does here."""

    def add(function: Function) -> Function:
        short = click.option("--global", "scope", flag_value="global", help="--scope global.")
        whole = click.option("--scope", type=click.Choice(["project", "global"]), help=says)
        return whole(short(function))

    return add


COUNTS = "Where it counts: in this project, or everywhere."
"""What a scope does to a note."""
ONLY = "Only this project's notes, or only the global ones."
"""What a scope does to a list."""
