"""Notes that contradict each other, as far as it shows without a model."""

from __future__ import annotations

from itertools import combinations

from memboard.engine.dream.surviving import topics_apart
from memboard.engine.dream.values import Clash, Neighbourhood
from memboard.engine.session.known import difference, other_value


def clashes(neighbourhood: Neighbourhood) -> tuple[Clash, ...]:
    """Find the notes that differ in nothing but one value, a negation or a limit.

    Two that differ in the thing as well as in its value (staging on 5433, prod on 5432) say two
    things, and two under different topics do too.
    """
    return tuple(
        Clash(members=(one, other), what=difference(one.text, other.text) or "meaning")
        for one, other in combinations(neighbourhood.members, 2)
        if topics_apart(one.topic, other.topic) is None and other_value(one.text, other.text)
    )
