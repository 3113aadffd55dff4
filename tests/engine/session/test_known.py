"""Two sentences: one fact in other words, or two facts that look alike."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memboard.engine.session.known import difference, other_value, same_fact, same_words

EVAL = Path(os.environ.get("MEMBOARD_EVAL", Path(__file__).parents[4] / "shared" / "eval"))

SAME = [
    ("Deploys go out on Tuesdays", "deploys go out on tuesdays."),
    ("The timeout is 60s", "Timeout: 60 seconds"),
    ("Retry five times", "retry 5 times"),
    ("The table has 1,000,000 rows", "the table has 1000000 rows"),
    ("The backup starts at 02:00", "The backup starts at 2am"),
    ("Don’t touch the schema", "Do not touch the schema"),
    ("max_retries is 5", "`max_retries` = 5"),
    ("The lock file is committed", "Commit the lockfile"),
    ("In CI, tests run in parallel", "Tests run in parallel in CI"),
    ("Lint the code before you push", "Before you push, lint the code"),
    ("Prefer composition over inheritance", "Favour composition over inheritance"),
    ("Charles approves Emma", "Emma is approved by Charles"),
    ("Copy from alpha to beta", "Copy to beta from alpha"),
    ("The prod database is in Paris", "The production DB is in Paris"),
    ("Reviews are done by Anna and Bo", "Reviews are done by Bo and Anna"),
    ("Use fixtures for testing", "Test with fixtures"),
    ("", ""),
]

OTHER = [
    ("numbers", "The service uses port 8080", "The service uses port 8081"),
    ("numbers", "The limit is 10 MB", "The limit is 10 GB"),
    ("numbers", "The build starts at 9am", "The build starts at 9pm"),
    ("numbers", "The offset is 5", "The offset is -5"),
    ("numbers", "Retry five times", "Retry six times"),
    ("names", "Run pytest with -x", "Run pytest with -X"),
    ("names", "Retries live in src/q/run.py", "Retries live in src/q/runs.py"),
    ("names", "Requires Python-3.11b1", "Requires Python-3.11b2"),
    ("names", "Read user_id first", "Read userId first"),
    ("names", "Call api.example.com", "Call api.example.org"),
    ("negations", "Indent with tabs", "Indent with no tabs"),
    ("negations", "The cache is shared", "The cache isn't shared"),
    ("negations", "Nutze Tabs im Projekt", "Nutze keine Tabs im Projekt"),
    ("negations", "使用制表符缩进", "不使用制表符缩进"),
    ("negations", "Используй табы", "Не используй табы"),
    ("opposites", "Deploy on weekdays", "Deploy only on weekdays"),
    ("opposites", "Commits must be signed", "Commits may be signed"),
    ("opposites", "Turn the cache on", "Turn the cache off"),
    ("opposites", "Lint before testing", "Lint after testing"),
    ("opposites", "Keep the branch until the release", "Keep the branch after the release"),
    ("opposites", "Keep at least 3 backups of the store", "Keep 3 backups of the store"),
    ("opposites", "It answers in JSON or XML", "It answers in JSON and XML"),
    ("opposites", "The team uses Slack to chat", "The team used to use Slack to chat"),
    ("opposites", "The store is in Paris", "The store was in Paris"),
    ("words", "The key colour is teal", "The key colour is plum"),
    ("words", "Enable telemetry", "Disable telemetry"),
    ("words", "Admins can delete projects", "Anyone can delete projects"),
    ("words", "Use pnpm to install packages", "Use yarn to install packages"),
    ("words", "Run the tests on push", "Run the slow tests on push"),
    ("relations", "Rename alpha to beta", "Rename beta to alpha"),
    ("relations", "Migrate from a to b", "Migrate from b to a"),
    ("relations", "Prefer tea over coffee", "Prefer coffee over tea"),
    ("relations", "Charles approves Emma", "Charles is approved by Emma"),
    (
        "relations",
        "Commit the lock file, not the env file",
        "Do not commit the lock file, env file",
    ),
    ("order", "The server calls the client", "The client calls the server"),
    ("order", "Anna reviews what Bo writes", "Bo reviews what Anna writes"),
    ("order", "Sort rows by name then date", "Sort rows by date then name"),
    ("order", "Staging is 5432 and prod 5433", "prod 5432, staging 5433"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_a_rewording_is_the_same_fact_both_ways(one: str, other: str) -> None:
    """Case, signs, inflection, short forms and moved phrases change nothing."""
    assert difference(one, other) is None
    assert difference(other, one) is None
    assert same_words(one, other)


@pytest.mark.parametrize(("what", "one", "other"), OTHER)
def test_what_differs_in_one_thing_that_matters_is_another_fact(
    what: str, one: str, other: str
) -> None:
    """And the thing is named, whichever comes first."""
    assert difference(one, other) == what
    assert difference(other, one) == what
    assert not same_words(one, other)


def test_a_long_sentence_bears_a_word_more_and_a_short_one_does_not() -> None:
    """One for each four that they share; without a measure of nearness none."""
    long = "Build artifacts of the release branch stay in the archive bucket of the team"
    assert same_fact(long, long.replace("team", "platform team"))
    assert not same_words(long, long.replace("team", "platform team"))
    assert not same_fact("Erin is an auditor", "Erin is an active auditor")


def test_another_value_of_a_fact_differs_in_nothing_else() -> None:
    """Other words make it another fact, not another value."""
    assert other_value("Line length limit is 88", "Line length limit is 100")
    assert other_value("Use tabs", "Do not use tabs")
    assert not other_value("Line length limit is 88", "Page length limit is 100")
    assert not other_value("Use tabs", "use tabs")
    assert not other_value("Machine m1 is in rack 1", "Machine m2 is in rack 2")


@given(st.text(max_size=300))
def test_every_text_is_the_same_fact_as_itself(text: str) -> None:
    """Whatever it holds."""
    assert same_fact(text, text)
    assert same_words(text, text)


WORDS = st.lists(
    st.sampled_from(
        (
            *("a", "to", "from", "not", "by", "is", "and", "tabs", "tab", "x.y", "-x", "5", "ms"),
            *("used", "use", "for", "with", "before", "日", "don't", "lock", "lockfile", "file"),
        )
    ),
    max_size=12,
).map(" ".join)


@given(WORDS, WORDS)
def test_which_of_two_texts_comes_first_does_not_matter(one: str, other: str) -> None:
    """The rule is symmetric."""
    assert difference(one, other) == difference(other, one)


@pytest.mark.parametrize("piece", ["a ", "x.y", "n't", "1:", "--", "a-", "日本", "1,", "a to b "])
def test_a_text_of_any_length_is_read_in_one_pass(piece: str) -> None:
    """Far longer ones than a note can be."""
    text = piece * 50_000
    assert same_fact(text, text)
    assert difference("Use tabs", text) is not None


@pytest.mark.skipif(not (EVAL / "dev" / "pairs.jsonl").is_file(), reason="no evaluation kit")
def test_none_of_the_hand_written_pairs_that_must_stay_apart_is_the_same_fact() -> None:
    """Not even where nearness would not have merged them; half of the rewordings are."""
    lines = (EVAL / "dev" / "pairs.jsonl").read_text(encoding="utf-8").splitlines()
    pairs = [row for row in map(json.loads, lines) if row["kind"].startswith("minimal:")]
    apart = [row for row in pairs if row["label"] == "different"]
    reworded = [row for row in pairs if row["label"] == "same"]
    assert apart
    assert reworded
    assert [row for row in apart if same_fact(row["a"], row["b"])] == []
    assert 2 * sum(same_words(row["a"], row["b"]) for row in reworded) >= len(reworded)
