"""Where an export may go: never over the store, and over nothing else unasked."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from memboard.cli.faults import Failed

if TYPE_CHECKING:
    from memboard.engine import Home

LONGEST_HEADER = 4_096
"""Bytes of a file that are looked at for the line that makes it an export."""


def export_target(file: str, home: Home, *, force: bool) -> Path:
    """Give the real path of the file to write, links followed.

    Args:
        file: what the user named.
        home: nothing in it is ever written over.
        force: write over a file that is no export.

    Raises:
        Failed: it lies in the home, its folder is missing, or it is a file of somebody else's.
    """
    target = Path(os.path.realpath(file))
    if is_in_home(target, home):
        raise Failed(
            f"{file} lies in memboard's home, {home.folder}. Nothing was exported.",
            "Name a file outside of it.",
        )
    if not target.parent.is_dir():
        raise Failed(
            f"There is no folder {target.parent}. Nothing was exported.",
            "Make it first, or name a file in another one.",
        )
    if target.is_file() and not force and not may_go(target):
        raise Failed(
            f"{file} exists and is no memboard export. Nothing was exported.",
            "Name another file; --force writes over this one.",
        )
    return target


def is_in_home(target: Path, home: Home) -> bool:
    """Tell whether a real path is in the home, or is one of its files by another name."""
    kept = Path(os.path.realpath(home.folder))
    if any(one == kept or is_same(one, kept) for one in (target, *target.parents)):
        return True
    config = Path(os.path.realpath(home.config))
    if target == config or is_same(target, config):
        return True
    if not target.is_file() or target.stat().st_nlink == 1:
        return False
    return any(is_same(target, one) for one in kept.rglob("*"))


def is_same(one: Path, other: Path) -> bool:
    """Tell whether two paths lead to one file: the same inode of the same device."""
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False


def may_go(path: Path) -> bool:
    """Tell whether a file may be replaced unasked: it is empty, or begins as an export does."""
    with path.open("rb") as stream:
        first = stream.readline(LONGEST_HEADER)
    if not first:
        return True
    try:
        header = msgspec.json.decode(first)
    except ValueError:
        return False
    return isinstance(header, dict) and "memboard_export" in header
