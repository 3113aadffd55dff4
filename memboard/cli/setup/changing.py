"""Changes one file of a host's: what is to become of it, then the change itself."""

from __future__ import annotations

import codecs
import os
from pathlib import Path
from typing import Literal

from memboard.cli.faults import Failed
from memboard.cli.setup.additions import Addition
from memboard.cli.setup.files import (
    UNCHANGED,
    Found,
    check_writable,
    find_file,
    replace_file,
)
from memboard.cli.setup.originals import drop_original, find_original, keep_original
from memboard.cli.setup.program import NAME
from memboard.engine.model import Value

TRIES = 5
"""How often a file that another program keeps changing is read again."""


class Unusable(Failed):
    """A file that memboard cannot change without risk; `snippet` is what belongs into it."""

    def __init__(self, addition: Addition, why: str) -> None:
        super().__init__(
            f"{addition.path} cannot be used: {why}.",
            f"{UNCHANGED} Mend the file and say so again, or change it by hand.",
        )
        self.snippet = addition.put_in("")


class Changed(Value, frozen=True):
    """What became, or would become, of one file."""

    path: Path
    what: str
    change: Literal["made", "changed", "removed", "none"]
    before: bytes
    after: bytes


def change_file(addition: Addition, home: Path, *, remove: bool, dry_run: bool) -> Changed:
    """Put memboard's entries into a file, or take them out; other programs' changes are kept.

    Raises:
        Failed: the file cannot be read, understood or written; it is as it was.
    """
    path = Path(os.path.realpath(addition.path))  # a link into somebody's dotfiles stays a link
    for _ in range(TRIES):
        found = find_file(path)
        raw = found.raw if found else None
        before, after = planned(addition, home, path, raw, remove=remove)
        done = changed(addition, raw, after)
        if done.change == "none":
            return done
        check_writable(path, found)
        if dry_run or written(home, path, found, before, after, remove=remove):
            return done
    raise Failed(
        f"{addition.path} is being changed by another program all the time.",
        f"{UNCHANGED} Say so again when that has ended.",
    )


def planned(
    addition: Addition, home: Path, path: Path, raw: bytes | None, *, remove: bool
) -> tuple[bytes | None, bytes | None]:
    """Give a file's bytes without memboard's entries, and as they are to be; None is no file.

    Raises:
        Failed: the file cannot be understood.
    """
    if raw is None:
        return None, None if remove else encoded(addition.put_in(""), bom=False)
    if remove and NAME.encode() not in raw:
        return raw, raw
    try:
        bom = raw.startswith(codecs.BOM_UTF8)
        text = raw.removeprefix(codecs.BOM_UTF8).decode("utf-8")
        if not remove and addition.is_there(text):
            return raw, raw
        kept = find_original(home, path, raw)
        before = kept.content if kept else encoded(addition.take_out(text), bom=bom)
        if remove:
            return before, before
        start = (before or b"").removeprefix(codecs.BOM_UTF8).decode("utf-8")
        return before, encoded(addition.put_in(start), bom=bom)
    except (ValueError, RecursionError) as error:
        raise Unusable(addition, said(error)) from error


def said(error: BaseException) -> str:
    """Say what is the matter with a file."""
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8"
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error)


def encoded(text: str, *, bom: bool) -> bytes:
    """Give a text's bytes."""
    return (codecs.BOM_UTF8 if bom else b"") + text.encode("utf-8")


def changed(addition: Addition, raw: bytes | None, after: bytes | None) -> Changed:
    """Say what becomes of a file."""
    change: Literal["made", "changed", "removed", "none"] = "changed"
    if raw == after:
        change = "none"
    elif raw is None:
        change = "made"
    elif after is None:
        change = "removed"
    return Changed(
        path=addition.path, what=addition.what, change=change, before=raw or b"", after=after or b""
    )


def written(
    home: Path,
    path: Path,
    found: Found | None,
    before: bytes | None,
    after: bytes | None,
    *,
    remove: bool,
) -> bool:
    """Write a file, and keep or forget what it held before; False where it has changed."""
    if not remove:
        keep_original(home, path, before, after or b"")
    done = replace_file(path, found, after)
    if remove and done:
        drop_original(home, path)
    return done
