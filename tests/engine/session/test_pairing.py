"""Which failure has which fix, and which commands work after all."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memboard.engine.errors import InvalidInput
from memboard.engine.session.commands import command_key
from memboard.engine.session.events import Event, Outcome, Ran, Said, Wrote
from memboard.engine.session.likeness import RESEMBLES, resemblance
from memboard.engine.session.pairing import pair_runs
from memboard.engine.session.transcripts import read_transcript
from memboard.engine.store.runs import NEAR

from .transcript_files import CLAUDE, CODEX, expected


def ok(command: str, tool: str = "Bash") -> Ran:
    """A command that ended well."""
    return Ran(tool=tool, command=command, outcome="ok", exit_code=0)


def failed(command: str, exit_code: int | None = 1, tool: str = "Bash") -> Ran:
    """A command that failed."""
    return Ran(tool=tool, command=command, outcome="failed", exit_code=exit_code)


def unknown(command: str) -> Ran:
    """A command of which nobody knows how it ended."""
    return Ran(tool="Bash", command=command, outcome="unknown")


def asked(text: str = "go on") -> Said:
    """Something a person said."""
    return Said(role="user", text=text)


def pairs(*events: Event) -> list[tuple[str, str]]:
    """Failed commands with their fixes."""
    return [(pair.failed.command, pair.fix.command) for pair in pair_runs(events).pairs]


def works(*events: Event) -> list[str]:
    """Commands that work after all."""
    return [ran.command for _, ran in pair_runs(events).worked]


@pytest.mark.parametrize("sample", [CLAUDE, CODEX], ids=["claude-code", "codex"])
def test_a_sample_teaches_what_is_expected_of_it(sample: Path) -> None:
    """Two hosts' transcripts, from the file to the pair."""
    found = pairs(*read_transcript(sample, "auto").events)
    assert [list(pair) for pair in found] == expected(sample)["fix_pairs"]


PUBLISHED = Path(os.environ.get("MEMBOARD_EVAL", "/work/shared/eval")) / "transcripts"


@pytest.mark.skipif(not PUBLISHED.is_dir(), reason="the evaluation kit is not here")
def test_published_transcripts_teach_what_a_person_would_take_from_them() -> None:
    """One lesson in all; none from a refusal, a search without a match, or a background run."""
    found = []
    for path in sorted(PUBLISHED.iterdir()):
        try:
            found += pairs(*read_transcript(path, "auto").events)
        except InvalidInput:
            continue
    script = "/workspace/number_generator.py"
    assert found == [(f"python {script}", f"python3 {script}")]


@pytest.mark.parametrize(
    ("bad", "good"),
    [
        ("git psuh", "git push"),
        ("git push", "git push -u origin main"),
        ("npm tset", "npm test"),
        ("python x.py", "python3 x.py"),
        ("pip install x", "uv pip install x"),
        ("apt install vim", "sudo apt install vim"),
        ("docker-compose up -d", "docker compose up -d"),
        ("mv foo bar/", "mkdir -p bar/ && mv foo bar/"),
        ("git add -patch", "git add --patch"),
        ("grep_all", "grep_all --fast"),
        ("go run bar", "go run bar.go"),
        ("./manage.py migrate", "DB=test ./manage.py migrate"),
    ],
)
def test_a_success_that_resembles_the_failure_is_its_fix(bad: str, good: str) -> None:
    """Whatever was done in between, within the next runs."""
    assert pairs(failed(bad, 2), ok("make other"), ok(good)) == [(bad, good)]


@pytest.mark.parametrize(
    ("bad", "good"),
    [
        ("npm run build", "npm run test"),
        ("git push", "git add -A"),
        ("docker compose up -d", "docker compose down"),
        ("pytest tests/test_a.py", "pytest tests/test_b.py"),
        ("python manage.py migrate", "python manage.py shell"),
        ("curl localhost:8080", "curl localhost:8081"),
    ],
)
def test_the_same_program_at_something_else_does_not_resemble(bad: str, good: str) -> None:
    """Only the words that say what was meant count fully."""
    assert resemblance(bad, good) < RESEMBLES


def test_what_resembles_beats_what_comes_first() -> None:
    """`make migrate` alone would be taken."""
    upgrade = failed("alembic upgrade head")
    assert pairs(upgrade, ok("make migrate")) == [("alembic upgrade head", "make migrate")]
    assert pairs(upgrade, ok("make migrate"), ok("uv run alembic upgrade head")) == [
        ("alembic upgrade head", "uv run alembic upgrade head")
    ]


def test_a_look_around_is_passed_over() -> None:
    """It finds the fix; it is none."""
    events = [failed("alembic upgrade head"), ok("ls"), ok("grep -n migrate Makefile")]
    assert pairs(*events) == []
    assert pairs(*events, ok("make migrate")) == [("alembic upgrade head", "make migrate")]


@pytest.mark.parametrize("tidying", ["git add -A", "mkdir -p x", "rm -rf build", "kill 12"])
def test_tidying_is_no_fix_unless_it_resembles(tidying: str) -> None:
    """It goes on around the work."""
    assert pairs(failed("alembic upgrade head"), ok(tidying)) == []
    assert pairs(failed("alembic upgrade head"), ok(tidying), ok("make migrate"))


def test_unknown_neither_fails_nor_fixes() -> None:
    """Background, denied, or without an exit code."""
    assert pairs(unknown("alembic upgrade head"), ok("make migrate")) == []
    assert pairs(failed("alembic upgrade head"), unknown("uv run alembic upgrade head")) == []
    assert works(unknown("make")) == []
    assert pairs(failed("git psuh"), unknown("git psuh"), ok("git push")) == [
        ("git psuh", "git push")
    ]


def test_another_tool_s_success_is_no_fix() -> None:
    """The same tool, or it was something else."""
    assert pairs(failed("git psuh"), ok("git push", tool="PowerShell")) == []


@pytest.mark.parametrize(
    "command",
    ["npm test | tail -5", "npm test || true", "npm test; echo done", "npm test &"],
)
def test_a_success_that_hides_failures_is_unknown(command: str) -> None:
    """Its exit code is another program's."""
    assert pairs(failed("npm tset", 2), ok(command)) == []
    assert works(ok(command)) == []


def test_a_command_that_succeeds_later_has_no_lesson_and_retires_it() -> None:
    """It works: with an edit in between, that was the fix; without, the failure passed."""
    flaky = [failed("make deploy", 2), ok("make deploy")]
    work = [failed("make deploy", 2), Wrote(path="x"), ok("make deploy")]
    later = [failed("make deploy", 2), ok("VPN=1 make deploy"), ok("make deploy")]
    for events in (flaky, work, later):
        assert pairs(*events) == []
        assert "make deploy" in works(*events)


def test_a_command_that_fails_again_is_not_retired() -> None:
    """Its last run has the last word."""
    assert works(ok("make"), failed("make", 2)) == []


def test_after_a_file_was_changed_another_success_is_no_fix() -> None:
    """The change was."""
    for change in (
        Wrote(path="a.py"),
        ok("sed -i s/a/b/ a.py"),
        ok("cat > a.py <<'EOF'\nx\nEOF"),
        ok("git apply x.patch"),
    ):
        assert pairs(failed("python a.py", 1), change, ok("python a.py --fast")) == []
        assert pairs(failed("alembic upgrade head"), change, ok("make migrate")) == []


def test_a_program_that_could_not_start_is_not_mended_by_editing() -> None:
    """Then the change was something else."""
    assert pairs(failed("python a.py", 127), Wrote(path="a.py"), ok("python3 a.py")) == [
        ("python a.py", "python3 a.py")
    ]


@pytest.mark.parametrize(
    ("check", "other"),
    [
        ("pytest tests", "pytest tests/test_a.py"),
        ("npm test", "npm test -- --run src/a.test.ts"),
        ("npm test", "npm run lint"),
        ("ruff check .", "ruff check src"),
        ("cargo test", "cargo test -p core"),
        ("make check", "make docs"),
        ("uv run mypy src", "uv run mypy src/a.py"),
    ],
)
def test_a_check_that_found_something_is_not_fixed_by_checking_less(check: str, other: str) -> None:
    """The code failed, not the command; make and others say so with 2."""
    assert pairs(failed(check), ok(other)) == []
    assert pairs(failed(check, None), ok(other)) == []


def test_a_check_s_exit_code_2_means_what_that_check_means_by_it() -> None:
    """Found something, or called wrongly."""
    assert pairs(failed("make test", 2), ok("make test-unit")) == []
    assert pairs(failed("pytest", 2), ok("pytest tests/a.py")) == []
    assert pairs(failed("ruff chekc .", 2), ok("ruff check .")) == [
        ("ruff chekc .", "ruff check .")
    ]


@pytest.mark.parametrize(
    ("check", "exit_code", "good"),
    [
        ("npm test", 1, "npm ci && npm test"),
        ("pytest -q", 1, "DB=test uv run pytest -q"),
        ("cargo test -p proto", 101, "tools/protoc.sh install && cargo test -p proto"),
        ("pytest -q", 127, "uv run pytest -q"),
        ("pytest tests/tset_a.py", 4, "pytest tests/test_a.py"),
    ],
)
def test_a_check_is_fixed_by_what_it_needed_first(check: str, exit_code: int, good: str) -> None:
    """The very check, after or within something more; or one that could not run at all."""
    assert pairs(failed(check, exit_code), ok(good)) == [(check, good)]


@pytest.mark.parametrize(
    "own", ["python seed.py", "./venv/bin/python a.py", "npm start", "go run ."]
)
def test_a_program_of_the_project_s_own_is_fixed_by_what_resembles_it_only(own: str) -> None:
    """It failed by itself; what was done next has nothing to do with it."""
    assert pairs(failed(own), ok("curl localhost:8080/health")) == []
    assert pairs(failed(own), ok("make other"), ok(f"DB=test {own}")) == [(own, f"DB=test {own}")]


def test_waiting_is_no_fix() -> None:
    """The command works after all."""
    events = [failed("curl localhost:8080", 7), ok("sleep 3 && curl localhost:8080")]
    assert pairs(*events) == []
    assert works(*events) == ["sleep 3 && curl localhost:8080"]


def test_a_fix_belongs_to_the_last_failure_before_it() -> None:
    """An earlier one that it does not resemble has none."""
    assert pairs(failed("helm upgrade x"), failed("alembic upgrade head"), ok("make migrate")) == [
        ("alembic upgrade head", "make migrate")
    ]
    assert pairs(failed("python x.py", 127), failed("py x.py", 127), ok("python3 x.py")) == [
        ("python x.py", "python3 x.py"),
        ("py x.py", "python3 x.py"),
    ]


def test_once_a_person_spoke_only_what_resembles_is_a_fix() -> None:
    """It may be about something else now."""
    assert pairs(failed("alembic upgrade head"), asked(), ok("make docs")) == []
    assert pairs(failed("git psuh"), asked("push it"), ok("git push")) == [("git psuh", "git push")]


def test_a_fix_is_looked_for_near_by() -> None:
    """A dozen runs on it is chance."""
    far = [ok(f"./step {number}") for number in range(NEAR)]
    assert pairs(failed("git psuh"), *far[1:], ok("git push"))[-1] == ("git psuh", "git push")
    assert ("git psuh", "git push") not in pairs(failed("git psuh"), *far, ok("git push"))


def test_the_latest_fix_of_a_command_counts() -> None:
    """What worked before did not last."""
    found = pairs(failed("deploy x"), ok("deploy x -f"), failed("deploy x"), ok("deploy x --now"))
    assert found == [("deploy x", "deploy x --now")]
    unlike = pairs(
        failed("alembic upgrade head"), ok("make migrate"), failed("alembic upgrade head")
    )
    assert unlike == []


@pytest.mark.parametrize(
    "refused",
    [
        failed("cat nowhere.txt"),
        failed("grep -q x f"),
        failed("make && diff a b"),
        failed("make serve", 130),
        failed("python - <<'EOF'\nx\nEOF"),
        unknown("curl -sI https://staging.tidepool.example/api"),
    ],
)
def test_what_is_no_failure_has_no_fix(refused: Ran) -> None:
    """An answer, an interruption, a look at what is not there, a refusal."""
    assert pairs(refused, ok("make everything")) == []


def test_a_pair_is_found_by_the_failed_command_s_key() -> None:
    """However it was written."""
    (pair,) = pair_runs([failed("cd /x && git psuh 2>&1"), ok("git push")]).pairs
    assert pair.key == command_key("git psuh")


def test_nothing_teaches_nothing() -> None:
    """No runs, or only talk."""
    assert pair_runs([]) == ((), ())
    assert pair_runs([asked(), Wrote()]) == ((), ())


COMMANDS = st.sampled_from(
    [
        "git push",
        "git psuh",
        "make",
        "ls",
        "npm test",
        "npm test | tail",
        "",
        "\0",
        "cat > a <<X\nX",
    ]
)
OUTCOMES: st.SearchStrategy[Outcome] = st.sampled_from(["ok", "failed", "unknown"])
EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.builds(
        Ran,
        tool=st.sampled_from(["Bash", "shell"]),
        command=COMMANDS | st.text(max_size=20),
        outcome=OUTCOMES,
        exit_code=st.sampled_from([None, 0, 1, 2, 127, 143]),
    ),
    st.builds(Wrote),
    st.builds(Said, role=st.sampled_from(["user", "assistant"]), text=st.just("hm")),
)


@given(st.lists(EVENTS, max_size=30))
def test_whatever_happened_a_pair_is_a_failure_and_a_later_success(events: Sequence[Event]) -> None:
    """Of the same tool, of another command, near by, and never of a command that works."""
    paired = pair_runs(events)
    worked = {key for key, _ in paired.worked}
    for pair in paired.pairs:
        assert (pair.failed.outcome, pair.fix.outcome) == ("failed", "ok")
        assert pair.failed.tool == pair.fix.tool
        assert command_key(pair.fix.command) != pair.key
        assert pair.key not in worked
    assert len({pair.key for pair in paired.pairs}) == len(paired.pairs)


@given(st.text(max_size=60), st.text(max_size=60))
def test_resemblance_is_between_0_and_1_for_any_texts(one: str, other: str) -> None:
    """And a command resembles itself."""
    assert 0.0 <= resemblance(one, other) <= 1.0
    assert resemblance(one, one) == 1.0
