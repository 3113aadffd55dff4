"""Every help text is there, plain and true."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
import pytest

from memboard.cli.tree import SECTIONS, load, root

from .door import Door


def commands() -> Iterator[tuple[str, click.Command]]:
    """Every command with its path, those within commands too."""
    for section in SECTIONS.values():
        for name in section:
            command = load(name)
            yield name, command
            if isinstance(command, click.Group):
                for inner, nested in command.commands.items():
                    yield f"{name} {inner}", nested


@pytest.mark.parametrize(("path", "command"), commands())
def test_a_help_text_is_plain(path: str, command: click.Command) -> None:
    """It begins with a sentence, and holds no exclamation mark and no please."""
    text = command.help or ""
    assert re.match(r"[A-Z][^\n]+[.:,\w]\n?", text), path
    for word in ("!", "please", "sorry", "simply", "just "):
        assert word not in text.lower(), path


@pytest.mark.parametrize(("path", "command"), commands())
def test_every_option_says_what_it_does(path: str, command: click.Command) -> None:
    """Hidden ones aside."""
    for parameter in command.params:
        if isinstance(parameter, click.Option) and not parameter.hidden:
            assert parameter.help, (path, parameter.name)
            assert parameter.help.endswith((".", "]", "none.")), (path, parameter.name)


@pytest.mark.parametrize(("path", "command"), commands())
def test_every_command_takes_the_global_options(path: str, command: click.Command) -> None:
    """After its name as well as before."""
    names = {parameter.name for parameter in command.params}
    assert names >= {"home", "project", "json"}, path


def test_the_list_of_commands_says_what_each_command_says(door: Door) -> None:
    """The table that spares the imports has not drifted from the commands."""
    for section in SECTIONS.values():
        for name, line in section.items():
            assert (load(name).help or "").split("\n\n")[0] == line
            assert line in " ".join(door("--help").out.split())


def test_commands_named_in_help_and_hints_exist() -> None:
    """A help text that says `memboard x` says the name of a command."""
    texts = [root.help or "", *(command.help or "" for _, command in commands())]
    named = {word for text in texts for word in re.findall(r"memboard ([a-z]+)", text)}
    known = {name for section in SECTIONS.values() for name in section}
    assert named - known <= {"alone", "opens"}


def test_version_names_the_program(door: Door) -> None:
    """One line."""
    from memboard import __version__

    assert door("--version").out == f"memboard {__version__}\n"


@pytest.mark.parametrize("name", ["mcp", "rpc"])
def test_a_server_says_what_json_does_there(door: Door, name: str) -> None:
    """It answers in its protocol; only an error before that is told so."""
    out = door(name, "--help").out
    assert "Answer with one JSON document." not in out
    assert "Should it not start" in out
