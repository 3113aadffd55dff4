"""`memboard setup`: register memboard with a coding agent."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING

import click

from memboard.cli.call import Call
from memboard.cli.faults import Failed
from memboard.cli.options import command

if TYPE_CHECKING:
    from memboard.cli.setup.additions import Addition
    from memboard.cli.setup.changing import Changed
    from memboard.cli.setup.hosts import HostName, Scope
    from memboard.cli.setup.telling import Done


@command("setup")
@click.argument("host", type=click.Choice(["claude-code", "codex"]))
@click.option(
    "--scope",
    type=click.Choice(["user", "project"]),
    default="user",
    show_default=True,
    help="In every project, or in the one around the working directory.",
)
@click.option("--mcp", is_flag=True, help="Register the MCP server too.")
@click.option("--dry-run", is_flag=True, help="Show what would change, and change nothing.")
@click.option("--remove", is_flag=True, help="Take memboard's entries out again.")
@click.pass_obj
def setup_command(
    call: Call, host: HostName, scope: Scope, mcp: bool, dry_run: bool, remove: bool
) -> None:
    """Connect a coding agent on this machine to memboard.

    Adds memboard's hooks to the agent's own settings; what is there stays, to the byte.
    Running it again changes nothing, or replaces the entries of an older installation.
    --remove gives back what was there. docs/setup.md has the files and the entries.
    """
    from memboard.cli.setup.telling import change_lines

    done = set_up(call, host, scope, mcp=mcp, dry_run=dry_run, remove=remove)

    def lines() -> Iterator[str]:
        for one in done.files:
            yield from change_lines(one, remove=remove)
        yield from () if dry_run else done.todo

    call.answer(done, lines())
    call.narrate(*(f"memboard: {warning}" for warning in done.warnings))
    if dry_run:
        call.narrate("Nothing was changed.")


def set_up(
    call: Call, name: HostName, scope: Scope, *, mcp: bool, dry_run: bool, remove: bool
) -> Done:
    """Change the files of a host, or see what would become of them."""
    from memboard.cli.setup import telling
    from memboard.cli.setup.additions import hooks_of, server_of
    from memboard.cli.setup.hosts import HOSTS

    host = HOSTS[name]
    server = server_of(host, scope, call.home) if mcp or remove else None
    additions = [hooks_of(host, scope, call.home), *([server] if server else [])]
    if not remove:
        check_program()
    changes = change_files(call, additions, dry_run=dry_run, remove=remove)
    warnings = () if remove else telling.warnings_for(host, scope, call.home, mcp=mcp)
    return telling.Done(
        host=name,
        scope=scope,
        dry_run=dry_run,
        files=tuple(telling.told(one, dry_run=dry_run) for one in changes),
        todo=tuple(telling.todo_for(host, scope, call.home, mcp=mcp, remove=remove)),
        warnings=tuple(warnings),
    )


def change_files(
    call: Call, additions: list[Addition], *, dry_run: bool, remove: bool
) -> list[Changed]:
    """Look at all files before the first is changed, so that it is all or nothing."""
    from memboard.cli.setup.changing import Unusable, change_file

    home = call.find_home().folder
    try:
        seen = [change_file(one, home, remove=remove, dry_run=True) for one in additions]
    except Unusable as error:
        if not remove:
            call.narrate("This belongs into it:", *error.snippet.splitlines())
        raise
    if dry_run or (remove and all(one.change == "none" for one in seen)):
        return seen
    if not remove:
        call.open().close()  # hooks make no store
    from filelock import FileLock

    with FileLock(home / "setup.lock", mode=0o600) if home.is_dir() else nullcontext():
        return [change_file(one, home, remove=remove, dry_run=False) for one in additions]


def check_program() -> None:
    """Refuse to register a program that a host could not start.

    Raises:
        Failed: this interpreter finds memboard only from where it was started.
    """
    from memboard.cli.setup.program import starts_alone

    if not starts_alone(sys.executable):
        raise Failed(
            f"{sys.executable} finds no memboard when a host starts it.",
            "Hosts start it with -I, which passes over PYTHONPATH and pip install --user. "
            "Install it with pipx, uv tool, or in an environment, and run setup from there.",
        )
