"""A journal entry as one line: number, time, who, what, which note, from what to what."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from typing import TYPE_CHECKING

from memboard.cli.cells import cut, padded
from memboard.cli.figures import age
from memboard.cli.plain import plain_line

if TYPE_CHECKING:
    from memboard.engine import Change, Memory, Snapshot

PAST = {
    "add": "added",
    "edit": "edited",
    "pin": "pinned",
    "forget": "forgot",
    "purge": "purged",
    "restore": "restored",
    "undo": "took back",
    "move": "moved",
    "merge": "merged",
    "release": "released",
    "withhold": "withheld",
    "supersede": "merged",
}
WHO = 12
"""Cells of an actor."""
FIELDS = ("text", "topic", "tags", "importance", "pinned", "scope", "namespace")


def redone(memory: Memory, changes: Collection[Change]) -> frozenset[int]:
    """Give the numbers of those changes that did again what an undo had taken back."""
    known = {change.seq: change for change in changes}

    def entry(seq: int) -> Change | None:
        if seq not in known:
            known.update({one.seq: one for one in memory.history(before=seq + 1, limit=1)})
        return known.get(seq)

    def is_redo(change: Change) -> bool:
        taken = None if change.undoes is None else entry(change.undoes)
        return taken is not None and taken.undoes is not None and not is_redo(taken)

    return frozenset(change.seq for change in changes if is_redo(change))


def change_row(
    change: Change, now: dt.datetime, width: int | None, again: Collection[int] = ()
) -> str:
    """Write a change as one line; `width` cuts it, None leaves it whole.

    `again` holds the numbers of the redos.
    """
    old = padded(age(change.at, now), 4, right=True)
    who = padded(cut(plain_line(change.actor[: WHO + 1]), WHO, ".."), WHO)
    head = f"{change.seq:>5} {old}  {who} {verb(change, again):<9}  {change.note_id}  "
    return cut(f"{head}{state_of(change)}{plain_line(told(change))}", width)


def verb(change: Change, again: Collection[int]) -> str:
    """Name what was done, in the past."""
    if change.seq in again:
        return "did again"
    if change.op == "pin" and change.after is not None and not change.after.pinned:
        return "unpinned"
    return PAST.get(change.op, change.op)


def state_of(change: Change) -> str:
    """Tell of an undo which entry it took back, and of an entry whether it was taken back."""
    said = "" if change.undoes is None else f"({change.undoes}) "
    return said if change.undone_by is None else f"{said}(taken back by {change.undone_by}) "


def told(change: Change) -> str:
    """Tell what a change did to the note."""
    before, after = change.before, change.after
    if before is None or after is None:
        kept = before or after
        return kept.text if kept else "its text was erased for good"
    changed = [name for name in FIELDS if getattr(before, name) != getattr(after, name)]
    if changed in ([], ["pinned"]):
        return after.text
    return "; ".join(difference(name, before, after) for name in changed)


def difference(name: str, before: Snapshot, after: Snapshot) -> str:
    """Write one field from what to what."""
    old, new = (written(getattr(snapshot, name)) for snapshot in (before, after))
    return f"{old} → {new}" if name == "text" else f"{name} {old} → {new}"


def written(value: object) -> str:
    """Write a field's value."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None else str(value)
