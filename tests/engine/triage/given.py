"""Notes as a triage looks at them, written by hand."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from memboard.engine.sources import to_millis
from memboard.engine.triage.doubles import Keeping, better_first
from memboard.engine.triage.looked import Looked

NOW = to_millis(dt.datetime(2026, 6, 15, 12, 0, tzinfo=dt.UTC))
DAY = 24 * 3_600_000


def note(text: str, *, key: int = 1, namespace: int = 2, days_old: int = 0, **more: Any) -> Looked:
    """Make a note, written so many days ago."""
    moment = NOW - days_old * DAY
    given = {"created_at": moment, "updated_at": moment} | more
    return Looked(key, f"note{key}", namespace, text, **given)


def doubles(notes: Sequence[Looked], cosine: float | None = None) -> dict[str, tuple[str, str]]:
    """Find doubles among notes; gives for each the code and the note to keep."""
    best_first = sorted(notes, key=better_first)
    keeping = Keeping(best_first, lambda _one, _other: cosine)
    found = {one.id: keeping.look(one) for one in best_first}
    return {key: (one.code, one.other_id or "") for key, one in found.items() if one}


def pair(one: str, other: str, cosine: float | None = None) -> set[str]:
    """Tell which kinds of doubles two texts are."""
    found = doubles([note(one), note(other, key=2)], cosine)
    return {code for code, _ in found.values()}
