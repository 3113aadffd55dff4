"""My last ten changes; enter takes one of them back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from memboard.board.ages import plural, short_age
from memboard.board.cells import shorten
from memboard.board.dialogs.chooser import Choice, Chooser
from memboard.board.differences import small_difference
from memboard.board.glyphs import Glyphs
from memboard.board.text import plain
from memboard.engine import Change

PERSON = "you"
TEN = 10
PAST = {
    "add": "added",
    "edit": "edited",
    "pin": "pinned",
    "forget": "forgot",
    "restore": "restored",
    "move": "moved",
    "purge": "purged",
    "supersede": "merged",
}


class ChangesDialog(Chooser):
    """The list that `U` opens."""

    types = False
    left_width = 5

    def __init__(self, entries: Sequence[Change], now: dt.datetime, glyphs: Glyphs) -> None:
        super().__init__("My last changes", my_changes(entries, now, glyphs), glyphs)
        self.lines.empty = "No changes of yours yet."


def my_changes(entries: Sequence[Change], now: dt.datetime, glyphs: Glyphs) -> list[Choice]:
    """Put the journal's entries together by change, newest first, mine only."""
    together: dict[int, list[Change]] = {}
    for entry in entries:
        if entry.actor == PERSON and entry.undoes is None:
            together.setdefault(entry.change, []).append(entry)
    return [
        Choice(
            str(change),
            f"{short_age(made[0].at, now):>3}",
            sentence(made, glyphs),
            grey=made[0].undone_by is not None or made[0].op == "purge",
        )
        for change, made in list(together.items())[:TEN]
    ]


def sentence(made: Sequence[Change], glyphs: Glyphs) -> str:
    """Say what a change did: `forgot 2 notes`, `edited k3m9q2vd  5432 → 5433`."""
    first = made[0]
    verb = PAST.get(first.op, first.op)
    if first.op == "pin" and first.after is not None and not first.after.pinned:
        verb = "unpinned"
    what = first.note_id if len(made) == 1 else plural(len(made), "note")
    end = "  (taken back)" if first.undone_by is not None else ""
    return f"{verb} {what}{detail(first, glyphs)}{end}"


def detail(entry: Change, glyphs: Glyphs) -> str:
    """Say which words changed, or how the note begins."""
    before, after = entry.before, entry.after
    if before is not None and after is not None and before.text != after.text:
        changed = small_difference(before.text, after.text).replace("→", glyphs.becomes)
        return f"  {shorten(changed, 40, glyphs.more)}"
    text = (after or before).text if (after or before) else ""  # type: ignore[union-attr]
    return f"  {shorten(plain(text), 40, glyphs.more)}" if text else ""
