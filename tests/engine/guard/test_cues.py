"""Finding the cues of a text: one by one at first, then by one tree of them all."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memboard.engine.guard.cues import FEW, Cues

PIECES = st.text("abé字", min_size=1, max_size=4)


@given(st.lists(st.tuples(PIECES, st.integers(0, 5)), max_size=12), st.text("abé字 ", max_size=40))
def test_a_tree_finds_what_is_found_one_by_one(cues: list[tuple[str, int]], text: str) -> None:
    """Also cues that begin, end or hold each other: every rule of a cue in the text is called."""
    cues = [*cues, ("aab", 6)]
    wanted = sorted({place for cue, place in cues if cue in text})
    young, grown = Cues(cues), Cues(cues)
    grown.called("." * (FEW + 1))
    assert (young.called(text), grown.called(text)) == (wanted, wanted)
