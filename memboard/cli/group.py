"""A command with commands of its own, such as `memboard model`."""

from __future__ import annotations

from typing import Any

import click

from memboard.cli.faults import Usage
from memboard.cli.options import global_options


class Group(click.Group):
    """A group that takes the global options and knows the nearest of its commands."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("no_args_is_help", False)
        super().__init__(*args, **kwargs)
        self.params = [*self.params, *global_options()]

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click asks so
        """List the commands in the order in which they were declared."""
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or say which was probably meant."""
        if args[0] in self.commands:
            return args[0], self.commands[args[0]], args[1:]
        from memboard.cli.commands.board import nearest

        near = nearest(args[0], self.commands)
        meant = f"Did you mean {ctx.command_path} {near}? " if near else ""
        raise Usage(
            f'{ctx.command_path} has no command "{args[0]}".',
            f"{meant}It has {', '.join(self.commands)}.",
        )
