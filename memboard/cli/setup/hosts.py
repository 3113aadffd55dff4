"""What each host wants to be told, in which of its files, and for how long it waits."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import Any, Literal, NamedTuple

from memboard.cli.faults import Usage
from memboard.cli.setup.program import hook_words, shared_command

HostName = Literal["claude-code", "codex"]
Scope = Literal["user", "project"]

SHELL_TOOLS = "Bash|PowerShell"
"""Letters and bars only: a list of names to every host, and never a pattern by chance."""
CLAUDE_EDITS = f"{SHELL_TOOLS}|Edit|MultiEdit|Write|NotebookEdit"
"""What runs commands or changes files; the rest starts no process."""


class Hook(NamedTuple):
    """One event that memboard is told of."""

    event: str
    tools: str | None = None
    seconds: int = 5


class Host(NamedTuple):
    """A coding agent whose files memboard writes into."""

    name: HostName
    title: str
    hooks: tuple[Hook, ...]
    variable: str
    """Moves the folder of its files."""
    folder: str
    user_file: str
    project_file: str
    shared: bool
    """Whether its file of a project is kept with the project, for others too."""
    without_shell: bool
    """Whether it takes a command as a list of words."""
    afterwards: str
    """What is left to a person."""


CLAUDE_CODE = Host(
    name="claude-code",
    title="Claude Code",
    hooks=(
        Hook("SessionStart"),
        Hook("UserPromptSubmit"),
        Hook("PreToolUse", SHELL_TOOLS),
        Hook("PostToolUse", CLAUDE_EDITS),
        Hook("PostToolUseFailure", SHELL_TOOLS),
        Hook("PreCompact"),
        Hook("PostCompact"),
        Hook("SessionEnd"),  # a time of its own raises the 1.5 s that all hooks share
    ),
    variable="CLAUDE_CONFIG_DIR",
    folder=".claude",
    user_file="settings.json",
    project_file="settings.local.json",
    shared=False,
    without_shell=True,
    afterwards="Sessions that begin from now on use them.",
)
CODEX = Host(
    name="codex",
    title="Codex",
    hooks=(
        Hook("SessionStart"),
        Hook("UserPromptSubmit"),
        Hook("PreToolUse", SHELL_TOOLS),
        Hook("PostToolUse", f"{SHELL_TOOLS}|apply_patch"),
        Hook("PreCompact"),
        Hook("PostCompact"),
        Hook("SessionEnd", seconds=3),  # it waits no longer
    ),
    variable="CODEX_HOME",
    folder=".codex",
    user_file="hooks.json",
    project_file="hooks.json",
    shared=True,
    without_shell=False,
    afterwards="Codex runs none of them before you accept them: type /hooks in Codex.",
)
HOSTS: dict[str, Host] = {host.name: host for host in (CLAUDE_CODE, CODEX)}


def hooks_file(host: Host, scope: Scope) -> Path:
    """Give the file that a host reads hooks from.

    Raises:
        Usage: here is no project.
    """
    if scope == "project":
        return project_folder() / host.folder / host.project_file
    return user_folder(host) / host.user_file


def user_folder(host: Host) -> Path:
    """Give the folder of a host's files."""
    moved = os.environ.get(host.variable)
    return Path(moved).expanduser().absolute() if moved else Path.home() / host.folder


def project_folder() -> Path:
    """Give the top of the work tree that this is in, or the working directory.

    Raises:
        Usage: that is the home folder or `/`.
    """
    here = Path(os.path.realpath(Path.cwd()))
    top = next((one for one in (here, *here.parents) if (one / ".git").exists()), here)
    if top in (Path(os.path.realpath(Path.home())), Path(top.anchor)):
        raise Usage(f"{top} is no project.", "Go to a project's folder, or leave --scope out.")
    return top


def groups_for(host: Host, scope: Scope, home: str | None) -> dict[str, Any]:
    """Give what a host's file has to hold, by event.

    Raises:
        Usage: a folder of this machine would get into a file for others.
    """
    if host.shared and scope == "project" and home is not None:
        raise Usage(
            f"The hooks of a project are for everyone who uses {host.title} in it, "
            "and --home is a folder of this machine.",
            "Leave --home or --scope project out.",
        )
    return {hook.event: group_of(host, hook, scope, home) for hook in host.hooks}


def group_of(host: Host, hook: Hook, scope: Scope, home: str | None) -> dict[str, Any]:
    """Give the one entry for an event."""
    words = hook_words(host.name, home)
    entry: dict[str, Any] = {"type": "command", "command": shlex.join(words)}
    if host.without_shell:
        entry |= {"command": words[0], "args": words[1:]}
    elif host.shared and scope == "project":
        entry["command"] = shared_command(host.name)
    group = {} if hook.tools is None else {"matcher": hook.tools}
    return {**group, "hooks": [{**entry, "timeout": hook.seconds}]}
