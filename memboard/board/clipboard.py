"""Copying: the system's clipboard where there is one, else through the terminal (OSC 52)."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Literal

Copied = Literal["clipboard", "terminal"]
Copy = Callable[[str], bool]
"""Puts a text on a clipboard; False where there is none."""


def system_copy(text: str) -> bool:
    """Copy to the system's clipboard; False where there is none, or over ssh."""
    if os.environ.get("SSH_CONNECTION"):
        return False
    import pyperclip

    try:
        pyperclip.copy(text)
    except (pyperclip.PyperclipException, OSError):
        return False
    return True
