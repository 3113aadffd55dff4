"""A journal entry as one line: number, time, who, what, which note, from what to what."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from memboard.cli.cells import cut, padded
from memboard.cli.figures import age
from memboard.cli.plain import plain_line

if TYPE_CHECKING:
    from memboard.engine import Change, Snapshot

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
}
FIELDS = ("text", "topic", "tags", "importance", "pinned", "scope", "namespace")


def change_row(change: Change, now: dt.datetime, width: int | None) -> str:
    """Write a change as one line; `width` cuts it, None leaves it whole."""
    old = padded(age(change.at, now), 4, right=True)
    who = padded(cut(plain_line(change.actor), 12, ".."), 12)
    head = f"{change.seq:>5} {old}  {who} {verb(change):<9}  {change.note_id}  "
    return cut(f"{head}{state_of(change)}{plain_line(told(change))}", width)


def verb(change: Change) -> str:
    """Name what was done, in the past."""
    if change.op == "pin" and change.after is not None and not change.after.pinned:
        return "unpinned"
    return PAST.get(change.op, change.op)


def state_of(change: Change) -> str:
    """Tell of an undo which entry it took back, and of an entry whether it was taken back."""
    if change.undoes is not None:
        return f"({change.undoes}) "
    return f"(taken back by {change.undone_by}) " if change.undone_by is not None else ""


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
