"""`failures.*` over the wire."""

from __future__ import annotations

import pytest

from memboard.engine.session.commands import command_key

from .client import Served

KEY = command_key("git psuh")


@pytest.fixture
def taught(client: Served) -> Served:
    """A client in whose store a session taught something."""
    for outcome, command in (("failed", "git psuh"), ("ok", "git push")):
        client.call(
            "session.tool_result",
            session="s1",
            tool="Bash",
            input={"command": command},
            outcome=outcome,
            exit_code=int(outcome == "failed"),
        )
    client.call("session.shutdown", session="s1")
    return client


def test_what_a_session_taught_is_listed(taught: Served) -> None:
    """With its key."""
    answer = taught.call("failures.list")
    (failure,) = answer["failures"]
    assert (failure["key"], failure["command"], failure["fix"]) == (KEY, "git psuh", "git push")
    assert answer["notices"] == []
    assert taught.call("failures.list", everywhere=True, limit=1)["failures"] == [failure]


def test_the_next_session_is_told_once(taught: Served) -> None:
    """Before it runs the command, in one line."""
    call = {"session": "s2", "tool": "Bash", "input": {"command": "cd /x && git  psuh 2>&1"}}
    hint = taught.call("session.tool_call", **call)["hint"]
    assert hint == "memboard: this repeats `git psuh`, which failed before; `git push` worked then."
    assert taught.call("session.tool_call", **call)["hint"] is None


def test_a_lesson_is_corrected_and_forgotten(taught: Served) -> None:
    """By the beginning of its key."""
    edited = taught.call("failures.edit", key=KEY[:8], fix="git push --atomic")["failure"]
    assert edited["fix"] == "git push --atomic"
    assert taught.call("failures.forget", key=KEY[:8])["forgotten"] == edited
    assert taught.call("failures.list")["failures"] == []


@pytest.mark.parametrize(
    ("method", "params", "code"),
    [
        ("failures.list", {"limit": 0}, "invalid_input"),
        ("failures.forget", {"key": "ffffffff"}, "not_found"),
        ("failures.forget", {"key": "abc"}, "invalid_input"),
        ("failures.edit", {"key": "ffffffff", "fix": "x"}, "not_found"),
        ("failures.edit", {"key": KEY, "fix": " "}, "invalid_input"),
    ],
)
def test_what_cannot_be_done_is_refused(
    taught: Served, method: str, params: dict[str, object], code: str
) -> None:
    """With a code, and with nothing changed."""
    assert taught.fail(method, **params)["data"]["code"] == code
    assert len(taught.call("failures.list")["failures"]) == 1
