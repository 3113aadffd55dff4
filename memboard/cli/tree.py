"""The commands and where each lives; a first word that is none of them is a search."""

from __future__ import annotations

import importlib
from typing import Any

import click

import memboard
from memboard.cli.options import Command, global_options

SECTIONS: dict[str, dict[str, str]] = {
    "Notes": {
        "add": "Remember one fact.",
        "search": "Find notes by meaning and by words.",
        "recall": "Show what a prompt would be given unasked, and why not the rest.",
        "recent": "List notes, newest first.",
        "why": "Show a note, where it comes from and what became of it.",
        "edit": "Change a note.",
        "pin": "Pin notes, or unpin them.",
        "forget": "Take notes out of memory; they can be restored for 30 days.",
        "restore": "Bring a forgotten note back.",
        "undo": "Take back your last change, or any one change.",
        "redo": "Do again what you took back last.",
        "history": "List who changed what, newest first.",
        "triage": "List the notes that are probably worth nothing, and why.",
        "dream": "Merge notes that repeat each other, and settle those that contradict.",
    },
    "Safety": {
        "blocked": "List, show, release and test what is withheld from models.",
        "failures": "List, forget and correct what failing commands taught.",
    },
    "Store": {
        "stats": "Show how many notes there are and how they can be found.",
        "doctor": "Look for trouble and say what to do about it.",
        "model": "List, fetch and choose embedding models.",
        "reindex": "Embed what is not found by meaning yet, or switch the model.",
        "project": "List, merge and rename projects.",
        "export": "Write all notes seen here as JSON Lines.",
        "import": "Read notes from JSON Lines, or old transcripts of agents.",
    },
    "Programs": {
        "setup": "Connect a coding agent on this machine to memboard.",
        "rpc": "Serve JSON-RPC on stdin and stdout, for agents.",
        "mcp": "Serve the memory tool over MCP on stdin and stdout, for agents.",
        "hook": "Answer one event of a coding agent's hooks, read from stdin.",
        "demo": "Show the board on invented notes, in a throw-away home.",
    },
}
"""Every command with its one line of help, so that `memboard --help` imports none of them."""

MODULES = {"import": "importing", "rpc": "serving", "redo": "undo"}
"""Commands whose module has another name."""

SEARCH = "\0query"
"""The name under which a query is run; nobody can type it."""
VALUED = ("--home", "--project")
"""Global options that take the next word as their value."""


def command_names() -> list[str]:
    """List the commands in the order of the help."""
    return [name for section in SECTIONS.values() for name in section]


def load(name: str) -> click.Command:
    """Import one command."""
    module = importlib.import_module(f"memboard.cli.commands.{MODULES.get(name, name)}")
    found: click.Command = getattr(module, f"{name}_command")
    return found


class Root(click.Group):
    """The tree's root: loads a command when it is called, and takes anything else as a query."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click asks so
        """List the commands' names."""
        return command_names()

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - click asks so
        cmd_name: str,
    ) -> click.Command | None:
        """Import a command by its name."""
        return load(cmd_name) if cmd_name in command_names() else None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the global options; after `--` comes a query, whatever its first word."""
        place = query_place(args)
        if place is not None:
            args = [*args[: place + 1], SEARCH, *args[place:]]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or make a query of the words."""
        found = self.get_command(ctx, args[0])
        if found is not None:
            return args[0], found, args[1:]
        return SEARCH, board_command(), args[1:] if args[0] == SEARCH else args

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002 - click asks so
        formatter: click.HelpFormatter,
    ) -> None:
        """Write the commands in sections."""
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl(list(commands.items()))


def query_place(args: list[str]) -> int | None:
    """Find the `--` that stands before any word, if there is one."""
    at = 0
    while at < len(args) and args[at].startswith("-"):
        if args[at] == "--":
            return at
        at += 2 if args[at] in VALUED else 1
    return None


def board_command() -> Command:
    """Import the command that opens the board."""
    from memboard.cli.commands.board import query_command

    return query_command


def version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Print the version and stop."""
    if wanted and not context.resilient_parsing:
        click.echo(f"memboard {memboard.__version__}")
        context.exit()


@click.group(
    "memboard",
    cls=Root,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    options_metavar="[OPTIONS]",
    subcommand_metavar="[QUERY | COMMAND [ARGUMENTS]]",
    params=global_options(),
    epilog="Exit codes: 0 it worked, 1 it failed, 2 the command line cannot be used, "
    "3 not found or ambiguous.",
)
@click.option(
    "--version", is_flag=True, expose_value=False, callback=version, help="Show the version."
)
@click.pass_context
def root(context: click.Context, /, **_: Any) -> int:
    """See, search, correct and prune what your coding agents remember.

    Alone, memboard opens the board. A first word that is no command is a query, on which
    the board opens; after -- any word is one.

    The options below may stand before or after the command. Ids may be shortened to any
    three or more letters that fit one note only.
    """
    if context.invoked_subcommand is not None:
        return 0
    code: int = context.invoke(board_command())
    return code
