"""The hosts' folders as a test has them: empty ones, and files that hosts and people wrote."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

HANDLERS = {"type": "command", "command": "echo checked"}
"""A hook of somebody else's."""
OTHERS: dict[str, Any] = {
    "model": "opus",
    "env": {"TOKEN": "t-1"},
    "hooks": {
        "PreToolUse": [
            {"matcher": "Bash|PowerShell", "hooks": [HANDLERS]},
            "what is this",
            {"matcher": "Bash", "hooks": "none"},
        ],
        "Stop": [{"hooks": [{"type": "http", "url": "http://127.0.0.1:9/"}]}],
    },
}
"""Settings with hooks of others for the same event and matcher, some of no sense."""


class HostsHere:
    """A user's home folder with the files of both hosts."""

    def __init__(self, user: Path, patch: pytest.MonkeyPatch) -> None:
        self.user = user
        user.mkdir()
        patch.setenv("HOME", str(user))
        for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "MEMBOARD_CHILD", "MEMBOARD_DISABLE"):
            patch.delenv(name, raising=False)

    @property
    def claude(self) -> Path:
        """Claude Code's settings of the user."""
        return self.user / ".claude" / "settings.json"

    @property
    def codex(self) -> Path:
        """Codex's hooks of the user."""
        return self.user / ".codex" / "hooks.json"

    def write(self, raw: bytes, path: Path | None = None) -> Path:
        """Write a file of a host's."""
        target = path or self.claude
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(raw)
        return target


def entries(path: Path) -> dict[str, list[Any]]:
    """The groups of each event in a file."""
    hooks: dict[str, list[Any]] = json.loads(path.read_bytes().decode("utf-8-sig"))["hooks"]
    return hooks


def ours(path: Path) -> list[str]:
    """The events under which a file has a hook of memboard's, once for each."""
    return [
        event
        for event, groups in entries(path).items()
        for group in groups
        if "memboard" in json.dumps(group)
    ]
