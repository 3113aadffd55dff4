"""The user's own editor, on a file only they can read, gone afterwards."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from pathlib import Path


def editor_command() -> list[str]:
    """Give the editor of the user: VISUAL, EDITOR, else vi."""
    named = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    return shlex.split(named) or ["vi"]


def edit_text(text: str) -> str | None:
    """Let the user change a text; None where the editor failed or is not there."""
    with tempfile.TemporaryDirectory(prefix="memboard-") as folder:
        path = Path(folder) / "note.md"
        path.write_text(text, encoding="utf-8")
        try:
            done = subprocess.run([*editor_command(), str(path)], check=False)
        except OSError:
            return None
        if done.returncode != 0:
            return None
        return path.read_text(encoding="utf-8", errors="replace").strip()
