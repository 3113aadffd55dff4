"""Drafts in the home: what was written and not saved is there again after a restart.

One file for all projects, for its owner only, gone once it is empty. What looks like a
credential is masked in it, as in any note.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from memboard.board.dialogs.draft import Written
from memboard.engine import MemboardError, Memory
from memboard.engine.guard.masking import mask_secrets

NAME = "draft.json"


class Draft(NamedTuple):
    """What was written, and the revision of the note that it was written over."""

    written: Written
    revision: int = 0


class Entry(msgspec.Struct, frozen=True):
    """One draft in the file; `note` is null for a new note."""

    project: str | None
    note: str | None
    revision: int
    written: Written


def read_drafts(memory: Memory) -> dict[str | None, Draft]:
    """Read this project's drafts; one whose note was purged goes with it."""
    entries = read_entries(memory)
    purged = [one for one in entries if one.note is not None and not is_known(memory, one.note)]
    if purged:
        with contextlib.suppress(OSError):
            write_entries(memory, [one for one in entries if one not in purged])
    return {
        one.note: Draft(one.written, one.revision)
        for one in entries
        if one.project == project_of(memory) and one not in purged
    }


def keep_draft(memory: Memory, note_id: str | None, draft: Draft) -> bool:
    """Write a draft down; tells whether that could be done."""
    masked = draft.written._replace(text=mask_secrets(draft.written.text).text)
    entry = Entry(project_of(memory), note_id, draft.revision, masked)
    return replace(memory, note_id, [entry])


def drop_draft(memory: Memory, note_id: str | None) -> bool:
    """Forget a draft; tells whether that could be done."""
    return replace(memory, note_id, [])


def replace(memory: Memory, note_id: str | None, by: list[Entry]) -> bool:
    """Put other entries in the place of this project's draft of a note."""
    key = (project_of(memory), note_id)
    before = read_entries(memory)
    after = [*(one for one in before if (one.project, one.note) != key), *by]
    if after == before:
        return True
    try:
        write_entries(memory, after)
    except OSError:
        return False
    return True


def project_of(memory: Memory) -> str | None:
    """Name the project of drafts by its first key: names may change."""
    return memory.project.keys[0] if memory.project else None


def is_known(memory: Memory, note_id: str) -> bool:
    """Tell whether a note is here, or was forgotten and can come back."""
    try:
        return memory.why(note_id).state != "purged"
    except MemboardError:
        return False


def read_entries(memory: Memory) -> list[Entry]:
    """Read the file; what cannot be read holds none."""
    try:
        return msgspec.json.decode((memory.home.folder / NAME).read_bytes(), type=list[Entry])
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return []


def write_entries(memory: Memory, entries: Iterable[Entry]) -> None:
    """Write the file whole or not at all, mode 0600; without entries there is none."""
    path = memory.home.folder / NAME
    listed = list(entries)
    if not listed:
        path.unlink(missing_ok=True)
        return
    staged = path.with_suffix(".new")
    staged.unlink(missing_ok=True)
    with os.fdopen(os.open(staged, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
        stream.write(msgspec.json.encode(listed))
    os.replace(staged, path)
