"""What memboard has in which files of a host, each with the way in and the way out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from memboard.cli.setup.hosts import (
    CLAUDE_CODE,
    Host,
    Scope,
    groups_for,
    hooks_file,
    project_folder,
    user_folder,
)
from memboard.cli.setup.merging import (
    holds_exactly,
    with_hooks,
    without_hooks,
)
from memboard.cli.setup.places import read_tree
from memboard.cli.setup.program import mcp_words
from memboard.cli.setup.servers import (
    json_server,
    toml_server,
    with_json_server,
    with_toml_server,
    without_json_server,
    without_toml_server,
)


class Addition(NamedTuple):
    """Something of memboard's in a file of a host's.

    Its three ways raise ValueError or RecursionError where the text cannot be used.
    """

    path: Path
    what: str
    is_there: Callable[[str], bool]
    """Tells whether a text holds it as it should be."""
    put_in: Callable[[str], str]
    """Adds it to a text that has none of it."""
    take_out: Callable[[str], str]
    """Gives a text without any of it."""


def hooks_of(host: Host, scope: Scope, home: str | None) -> Addition:
    """Give the hooks of a host."""
    groups = groups_for(host, scope, home)
    return Addition(
        path=hooks_file(host, scope),
        what="hooks",
        is_there=lambda text: bool(text.strip()) and holds_exactly(read_tree(text), groups),
        put_in=lambda text: with_hooks(text, groups),
        take_out=lambda text: without_hooks(text) if text.strip() else text,
    )


def server_of(host: Host, scope: Scope, home: str | None) -> Addition | None:
    """Give the MCP server of a host; None where only the host itself may write its file."""
    server = server_entry(scope, home)
    if host is not CLAUDE_CODE:
        folder = project_folder() / host.folder if scope == "project" else user_folder(host)
        return Addition(
            path=folder / "config.toml",
            what="MCP server",
            is_there=lambda text: bool(toml_server(text) == server),
            put_in=lambda text: with_toml_server(text, server),
            take_out=without_toml_server,
        )
    if scope == "user":
        return None
    shown = {**server, "alwaysLoad": True}  # else its tool is behind a search for tools
    return Addition(
        path=project_folder() / ".mcp.json",
        what="MCP server",
        is_there=lambda text: bool(json_server(text) == shown),
        put_in=lambda text: with_json_server(text, shown),
        take_out=without_json_server,
    )


def server_entry(scope: Scope, home: str | None) -> dict[str, Any]:
    """Give the entry of the server; that of a project is for everybody in it."""
    if scope == "project":
        return {"command": "memboard", "args": ["mcp"]}
    words = mcp_words(home)
    return {"command": words[0], "args": words[1:]}
