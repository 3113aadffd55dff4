"""Which notes may become one, and what a text must keep of them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memboard.engine.dream.surviving import apart, faithful, proper_names, survives, told_apart

from .given import member

EVAL = Path(os.environ.get("MEMBOARD_EVAL", Path(__file__).parents[4] / "shared" / "eval"))

REPEATS = [
    ("Deploys go out on Tuesdays", "deploys go out on tuesdays."),
    ("The timeout is 60s", "Timeout: 60 seconds"),
    ("The prod database is in Paris", "The production DB is in Paris"),
    ("List php files under the current directory", "List php files in the current directory"),
    ("Set DEBUG=1 in the test environment", "In the test environment DEBUG must be set to 1"),
]

APART = [
    ("Staging DB listens on 5433", "Prod DB listens on 5432"),
    ("The key colour is teal", "The key colour is plum"),
    ("The service uses port 8080", "The service uses port 8081"),
    ("Requires Python 3.11.2", "Requires Python 3.11.3"),
    ("The freeze begins 2026-03-01", "The freeze begins 2026-04-01"),
    ("Retries live in src/q/run.py", "Retries live in src/q/runs.py"),
    ("Call user_id first", "Call userId first"),
    ("Indent with tabs", "Indent with no tabs"),
    ("Migrate from a to b", "Migrate from b to a"),
    ("Anna reviews the work of Bo", "Bo reviews the work of Anna"),
    ("Deploy before Friday", "Deploy on Friday"),
    ("Deploy the service before noon", "Deploy the service at noon"),
    ("Commits may be signed", "Sign commits"),
    ("Keep builds under 5 minutes", "Keep builds at 5 minutes"),
    (
        "Guidelines for contributing to the Claude Code Action project are in this document",
        "Guidelines for contributing to the Claude Code Base Action project are in this document",
    ),
]


@pytest.mark.parametrize(("one", "other"), REPEATS)
def test_what_repeats_may_become_one(one: str, other: str) -> None:
    """Case, word forms and units say nothing; either text may stand for both."""
    members = (member(one), member(other))
    assert told_apart(members) is None
    assert any(faithful(members, text) is None for text in (one, other))


@pytest.mark.parametrize(("one", "other"), APART)
def test_what_differs_in_a_value_never_becomes_one(one: str, other: str) -> None:
    """Whichever comes first, and whatever text a model gives for both."""
    assert apart(one, other) is not None
    assert apart(other, one) is not None
    assert told_apart((member(one), member(other))) is not None


def test_one_note_that_differs_keeps_the_whole_cluster_apart() -> None:
    """Every two of the notes are compared, not each with its neighbour."""
    texts = ("The port is 8080", "the port is 8080.", "The port is 8081")
    assert told_apart([member(text) for text in texts]) == "numbers"


def test_notes_under_topics_that_differ_are_two() -> None:
    """A topic may hold the thing that a text leaves out."""
    staging, prod = (
        member("The port is 5432", topic, topic=topic) for topic in ("staging", "prod")
    )
    assert told_apart((staging, prod)) == "topics"
    filed = member("Port: 5432", topic="staging database")
    assert told_apart((staging, filed)) is None
    assert told_apart((staging, member("Port: 5432"))) is None


@pytest.mark.parametrize(
    ("note", "text", "lost"),
    [
        ("The port is 5432", "The port is fixed", "the number 5432"),
        ("The port is 5432", "The port is 5433", "the number 5432"),
        ("Wait 30 s", "Wait 30 minutes", "the number 30"),
        ("Requires Python 3.11.2", "Requires Python", "the number 3.11.2"),
        ("Pinned to v2.1.0-rc1", "Pinned to a candidate", "the identifier v2.1.0-rc1"),
        ("Frozen since 2026-03-01", "Frozen since March", "the identifier 2026-03-01"),
        ("See src/q/run.py", "See the runner", "the identifier src/q/run.py"),
        ("Run pytest with -x", "Run pytest", "the identifier -x"),
        ("Ask Anna for access", "Ask somebody for access", "the name Anna"),
        ("Never push to main", "Push to main", "a negation"),
        ("Push to main", "Never push to main", "a statement without a negation"),
    ],
)
def test_a_lost_value_is_named(note: str, text: str, lost: str) -> None:
    """Numbers, versions, dates, paths, identifiers, flags, names, negations."""
    assert survives([member(note), member(note.lower())], text) == lost
    assert survives([member(note)], note) is None


def test_a_text_may_say_more_as_long_as_every_value_survives() -> None:
    """What a person writes is held to the values alone."""
    members = [member("The port is 5432"), member("Port 5432, see db.toml")]
    assert survives(members, "db.toml sets the port, 5432, for all of us") is None


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("The nightly backup runs at 02:00", None),
        ("The nightly backup runs at 2am", None),
        ("The backup runs at 02:00", "the word nightly"),
        ("The nightly backup runs at 02:00 on host7", "what a note says"),
        ("The nightly backup runs at 02:00 and deletes", "nothing, but adds the word deletes"),
        ("The nightly backup runs until 02:00", "what a note says"),
        ("I can't summarise this", "the number 02:00"),
    ],
)
def test_a_models_text_says_what_the_notes_say_in_their_words(text: str, fault: str | None) -> None:
    """Nothing is left out, nothing is added, nothing is turned round."""
    notes = (member("The nightly backup runs at 02:00"), member("nightly backup runs at 2am"))
    assert faithful(notes, text) == fault


def test_proper_names_are_capitals_that_no_sentence_explains() -> None:
    """A sentence's first word says nothing by its capital, but all capitals do."""
    assert proper_names("Ask Anna. Then call Łukasz: CI is DEBUG=1, I'm told") == [
        *("Anna", "Łukasz", "CI", "DEBUG")
    ]


@given(st.lists(st.text(max_size=80), min_size=2, max_size=4), st.text(max_size=120))
def test_any_texts_are_compared_without_an_error(notes: list[str], text: str) -> None:
    """Whatever characters they hold; and which comes first changes nothing."""
    members = [member(note, str(at)) for at, note in enumerate(notes)]
    assert (told_apart(members) is None) == (told_apart(members[::-1]) is None)
    if faithful(members, text) is None:
        assert survives(members, text) is None


def test_none_of_the_published_pairs_that_differ_becomes_one() -> None:
    """Whatever the embedder says of them, and whatever text a model gives for both."""
    path = EVAL / "dev" / "pairs.jsonl"
    if not path.is_file():
        pytest.skip("the evaluation kit is not here")
    pairs = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    different = [pair for pair in pairs if pair["label"] == "different"]
    assert len(different) > 100
    assert [pair["id"] for pair in different if apart(pair["a"], pair["b"]) is None] == []
