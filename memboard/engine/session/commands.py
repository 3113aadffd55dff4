"""Shell commands of agents: which calls are one, and by what key it is recognised again.

Runs at every tool call: a look at the text, linear in its length, and one hash.
"""

from __future__ import annotations

import sys

from memboard.engine.session.forms import normal_form, program_name

_SHELL_TOOLS = frozenset(
    {"bash", "shell", "exec_command", "local_shell", "local_shell_call", "container.exec"}
    | {"run_shell_command", "run_in_terminal", "run_terminal_cmd", "run_terminal_command"}
    | {"powershell", "terminal", "execute_command", "bashexecution"}
)
_CHANGING_TOOLS = frozenset(
    {"edit", "multiedit", "multi_edit", "write", "notebookedit", "notebook_edit", "apply_patch"}
    | {"edit_file", "edit_notebook", "write_file", "create_file", "delete_file", "replace"}
    | {"search_replace", "replace_string_in_file", "multi_replace_string_in_file"}
    | {"insert_edit_into_file", "edit_notebook_file", "str_replace", "str_replace_editor"}
    | {"str_replace_based_edit_tool"}
)
_SHELLS = frozenset({"bash", "sh", "zsh", "dash", "fish", "pwsh", "powershell"})


def shell_command(tool: str, given: object) -> str | None:
    """Give the command of a shell tool's call; None for any other tool or an odd input.

    Args:
        tool: the tool's name as the host gives it.
        given: its input: an object with `command` or `cmd`, or the command itself.
    """
    if tool.lower() not in _SHELL_TOOLS:
        return None
    if isinstance(given, dict):
        given = given.get("command", given.get("cmd"))
    if isinstance(given, list | tuple):
        return _from_arguments(given)
    return given if isinstance(given, str) and given.strip() else None


def _from_arguments(given: list[object] | tuple[object, ...]) -> str | None:
    """Write an argument list as a command; `bash -lc` and the like only wrap one."""
    words = [word for word in given if isinstance(word, str)]
    if not words or len(words) != len(given):
        return None
    if len(words) == 3 and program_name(words[0]) in _SHELLS and words[1].startswith("-"):
        return words[2] if words[2].strip() else None
    import shlex

    return shlex.join(words)


def changes_files(tool: str) -> bool:
    """Tell whether a tool's work is to change a file."""
    return tool.lower() in _CHANGING_TOOLS


def command_key(command: str) -> str:
    """Give the SHA-256 of a command's form, as 64 hex digits."""
    return sha256_of(normal_form(command).encode("utf-8", "surrogatepass"))


def sha256_of(data: bytes) -> str:
    """Give the SHA-256 of some bytes, as 64 hex digits; `hashlib` would load OpenSSL for 5 ms."""
    try:
        if sys.version_info >= (3, 12):
            from _sha2 import sha256  # type: ignore[import-not-found]
        else:
            from _sha256 import sha256  # type: ignore[import-not-found]
    except ImportError:  # an interpreter that was built without them
        from hashlib import sha256
    return str(sha256(data).hexdigest())
