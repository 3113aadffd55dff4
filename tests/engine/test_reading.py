"""Lists: pages, keys and the journal."""

from __future__ import annotations

import itertools

import pytest

from memboard.engine import Memory
from memboard.engine.errors import InvalidInput

from .standins import FixedClock
from .test_editing import added
from .test_search import filled


def test_a_page_beyond_the_end_is_empty_and_an_odd_one_refused(memory: Memory) -> None:
    """Lists are asked for in pages."""
    filled(memory)
    assert memory.recent(offset=100).notes == ()
    for limit, offset in ((0, 0), (-1, 0), (1_001, 0), (1, -1)):
        with pytest.raises(InvalidInput, match="page"):
            memory.recent(limit, offset=offset)
    with pytest.raises(InvalidInput):
        memory.history(limit=0)
    with pytest.raises(InvalidInput, match="too large"):
        memory.history(before=2**70)
    with pytest.raises(InvalidInput, match="too large"):
        memory.recent(offset=2**70)


def test_pages_laid_end_to_end_are_the_whole_list(memory: Memory, clock: FixedClock) -> None:
    """Newest first, in both scopes, each note once; the keys agree."""
    for at in range(23):
        added(memory, f"note {at}", scope=("project", "global")[at % 2])
        clock.move(minutes=at % 3)
    whole = memory.recent(100).notes
    pages = [memory.recent(5, offset=at).notes for at in range(0, 25, 5)]
    assert tuple(itertools.chain(*pages)) == whole == memory.notes(memory.keys())
    assert memory.keys("oldest") == memory.keys()[::-1]
    assert [note.created_at for note in whole] == sorted(
        (n.created_at for n in whole), reverse=True
    )
