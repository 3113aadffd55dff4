"""Which withheld texts were looked at, in the home: what is new is new after a restart too."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection
from pathlib import Path

import msgspec

from memboard.engine import Memory

NAME = "looked.json"

Looked = dict[str, int]
"""By note id, the millisecond up to which it was looked at."""


def read_looked(memory: Memory) -> Looked:
    """Read the file; what cannot be read tells of nothing."""
    try:
        return msgspec.json.decode((memory.home.folder / NAME).read_bytes(), type=Looked)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return {}


def keep_looked(memory: Memory, seen: Looked, listed: Collection[str]) -> None:
    """Write down what was looked at; of notes that are listed no more nothing is kept.

    A home that cannot be written is left as it is: the same rows are new the next time.
    """
    before = read_looked(memory)
    kept = {note_id: at for note_id, at in before.items() if note_id in listed}
    for note_id, at in seen.items():
        kept[note_id] = max(at, kept.get(note_id, 0))
    if kept != before:
        with contextlib.suppress(OSError):
            write_whole(memory.home.folder / NAME, msgspec.json.encode(kept))


def write_whole(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, mode 0600."""
    staged = path.with_suffix(".new")
    staged.unlink(missing_ok=True)
    with os.fdopen(os.open(staged, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
        stream.write(content)
    os.replace(staged, path)
