"""Contradictions that show without a model."""

from __future__ import annotations

import pytest

from memboard.engine.dream.clashes import clashes

from .given import member, near


@pytest.mark.parametrize(
    ("one", "other", "what"),
    [
        ("The limit is 88", "The limit is 100", "numbers"),
        ("Indent with tabs", "Indent with no tabs", "negations"),
        ("Read user_id first", "Read userId first", "names"),
        ("Commits must be signed", "Commits may be signed", "opposites"),
    ],
)
def test_two_values_of_one_thing_clash(one: str, other: str, what: str) -> None:
    """The question is which of them holds."""
    found = clashes(near(one, other))
    assert [clash.what for clash in found] == [what]
    assert [note.text for note in found[0].members] == [one, other]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The limit is 88", "limit: 88"),
        ("Staging DB listens on 5433", "Prod DB listens on 5432"),
        ("Run the tests on push", "Run the slow tests on push"),
    ],
)
def test_repeats_and_two_things_do_not_clash(one: str, other: str) -> None:
    """Staging and prod may both be right."""
    assert clashes(near(one, other)) == ()


def test_two_topics_may_have_two_values() -> None:
    """A topic may hold the thing that a text leaves out."""
    staging = member("The port is 5433", topic="staging")
    assert clashes(near(staging, member("The port is 5432", topic="prod"))) == ()
    assert len(clashes(near(staging, member("The port is 5432")))) == 1
