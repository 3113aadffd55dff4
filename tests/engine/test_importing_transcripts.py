"""Old transcripts: what is learnt of them, for which project, and once."""

from __future__ import annotations

from pathlib import Path

import pytest

from memboard.engine.errors import InvalidInput

from .session.transcript_files import (
    CLAUDE,
    CODEX,
    called,
    expected,
    result,
    user,
    written,
)
from .standins import OpenHere


@pytest.mark.parametrize("sample", [CLAUDE, CODEX], ids=["claude-code", "codex"])
def test_an_import_answers_what_is_expected_of_a_sample(open_here: OpenHere, sample: Path) -> None:
    """Runs, prompts and the pairs of failure and fix."""
    imported = open_here().import_transcript(sample)
    wanted = expected(sample)
    assert [
        {"call_id": run.call_id, "command": run.command, "ok": run.ok, "exit_code": run.exit_code}
        for run in imported.runs
    ] == wanted["runs"]
    assert list(imported.user_prompts) == wanted["user_prompts"]
    assert [list(pair) for pair in imported.fix_pairs] == wanted["fix_pairs"]
    assert imported.learned == len(wanted["fix_pairs"])
    assert imported.skipped == 0


def test_importing_twice_teaches_nothing_twice(open_here: OpenHere) -> None:
    """Neither a lesson more, nor one that happened more often."""
    memory = open_here()
    memory.import_transcript(CLAUDE)
    before = memory.failures()
    assert len(before) == 2
    again = memory.import_transcript(str(CLAUDE), "claude-code")
    assert (again.learned, again.retired) == (0, 0)
    assert memory.failures() == before


def test_a_dry_run_keeps_nothing(open_here: OpenHere) -> None:
    """It says what it found all the same."""
    memory = open_here()
    imported = memory.import_transcript(CODEX, dry_run=True)
    assert (len(imported.fix_pairs), imported.learned) == (1, 0)
    assert memory.failures(everywhere=True) == ()


def failing(folder: Path, cwd: str) -> Path:
    """A transcript held in a folder, with one failure and its fix."""
    records = [
        user("go on", cwd=cwd),
        called("t1", "Bash", command="alembic upgrade head"),
        result("t1", "Exit code 1", is_error=True),
        called("t2", "Bash", command="make migrate"),
        result("t2", "done"),
    ]
    return written(folder, *records)


def test_lessons_go_to_the_project_a_conversation_was_held_in(
    open_here: OpenHere, tmp_path: Path
) -> None:
    """Not to the one that happens to be seen."""
    held = tmp_path / "elsewhere" / "beta"
    held.mkdir(parents=True)
    imported = open_here("alpha").import_transcript(failing(tmp_path, str(held)))
    assert (imported.project, imported.learned, imported.notices) == ("beta", 1, ())
    assert open_here("alpha").failures() == ()
    assert [one.command for one in open_here(str(held)).failures()] == ["alembic upgrade head"]


def test_the_project_seen_here_can_be_asked_for(open_here: OpenHere, tmp_path: Path) -> None:
    """Wherever the conversation was held."""
    imported = open_here("alpha").import_transcript(failing(tmp_path, str(tmp_path)), under="here")
    assert imported.project == "alpha"
    assert len(open_here("alpha").failures()) == 1


@pytest.mark.parametrize(
    "cwd",
    ["/nowhere/at/all", "relative", "/nul\0", "/long" * 3_000, f"/{'l' * 300}", ""],
    ids=["gone", "relative", "nul", "long", "long name", "none"],
)
def test_a_folder_that_is_not_here_is_said(open_here: OpenHere, tmp_path: Path, cwd: str) -> None:
    """The project seen here keeps its lessons, or none does; it is never guessed at."""
    path = failing(tmp_path, cwd)
    path.write_bytes(path.read_bytes().replace(b'"cwd":"/w"', b'"cwd":""'))
    memory = open_here("alpha")
    strict = memory.import_transcript(path, under="its")
    assert (strict.project, strict.learned) == (None, 0)
    assert memory.failures(everywhere=True) == ()
    imported = memory.import_transcript(path)
    assert (imported.project, imported.learned) == ("alpha", 1)
    for one in (strict, imported):
        assert [notice.code for notice in one.notices] == ["folder_gone"]


def test_a_folder_that_is_gone_leads_to_the_project_it_was(
    open_here: OpenHere, tmp_path: Path
) -> None:
    """A project that the store knows by the folder's path."""
    held = tmp_path / "beta"
    held.mkdir()
    open_here(str(held)).add("a note of beta")
    held.rmdir()
    imported = open_here("alpha").import_transcript(failing(tmp_path, str(held)))
    assert (imported.project, imported.notices) == ("beta", ())


def test_a_file_that_is_no_transcript_is_refused(open_here: OpenHere, tmp_path: Path) -> None:
    """Also where a host is named for it."""
    notes = tmp_path / "notes.jsonl"
    notes.write_text('{"text":"a note"}\n')
    for host in ("auto", "codex"):
        with pytest.raises(InvalidInput, match="no transcript"):
            open_here().import_transcript(notes, host)
    with pytest.raises(InvalidInput, match="a transcript of codex, not of claude-code"):
        open_here().import_transcript(CODEX, "claude-code")


def test_an_import_brings_in_no_notes(open_here: OpenHere) -> None:
    """What was said is not remembered unasked."""
    memory = open_here()
    imported = memory.import_transcript(CLAUDE)
    assert imported.user_prompts
    assert memory.recent().total == 0
