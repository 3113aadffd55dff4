"""What `memboard setup` says: what became of each file, what is left to do, what may go wrong."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from memboard.cli.plain import plain_line
from memboard.cli.setup.changing import Changed
from memboard.cli.setup.hosts import CLAUDE_CODE, Host, Scope
from memboard.cli.setup.program import mcp_words, passing_place
from memboard.engine.home import HOME_VARIABLE
from memboard.engine.model import Value


class FileChange(Value, frozen=True):
    """What became of one file, for programs."""

    path: str
    what: str
    change: Literal["made", "changed", "removed", "none"]
    diff: tuple[str, ...] = ()
    """The lines of a unified diff; with --dry-run only."""


class Done(Value, frozen=True):
    """What one call of `memboard setup` did, or would do."""

    host: str
    scope: str
    dry_run: bool
    files: tuple[FileChange, ...]
    todo: tuple[str, ...]
    warnings: tuple[str, ...]


def told(change: Changed, *, dry_run: bool) -> FileChange:
    """Say what became of a file."""
    return FileChange(
        path=str(change.path),
        what=change.what,
        change=change.change,
        diff=tuple(difference(change)) if dry_run else (),
    )


def difference(change: Changed) -> Iterator[str]:
    """Give the lines of a unified diff."""
    from difflib import unified_diff

    before, after = (lines_of(raw) for raw in (change.before, change.after))
    name = str(change.path)
    return unified_diff(before, after, name, name, lineterm="")


def lines_of(raw: bytes) -> list[str]:
    """Split a file at its line ends and nowhere else; a byte that is no text shows as one."""
    text = raw.decode("utf-8", "replace").removesuffix("\n")
    return [line.removesuffix("\r") for line in text.split("\n")] if text else []


def change_lines(change: FileChange, *, remove: bool) -> Iterator[str]:
    """Write what became of a file."""
    if change.diff:
        yield from map(plain_line, change.diff)
        return
    path, ours = plain_line(change.path), f"memboard's {change.what}"
    if remove:
        yield {
            "none": f"{path} holds none of {ours}.",
            "removed": f"Removed {path}, which was not there before memboard.",
        }.get(change.change, f"Took {ours} out of {path}.")
        return
    yield {
        "none": f"{path} holds {ours} already.",
        "made": f"Made {path} with {ours}.",
    }.get(change.change, f"Put {ours} into {path}.")


def todo_for(
    host: Host, scope: Scope, home: str | None, *, mcp: bool, remove: bool
) -> Iterator[str]:
    """Say what is left to a person."""
    by_hand = mcp and host is CLAUDE_CODE and scope == "user"
    if by_hand:
        yield "Claude Code writes its own list of MCP servers all the time; let it do this:"
        words = ["claude", "mcp"]
        if remove:
            words += ["remove", "--scope", "user", "memboard"]
        else:
            words += ["add", "--transport", "stdio", "--scope", "user", "memboard", "--"]
            words += mcp_words(home)
        yield f"  {shlex.join(words)}"
    if not remove:
        yield host.afterwards
        back = f"memboard setup {host.name}{' --scope project' if scope == 'project' else ''}"
        yield f"{back} --remove takes it back. memboard doctor tries the hooks out."


def warnings_for(host: Host, scope: Scope, home: str | None, *, mcp: bool) -> Iterator[str]:
    """Say what may go wrong later."""
    gone = passing_place(sys.executable)
    shared = host.shared and scope == "project"
    if gone and not shared:
        yield (
            f"This memboard runs {gone} ({sys.executable}): the hooks fail when it is gone. "
            "Install it with pipx, uv tool or pip, and run setup from there."
        )
    if shared:
        path = Path(host.folder) / host.project_file
        yield f"{path} is for everyone in the project; who has no memboard on PATH is spared."
    if os.environ.get(HOME_VARIABLE) and home is None:
        yield (
            f"{HOME_VARIABLE} is set here. {host.title} has to be started with it too; "
            "with --home the hooks know the folder by themselves."
        )
    if mcp and find_spec("mcp") is None:
        yield "memboard mcp needs the official SDK: pip install 'memboard[mcp]'"
