"""What a note alone is suspected for."""

from __future__ import annotations

import pytest

from memboard.engine.triage.fragment import fragment
from memboard.engine.triage.past import past_date
from memboard.engine.triage.plumbing import plumbing
from memboard.engine.triage.unrecalled import Watched, never_recalled

from .given import DAY, NOW, note

GOOD = (
    "Staging Postgres listens on 5433, not 5432",
    "use pnpm",
    "Prefer tabs.",
    "no semicolons",
    "Run `go test ./...` before a push",
    "Here is the gateway's port: 8443",
    "Here is the token endpoint: https://auth.example.org/token",
    "Let the worker drain before a deploy",
    "The parser logs ERROR lines to stderr",
    "Great care is needed with the payments table",
    "Never log at DEBUG in production",
    "I prefer small commits",
    "Builds fail with Traceback in conftest.py unless DATABASE_URL is set",
    "Ask Ada before touching infra/dns",
    "Errors: are they logged?",
    "Ω is the unit in sensors/ohm.py",
    "部署前先运行 make seed",
)


@pytest.mark.parametrize("text", GOOD)
def test_a_good_note_is_suspected_for_nothing(text: str) -> None:
    """Short, imperative, about errors, in another script."""
    one = note(text, days_old=900)
    assert [
        found for reason in (plumbing, fragment, past_date) if (found := reason(one, NOW))
    ] == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("<system-reminder>The todo list is empty</system-reminder>", "host"),
        ("<tool_result>\n</tool_result>", "tags"),
        ('File "/srv/app/pay.py", line 88, in charge', "stack"),
        ("at charge (/srv/app/pay.js:88:13)", "stack"),
        ('Traceback (most recent call last):\n  File "a.py", line 1, in f', "stack"),
        ("@@ -1,4 +1,9 @@\ndiff --git a/x b/x", "output"),
        ("drwxr-xr-x 2 ada ada 4096 Jan 1 10:00 src", "output"),
        ("==== 12 passed in 0.31s ====", "output"),
        ("On branch main\nnothing to commit, working tree clean", "output"),
        ("Here is the summary of what I found.", "talk"),
        ("I've updated the tests. Let me know what you think!", "talk"),
        ("Let me check the logs first", "talk"),
        ("You're absolutely right, I apologize for the confusion", "talk"),
        ("Great! Now I'll run the tests", "talk"),
    ],
)
def test_plumbing_is_what_a_transcript_leaves_behind(text: str, says: str) -> None:
    """With what it probably is."""
    found = plumbing(note(text), NOW)
    assert found is not None
    assert found.code == "plumbing"
    assert says in found.text


def test_plumbing_weighs_as_much_as_there_is_of_it() -> None:
    """A fact among talk keeps the weight down, and most of a note that is fact is no plumbing."""
    whole = plumbing(note("Let me check the logs."), NOW)
    half = plumbing(note("Let me check the logs. The worker writes them to var/log."), NOW)
    third = note("The worker logs to var/log. It rotates daily. Let me check.")
    assert whole is not None
    assert half is not None
    assert whole.weight > half.weight
    assert plumbing(third, NOW) is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("and the", "names"),
        ("!!!", "names"),
        ("🙂", "names"),
        ("done", "single"),
        ("Before a release you must run the", "half"),
        ("The gateway needs three things:", "half"),
        ("and then restart the worker", "middle"),
        ("Which port does staging use?", "asks"),
    ],
)
def test_a_fragment_is_no_whole_statement(text: str, says: str) -> None:
    """With what it lacks."""
    found = fragment(note(text), NOW)
    assert found is not None
    assert says in found.text


def test_a_topic_makes_a_word_whole() -> None:
    """`5433` under the topic `staging port` says enough."""
    assert fragment(note("5433", topic="staging port"), NOW) is None
    assert fragment(note("5433"), NOW) is not None


@pytest.mark.parametrize(
    "text",
    [
        "The API is frozen until 2026-03-01",
        "The certificate expires on 1 March 2026",
        "We will move to the new cluster by March 3rd, 2026",
        "Launch is planned for Q1 2026",
        "Ada is on leave until May 2026",
    ],
)
def test_a_plan_is_suspected_when_its_day_is_over(text: str) -> None:
    """It is 15 June 2026."""
    found = past_date(note(text, days_old=200), NOW)
    assert found is not None
    assert "over" in found.text


@pytest.mark.parametrize(
    "text",
    [
        "The API is frozen until 2026-06-10",
        "The API is frozen until 2026-12-01",
        "Frozen from 2026-03-01 until 2026-12-01",
        "Since 2026-03-01 the API speaks only HTTP/2",
        "On 2026-03-01 we decided to use tabs",
        "Dates are written as 2026-03-01",
        "Ada is on leave until June 2026",
        "The build will fail on 2026-02-31 dates",
        "Pin numpy to 1.26.2026 until the wheels ship",
        "Compute tomorrow's date in UTC",
    ],
)
def test_a_day_to_come_or_a_day_of_history_is_not_suspected(text: str) -> None:
    """Nor what is no day at all."""
    assert past_date(note(text, days_old=200), NOW) is None


def test_tomorrow_is_over_when_it_was_said_long_ago() -> None:
    """From the day on which the note was last changed."""
    for text in ("The cutover is tomorrow", "Freeze next week", "Ask Ada again next sprint"):
        assert past_date(note(text), NOW) is None
        assert past_date(note(text, days_old=90), NOW) is not None
    edited = note("The cutover is tomorrow", days_old=90, updated_at=NOW)
    assert past_date(edited, NOW) is None


def test_never_recalled_needs_age_and_others_that_were() -> None:
    """And records that go back far enough."""
    watched = Watched(notes=5, since=NOW - 40 * DAY)
    old = note("Ada owns the gateway", days_old=61)
    assert never_recalled(old, NOW, watched) is not None
    assert never_recalled(note("Ada", days_old=60), NOW, watched) is None
    assert never_recalled(note("Ada", days_old=300, recalled=1), NOW, watched) is None
    assert never_recalled(old, NOW, None) is None
    assert never_recalled(old, NOW, Watched(notes=4, since=NOW - 40 * DAY)) is None
    assert never_recalled(old, NOW, Watched(notes=9, since=NOW - 29 * DAY)) is None


def test_never_recalled_weighs_more_with_age() -> None:
    """Up to a year."""
    watched = Watched(notes=9, since=NOW - 80 * DAY)
    weights = []
    for days in (61, 200, 365, 4_000):
        found = never_recalled(note("Ada owns it", days_old=days), NOW, watched)
        assert found is not None
        weights.append(found.weight)
    assert weights == sorted(weights)
    assert weights[0] < weights[1] < weights[2] == weights[3] == 0.4


@pytest.mark.parametrize(
    "part",
    [
        *("<", "<system-reminder>", "at ", "at a(", "`", " 1", "1 March ", "2026-", "let me ", "."),
        *("\n", 'File "', "PASSED :", "will ", ". ", "? ", "(", "- ", "tomorrow", "a", "I have "),
    ],
)
def test_hostile_repetition_is_judged_in_linear_time(part: str) -> None:
    """Far beyond what a note may hold; quadratic work would not end here."""
    hostile = note(part * 50_000 + "x")
    for reason in (plumbing, fragment, past_date):
        found = reason(hostile, NOW)
        assert found is None or 0 < found.weight <= 1
