"""Every sample of a host's payload, through a real process: what is printed and what is kept."""

from __future__ import annotations

import json

import pytest

from memboard.engine.recall.block import note_line, to_block
from memboard.hooks.reading import is_command

from .driving import PAYLOADS, SILENT, Ended, Stage, context

SESSION = "5b0c9f7e-1d42-4c1b-9a60-3f2e7d8c4a11"
MIGRATE = "alembic upgrade head"
FORECAST = "pytest -q tests/test_forecast.py"
SYNC = "uv sync --group dev && uv run pytest -q tests/test_forecast.py"
PROTO = "cargo test -p lantern-proto"
PROTOC = "PROTOC=/usr/bin/protoc cargo test -p lantern-proto"

ASKED = "Migrations run through make migrate?"

QUIET = {
    name: host
    for host, names in {
        "claude-code": ("01", "02", "03", "05", "07", "08", "09", "10", "11", "12"),
        "codex": ("20", "22", "23", "24"),
    }.items()
    for name in names
}
FOREIGN = ("30", "31", "40", "41", "50")


def hint(command: str, fix: str) -> str:
    """The line that an agent reads."""
    return f"memboard: this repeats `{command}`, which failed before; `{fix}` worked then."


@pytest.fixture
def taught(still: Stage) -> Stage:
    """A store that knows the fix of every command of the samples that has one."""
    still.teach(MIGRATE, "make migrate")
    still.teach(FORECAST, SYNC)
    still.teach(PROTO, PROTOC, still.lanternd)
    return still


def test_every_sample_is_tried() -> None:
    """None is left out of the tables below."""
    names = {path.name[:2] for path in PAYLOADS.glob("*.json")}
    assert names == {*QUIET, *FOREIGN, "04", "06", "21"}


@pytest.mark.parametrize("name", QUIET)
@pytest.mark.parametrize("auto", [True, False])
def test_an_event_that_needs_no_answer_gets_none(taught: Stage, name: str, auto: bool) -> None:
    """Nothing on stdout, nothing on stderr, exit code 0, nothing in the log."""
    assert taught.hook(taught.payload(name), "auto" if auto else QUIET[name]) == SILENT
    assert taught.log() == []


@pytest.mark.parametrize("name", FOREIGN)
@pytest.mark.parametrize("host", ["auto", "claude-code", "codex"])
def test_another_host_that_loads_these_settings_is_left_alone(
    taught: Stage, name: str, host: str
) -> None:
    """Cursor and VS Code run Claude Code's hooks too; what they send tells them apart."""
    assert taught.hook(taught.payload(name), host) == SILENT
    assert (taught.runs(), taught.rows("SELECT * FROM sessions"), taught.log()) == ([], [], [])


@pytest.mark.parametrize("host", ["auto", "claude-code", "codex"])
def test_a_command_that_failed_before_is_answered_with_its_fix(taught: Stage, host: str) -> None:
    """Before it is run, once a session, whatever host the command line names."""
    before = taught.payload("04")
    said = context("PreToolUse", hint(MIGRATE, "make migrate"))
    assert taught.hook(before, host) == Ended(0, said, b"")
    assert taught.hook(before, host) == SILENT


def test_a_failure_with_a_known_fix_is_answered_at_once(taught: Stage) -> None:
    """And logged with the exit code that its first line tells."""
    said = context("PostToolUseFailure", hint(FORECAST, SYNC))
    assert taught.hook(taught.payload("06")) == Ended(0, said, b"")
    assert taught.runs() == [("toolu_01TdRun0000000000000001", "failed", 2)]


def test_codex_is_told_before_a_command_and_in_its_own_form(taught: Stage) -> None:
    """One object with no key that it does not know."""
    said = context("PreToolUse", hint(PROTO, PROTOC))
    assert taught.hook(taught.payload("21"), "codex") == Ended(0, said, b"")


def test_a_prompt_is_given_what_is_remembered_once(taught: Stage) -> None:
    """By words, as one block; the same prompt again is given nothing."""
    text = "On a fresh clone cargo test is red until protoc is installed."
    note_id = taught.add(text, taught.lanternd)
    block = to_block("lanternd", [note_line(note_id, text)])
    prompt = taught.payload("20", prompt="cargo test on a fresh clone?")
    assert taught.hook(prompt, "codex") == Ended(0, context("UserPromptSubmit", block), b"")
    assert taught.hook(prompt, "codex") == SILENT
    assert taught.log() == []


def test_claude_code_s_prompt_is_answered_alike(taught: Stage) -> None:
    """Where there is a prompt in the payload; in the sample itself there is none."""
    prompt = taught.payload("03", prompt=ASKED)
    ended = taught.hook(prompt, "claude-code")
    told = json.loads(ended.out)["hookSpecificOutput"]
    assert told["hookEventName"] == "UserPromptSubmit"
    assert "Migrations run through make migrate" in told["additionalContext"]
    assert taught.hook(prompt, "claude-code") == SILENT


@pytest.mark.parametrize("source", ["system", "loop_wakeup", "schedule_wakeup", "poll_event"])
def test_a_prompt_that_nobody_typed_is_given_nothing(taught: Stage, source: str) -> None:
    """Nor is a command to the host; anybody else's is."""
    asked = ASKED
    assert taught.hook(taught.payload("03", prompt=asked, source=source)) == SILENT
    command = f"/migrate:run {asked}"
    assert taught.hook(taught.payload("03", prompt=command, source="user")) == SILENT
    assert taught.hook(taught.payload("03", prompt=asked, source="user")).out


def test_a_path_at_the_beginning_of_a_prompt_is_no_command() -> None:
    """Only one word behind one slash is."""
    commands = ("/compact", "/migrate:run it", "/tidy-up")
    prompts = ("/srv/app is broken", "/ what?", "/etc/hosts", "//", "compact", "/3d")
    assert [is_command(prompt) for prompt in commands] == [True] * 3
    assert [is_command(prompt) for prompt in prompts] == [False] * 6


@pytest.mark.parametrize(
    ("name", "run"),
    [
        ("05", ("toolu_01TdRun0000000000000002", "ok", None)),
        ("06", ("toolu_01TdRun0000000000000001", "failed", 2)),
        ("11", ("toolu_01TdSub0000000000000001", "failed", 143)),
        ("12", ("toolu_01TdBg00000000000000001", "unknown", None)),
        ("22", ("call_Lt0001", "unknown", None)),
    ],
)
def test_a_run_is_logged_once_with_how_it_ended(
    still: Stage, name: str, run: tuple[str, str, int | None]
) -> None:
    """A host that has the hook twice sends it twice."""
    for _ in range(2):
        assert still.hook(still.payload(name)) == SILENT
    assert still.runs() == [run]


@pytest.mark.parametrize(
    ("changed", "outcome"),
    [
        ({"tool_response": {"stdout": "", "interrupted": True}}, "unknown"),
        ({"tool_response": {"stdout": "", "timedOutAfterMs": 120_000}}, "unknown"),
        ({"tool_response": {"stdout": "Exit code 2"}}, "ok"),
        ({"tool_response": None}, "ok"),
    ],
)
def test_a_success_that_was_cut_short_is_none(
    still: Stage, changed: dict[str, object], outcome: str
) -> None:
    """What the command itself printed proves nothing."""
    still.hook(still.payload("05", **changed))
    assert [row[1] for row in still.runs()] == [outcome]


@pytest.mark.parametrize(
    ("changed", "run"),
    [
        ({"error": "Exit code 1\nExit code 7"}, ("failed", 1)),
        ({"error": "Error: Exit code 127\ncommand not found"}, ("failed", 127)),
        ({"error": "tests failed\nExit code 3"}, ("failed", None)),
        ({"error": "Exit code 12345678901234567890"}, ("failed", None)),
        ({"error": None}, ("failed", None)),
        ({"error": "Exit code 130", "is_interrupt": True}, ("unknown", None)),
    ],
)
def test_an_exit_code_is_read_where_the_host_writes_it(
    still: Stage, changed: dict[str, object], run: tuple[str, int | None]
) -> None:
    """And a command that a person stopped did not fail."""
    still.hook(still.payload("06", **changed))
    assert [row[1:] for row in still.runs()] == [run]


def test_a_worktree_of_a_subagent_belongs_to_its_project(still: Stage) -> None:
    """Same project as the main checkout, same session as the agent that sent it."""
    for name in ("05", "11"):
        still.hook(still.payload(name))
    assert len(still.rows("SELECT DISTINCT project, session FROM runs")) == 1


def test_a_session_is_known_from_its_start(still: Stage) -> None:
    """With its host and its transcript."""
    still.hook(still.payload("01"))
    ((session, host, transcript),) = still.rows("SELECT session, host, transcript FROM sessions")
    assert (session, host, transcript[-10:]) == (SESSION, "claude-code", "4a11.jsonl")


@pytest.mark.parametrize(
    ("name", "cause"), [("07", "before_compact"), ("10", "shutdown"), ("24", "shutdown")]
)
def test_a_boundary_is_queued_for_a_worker(still: Stage, name: str, cause: str) -> None:
    """With the transcript, once, however often it is told."""
    for _ in range(2):
        assert still.hook(still.payload(name)) == SILENT
    assert [row[0] for row in still.rows("SELECT cause FROM captures")] == [cause]


def test_a_session_without_a_transcript_is_queued_too(still: Stage) -> None:
    """Lessons come of what its tools ran."""
    assert still.hook(still.payload("24", transcript_path=None), "codex") == SILENT
    assert still.rows("SELECT host, transcript FROM captures") == [("codex", "")]


def test_a_compaction_gives_again_what_it_dropped(still: Stage) -> None:
    """The session no longer knows it."""
    prompt = still.payload("03", prompt=ASKED)
    first = still.hook(prompt)
    assert (first.out != b"", still.hook(prompt)) == (True, SILENT)
    assert still.hook(still.payload("08")) == SILENT
    assert still.hook(prompt) == first


@pytest.mark.parametrize("order", [("08", "02"), ("02", "08")])
def test_a_summary_survives_the_start_that_follows_it(still: Stage, order: tuple[str, ...]) -> None:
    """Whichever of the two a host sends first, and where it is not searched with at once."""
    for name in order:
        assert still.hook(still.payload(name)) == SILENT
    kept = still.rows("SELECT summary FROM sessions")
    assert order[0] == "08" or "make migrate" in kept[0][0]


def test_a_compaction_s_summary_is_searched_with_where_that_is_on(still: Stage) -> None:
    """The start that follows it is given what the summary recalls, once."""
    (still.home / "config.toml").write_text("[memory]\nre_search = true\n")
    assert still.hook(still.payload("08", compact_summary=ASKED)) == SILENT
    told = json.loads(still.hook(still.payload("02")).out)["hookSpecificOutput"]
    assert told["hookEventName"] == "SessionStart"
    assert "Migrations run through make migrate" in told["additionalContext"]
    assert still.hook(still.payload("02")) == SILENT
