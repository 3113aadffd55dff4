"""One line of the doctor's report."""

from __future__ import annotations

from typing import Literal

from memboard.engine import MemboardError
from memboard.engine.model import Value


class Check(Value, frozen=True):
    """One thing that was looked at, how it is, and what to do about it."""

    name: str
    level: Literal["good", "warn", "bad"]
    text: str
    todo: str = ""
    """Empty when there is nothing to do."""


def good(name: str, text: str) -> Check:
    """Say that something is as it should be."""
    return Check(name=name, level="good", text=text)


def warn(name: str, text: str, todo: str = "") -> Check:
    """Say that something works less well than it could."""
    return Check(name=name, level="warn", text=text, todo=todo)


def bad(name: str, text: str, todo: str = "") -> Check:
    """Say that something does not work."""
    return Check(name=name, level="bad", text=text, todo=todo)


def failed(name: str, error: MemboardError) -> Check:
    """Say what an error of the engine's says."""
    return bad(name, error.message, error.hint or "")
