"""The terminal, and the versions of what memboard stands on."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

import apsw

import memboard
from memboard.cli.doctor.check import Check, good, warn

PACKAGES = ("sqlite-vec", "fastembed", "onnxruntime", "textual", "click")


def check_terminal() -> Iterator[Check]:
    """Look at what the terminal can show."""
    encoding = sys.stdout.encoding or "unknown"
    if encoding.lower().replace("-", "") == "utf8":
        yield good("terminal", "It takes UTF-8.")
    else:
        todo = "Choose a UTF-8 locale, such as LANG=C.UTF-8. Other letters show as escapes."
        yield warn("terminal", f"Its encoding is {encoding}.", todo)
    yield good("terminal", f"{screen()}, {colours()}.")
    yield clipboard()


def screen() -> str:
    """Tell whether there is a screen for the board."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return "No terminal here: the board needs one"
    columns, rows = os.get_terminal_size(sys.stdout.fileno())
    return f"{columns} by {rows} cells, TERM is {os.environ.get('TERM') or 'not set'}"


def colours() -> str:
    """Tell how many colours the environment promises."""
    if os.environ.get("NO_COLOR"):
        return "no colours, because NO_COLOR is set"
    if os.environ.get("COLORTERM") in ("truecolor", "24bit"):
        return "all colours"
    return "256 colours" if "256" in os.environ.get("TERM", "") else "few colours"


def clipboard() -> Check:
    """Tell whether there is a program to copy with."""
    import pyperclip

    if pyperclip.is_available():
        return good("clipboard", "Copying works.")
    text = "No clipboard program: the board copies through the terminal, where it can."
    return good("clipboard", text)


def check_versions() -> Iterator[Check]:
    """Name the versions, for reports."""
    yield good("versions", f"memboard {memboard.__version__}, Python {platform.python_version()}.")
    named = ", ".join(f"{name} {installed(name)}" for name in PACKAGES)
    yield good("versions", f"SQLite {apsw.sqlite_lib_version()}, {named}.")


def installed(name: str) -> str:
    """Give a package's version."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
