"""Codex's payloads.

How a command ended is not told: its output is bare text, and words in it prove nothing. What the
rollout file says is read when the session ends.
"""

from __future__ import annotations

from memboard.hooks.events import Host
from memboard.hooks.reading import begun

HOST = Host(
    name="codex",
    budget=7_500,  # about 2,500 tokens
    speaks=frozenset({"UserPromptSubmit", "SessionStart", "PreToolUse", "PostToolUse"}),
    read=begun,
)
