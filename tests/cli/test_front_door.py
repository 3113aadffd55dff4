"""Opening the board: with a query, without a terminal, and what counts as a command."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from .door import Door, shell


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """The queries on which a stand-in for the board was opened; there is a terminal."""
    queries: list[str | None] = []

    def run(open_memory: Any, *, query: str | None = None, **_: Any) -> int:
        del open_memory
        queries.append(query)
        return 0

    board = ModuleType("memboard.board")
    board.run = run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "memboard.board", board)
    monkeypatch.setattr("memboard.cli.commands.board.has_terminal", lambda: True)
    return queries


@pytest.mark.parametrize(
    ("arguments", "query"),
    [
        ([], None),
        (["5432"], "5432"),
        (["staging", "port"], "staging port"),
        (["--", "recent"], "recent"),
        (["--home", "x", "--", "add", "-n", "--", "2"], "add -n -- 2"),
        (["--project", "--", "port"], "port"),
        ([""], None),
        (["staging", "--project", "other"], "staging"),
    ],
)
def test_what_is_no_command_is_a_query(
    door: Door, opened: list[str | None], arguments: list[str], query: str | None
) -> None:
    """After -- any word is one, also the name of a command."""
    assert door(*arguments).code == 0
    assert opened == [query]


def test_json_needs_a_command(door: Door, opened: list[str | None]) -> None:
    """The board is no document."""
    printed = door("--json", "port")
    assert (printed.code, opened) == (2, [])
    assert "--json needs a command" in printed.error["message"]


@pytest.mark.parametrize("arguments", [[], ["port"], ["demo"]])
def test_without_a_terminal_it_says_what_to_do_and_ends(home: Path, arguments: list[str]) -> None:
    """The real program neither hangs nor makes a home."""
    done = shell(home, *arguments)
    assert done.returncode == 2
    assert b"needs a terminal" in done.stderr
    assert done.stdout == b""
    assert not home.exists()


@pytest.mark.parametrize(("term", "said"), [("dumb", "TERM is dumb"), ("", "TERM is not set")])
def test_a_terminal_that_term_rules_out_is_told_so(
    door: Door, monkeypatch: pytest.MonkeyPatch, term: str, said: str
) -> None:
    """The reason is the variable, not the terminal."""
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr("memboard.cli.commands.board.is_on_terminal", lambda: True)
    for arguments in ([], ["port"], ["demo"]):
        assert said in door(*arguments).err


def test_a_dumb_terminal_is_none(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    """A board cannot be drawn where the cursor cannot move."""
    monkeypatch.setenv("TERM", "dumb")
    assert door("port").code == 2
