"""The command by which a host starts memboard, and how it is known again among others' commands."""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import Any

from memboard.cli.faults import Failed

NAME = "memboard"
SHARED = "command -v memboard >/dev/null 2>&1 || exit 0; exec memboard hook {host}"
"""For a file that others get too: without memboard it does nothing."""
PASSING = ("/uv/archive-v", "/uv/environments-v", "/pipx/.cache/", "/pipx/cache/")
"""Parts of the paths in which `uvx` and `pipx run` keep a program for a while."""


def hook_words(host: str, home: str | None) -> list[str]:
    """Give the command that answers a host's hooks; it holds no version, and stays the same."""
    return [*started(home), "hook", host]


def mcp_words(home: str | None) -> list[str]:
    """Give the command that serves MCP."""
    return [*started(home), "mcp"]


def started(home: str | None) -> list[str]:
    """Give the way to this memboard: its own interpreter, deaf to what a project holds.

    Raises:
        Failed: this Python does not know where it is.
    """
    if not sys.executable:
        raise Failed(
            "This Python does not say where it is, so no host could start it.",
            "Install memboard with pipx, uv tool or pip, and run that one.",
        )
    named = [] if home is None else ["--home", str(Path(home).expanduser().absolute())]
    return [os.path.abspath(sys.executable), "-I", "-m", NAME, *named]


def shared_command(host: str) -> str:
    """Give the command for a file that is kept with a project."""
    return f"sh -c {shlex.quote(SHARED.format(host=host))}"


def words_of(entry: Any) -> list[str]:
    """Give the words of an entry's command, whether it is started by a shell or not."""
    command = entry.get("command") if isinstance(entry, dict) else None
    if not isinstance(command, str):
        return []
    arguments = entry.get("args")
    if isinstance(arguments, list):
        return [command, *(word for word in arguments if isinstance(word, str))]
    try:
        words = shlex.split(command)
    except ValueError:
        return []
    return words[2].split() if words[:2] == ["sh", "-c"] and len(words) == 3 else words


def is_ours(words: Sequence[str], task: str) -> bool:
    """Tell whether a command starts memboard at a task, wherever that one lies."""
    names = [PurePath(word.replace("\\", "/")).name.removesuffix(".exe") for word in words]
    return NAME in names and task in words[names.index(NAME) + 1 :]


def passing_place(executable: str) -> str | None:
    """Say why an interpreter may be gone tomorrow; None where it stays."""
    temporary = os.path.realpath(tempfile.gettempdir()) + os.sep
    if os.path.abspath(executable).startswith((temporary, tempfile.gettempdir() + os.sep)):
        return "among the temporary files"
    if any(part in PurePath(executable).as_posix() for part in PASSING):
        return "where uvx and pipx run keep a program for a while"
    return None


def starts_alone(executable: str) -> bool:
    """Tell whether an interpreter finds memboard as hosts start it."""
    import subprocess

    found = subprocess.run(
        [executable, "-I", "-c", f"import {NAME}"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    return found.returncode == 0
