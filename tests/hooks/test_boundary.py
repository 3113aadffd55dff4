"""What a hook loads, and that no payload can make it fail."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memboard.engine import find_home
from memboard.engine.project import PROJECT_VARIABLE
from memboard.hooks import recalling
from memboard.hooks.answering import HOSTS, answer
from memboard.hooks.claude_code import HOST as CLAUDE_CODE
from memboard.hooks.codex import HOST as CODEX
from memboard.hooks.payload import Malformed, Payload, told_host
from memboard.hooks.reading import KINDS
from memboard.hooks.words import hook_words

from .driving import Stage

HEAVY = ("msgspec", "numpy", "click", "pydantic", "textual", "rich", "dataclasses", "subprocess")

PROBE = f"""
import sys
from memboard.hooks.answering import answer_of
from memboard.hooks.in_hand import InHand
answer_of("auto", 0, None, InHand("auto"))
print([name for name in {HEAVY!r} if name in sys.modules])
"""


def loaded(stage: Stage, name: str) -> str:
    """Answer a sample in a fresh process, and list the heavy modules it loaded."""
    done = subprocess.run(
        [sys.executable, "-I", "-c", PROBE],
        input=stage.payload(name),
        capture_output=True,
        env=stage.environment(),
        check=True,
    )
    assert stage.log() == []
    return done.stdout.decode().strip()


@pytest.mark.parametrize("name", ["01", "04", "05", "08", "09", "10", "21", "24"])
def test_an_event_that_is_no_prompt_loads_nothing_heavy(still: Stage, name: str) -> None:
    """Neither msgspec nor numpy nor click, nor the patterns of the scan."""
    assert loaded(still, name) == "[]"


@pytest.mark.parametrize("name", ["06", "11", "12", "22"])
def test_a_run_that_is_no_plain_success_loads_no_more_than_the_masking(
    still: Stage, name: str
) -> None:
    """Its command is kept, and may hold a credential."""
    assert loaded(still, name) in ("[]", "['msgspec']")


def test_a_warm_process_is_told_of_the_user_s_project() -> None:
    """By the variable that the engine itself reads."""
    assert recalling.PROJECT_VARIABLE == PROJECT_VARIABLE


def test_the_process_imports_no_command_line(still: Stage) -> None:
    """`memboard hook` branches off before it."""
    done = subprocess.run(
        [sys.executable, "-I", "-X", "importtime", "-m", "memboard", "hook", "codex"],
        input=still.payload("22"),
        capture_output=True,
        env=still.environment(),
        check=True,
    )
    assert done.stdout == b""
    loaded = {line.split(b"|")[-1].strip() for line in done.stderr.splitlines()}
    assert b"memboard.hooks.process" in loaded
    assert not loaded & {b"click", b"memboard.cli"}


def test_the_help_is_the_command_line_s(still: Stage) -> None:
    """And the one place where a hook prints text."""
    told = still.hook(b"", "--help")
    assert (told.code, b"log/hooks.log" in told.out) == (0, True)


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("hook", ("auto", {})),
        ("hook codex", ("codex", {})),
        ("--home /h hook codex", ("codex", {"--home": "/h"})),
        ("hook --home=/h codex --project p", ("codex", {"--home": "/h", "--project": "p"})),
        ("hook codex --verbose more", ("codex", {})),
        ("hook codex --home", ("codex", {"--home": ""})),
        ("hook --help", None),
        ("search hook", None),
        ("--project hook recent", None),
        ("-- hook", None),
    ],
)
def test_a_command_line_is_read_without_a_library(line: str, asked: object) -> None:
    """A word too many is passed over; what is no hook is left to the command line."""
    assert hook_words(line.split()) == asked


def test_a_home_that_is_named_is_used(still: Stage) -> None:
    """As `memboard setup --home` writes it, and without the command line."""
    words = ("--home", str(still.home), "--project", "other", "hook", "auto")
    done = subprocess.run(
        [sys.executable, "-I", "-X", "importtime", "-m", "memboard", *words],
        input=still.payload("05"),
        capture_output=True,
        env=still.environment(MEMBOARD_HOME="/nowhere"),
        check=True,
    )
    assert (done.stdout, b"| click" in done.stderr) == (b"", False)
    assert still.rows("SELECT project FROM runs") == [("name:other",)]


TEXT = st.text(st.characters(), max_size=40)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
FIELDS = [
    "session_id",
    "transcript_path",
    "cwd",
    "prompt",
    "source",
    "tool_name",
    "tool_input",
    "tool_use_id",
    "tool_response",
    "error",
    "is_interrupt",
    "compact_summary",
    "turn_id",
    "timestamp",
    "cursor_version",
    "prompt_id",
    "hookEventName",
]
NAMES = [name for name, kind in KINDS.items() if kind not in ("before_compact", "session_end")]


@st.composite
def payloads(draw: st.DrawFn, folder: Path) -> dict[str, Any]:
    """A payload that is nearly right, or not at all."""
    right = {
        "session_id": "s-1",
        "cwd": str(folder),
        "tool_name": "Bash",
        "tool_input": {"command": draw(TEXT)},
        "prompt": f"make migrate {draw(TEXT)}",
    }
    wrong = draw(st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=4))
    return {**right, "hook_event_name": draw(st.sampled_from(NAMES) | VALUES), **wrong}


@given(data=st.data(), host=st.sampled_from([*HOSTS, "auto", "nobody"]))
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_payload_makes_an_answer_that_a_host_refuses(
    still: Stage, data: st.DataObject, host: str
) -> None:
    """Nothing, or the one object with its two keys, within the host's limit."""
    payload = data.draw(payloads(still.tidepool))
    told = answer(host, json.dumps(payload).encode(), find_home(still.home))
    if told:
        ((key, inner),) = json.loads(told).items()
        assert key == "hookSpecificOutput"
        assert set(inner) == {"hookEventName", "additionalContext"}
        assert inner["hookEventName"] == payload["hook_event_name"]
        assert 0 < len(inner["additionalContext"]) <= CLAUDE_CODE.budget
        assert told.endswith(b"}}\n")
    assert all(" payload: " in line for line in still.log())


@given(fields=st.dictionaries(st.sampled_from(["hook_event_name", *FIELDS]), VALUES))
@settings(deadline=None)
def test_any_object_is_read_or_left(fields: dict[str, object]) -> None:
    """By both hosts, without an error but that it is not what a host sends."""
    payload = Payload(fields)
    told_host(payload)
    for host in (CLAUDE_CODE, CODEX):
        for name in (*KINDS, "Stop", "SubagentStop"):
            try:
                event = host.read(Payload({**fields, "hook_event_name": name}))
            except Malformed:
                continue
            assert event is None or event.kind == KINDS[name]
