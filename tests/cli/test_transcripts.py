"""`memboard import claude-code|codex|auto`: transcripts by name and by folder."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import msgspec
import pytest

from .door import Door

SAMPLES = Path(__file__).parents[1] / "engine" / "session" / "transcripts"
CLAUDE = SAMPLES / "transcript_claude_code.jsonl"
CODEX = SAMPLES / "transcript_codex_rollout.jsonl"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of both samples, one below another, beside a file of another kind."""
    folder = tmp_path / "old"
    (folder / "2026").mkdir(parents=True)
    shutil.copy(CLAUDE, folder / "b.jsonl")
    shutil.copy(CODEX, folder / "2026" / "a.jsonl")
    (folder / "notes.txt").write_text("not looked at")
    os.utime(folder / "b.jsonl", (1, 1))
    return folder


def test_a_transcript_is_answered_by_one_line(door: Door) -> None:
    """What came of it, and where its lessons went."""
    printed = door("import", "codex", str(CODEX))
    assert printed.code == 0
    assert printed.out == (
        f"{CODEX}: 6 runs, 2 prompts, 1 fix, 1 lesson learnt, project tidepool\n"
    )
    assert "Its folder /home/ada/code/lanternd is not here" in printed.err
    again = door("import", "auto", str(CODEX))
    assert "1 fix, 0 lessons learnt" in again.out


def test_json_gives_what_is_expected_of_the_samples(door: Door) -> None:
    """One object a file, with runs, prompts and fix pairs in the form of the expected ones."""
    printed = door("import", "auto", str(CLAUDE), str(CODEX), "--json")
    expected = msgspec.json.decode((SAMPLES / "expected_transcripts.json").read_bytes())
    assert printed.err == ""
    for line, sample in zip(printed.out.splitlines(), (CLAUDE, CODEX), strict=True):
        given = msgspec.json.decode(line)
        for name in ("runs", "user_prompts", "fix_pairs"):
            assert given[name] == expected[sample.name][name], name


def test_a_folder_is_read_in_the_order_in_which_it_was_written(door: Door, folder: Path) -> None:
    """Every *.jsonl below it; lessons of projects that cannot be told are not put into this one."""
    printed = door("import", "auto", str(folder))
    assert printed.code == 0
    assert [Path(line.split(":")[0]).name for line in printed.lines] == ["b.jsonl", "a.jsonl"]
    assert "0 lessons learnt, no project" in printed.lines[0]
    assert "--project NAME keeps them" in printed.err
    assert printed.err.endswith("2 transcripts read.\n")
    printed = door("--project", "tidepool", "import", "auto", str(folder))
    assert "2 lessons learnt, project tidepool" in printed.lines[0]


def test_a_broken_file_is_said_and_the_others_are_read(door: Door, folder: Path) -> None:
    """The exit code tells that something is missing."""
    (folder / "c.jsonl").write_text("no json\n")
    os.mkfifo(folder / "d.jsonl")
    missing = folder / "missing.jsonl"
    printed = door("import", "auto", str(folder), str(missing))
    assert printed.code == 1
    assert len(printed.lines) == 2
    assert f"{folder / 'c.jsonl'} is no transcript" in printed.err
    assert f"{folder / 'd.jsonl'} is no plain file" in printed.err
    assert f"There is no file {missing}." in printed.err
    assert printed.err.endswith("2 transcripts read, 3 could not be read.\n")
    lines = [
        msgspec.json.decode(one) for one in door("import", "auto", str(folder), "--json").lines
    ]
    assert sorted(Path(one["path"]).name for one in lines if "error" in one) == [
        "c.jsonl",
        "d.jsonl",
    ]


def test_a_host_is_held_to_its_word(door: Door, folder: Path) -> None:
    """Another host's file is said to be one."""
    printed = door("import", "claude-code", str(folder))
    assert printed.code == 1
    assert "a.jsonl is a transcript of codex, not of claude-code." in printed.err
    assert len(printed.lines) == 1


def test_a_dry_run_keeps_nothing(door: Door) -> None:
    """It says nothing of lessons learnt."""
    printed = door("import", "auto", str(CLAUDE), "--dry-run")
    assert printed.out == f"{CLAUDE}: 9 runs, 2 prompts, 2 fixes, project tidepool\n"
    assert "2 lessons learnt" in door("import", "auto", str(CLAUDE)).out


def test_a_file_of_notes_may_be_called_like_a_host(
    door: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """./codex is a file, codex a host."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "codex").write_text('{"text":"a note"}\n')
    assert door("import", "./codex").out == "1 new, 0 unchanged\n"
    printed = door("import", "codex")
    assert printed.code == 2
    assert "./codex if that is a file of notes" in printed.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["a.jsonl", "b.jsonl"], "One file of notes is imported at a time."),
        (["a.jsonl", "--dry-run"], "--dry-run is for transcripts."),
        (["auto", "a.jsonl", "--skip-invalid"], "--skip-invalid is for files of notes."),
        (["auto", "."], "There is no transcript (*.jsonl) in ."),
        ([], "Missing argument"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    door: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    """Before anything is read."""
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.chdir(empty)
    printed = door("import", *words)
    assert (printed.code, printed.out) == (2, "")
    assert said in printed.err


def test_a_hostile_name_reaches_no_terminal(door: Door, tmp_path: Path) -> None:
    """Nor does a project's, or a folder's out of the file."""
    path = tmp_path / "x\x1b[31m\u202e.jsonl"
    path.write_bytes(CODEX.read_bytes().replace(b"/home/ada/code/lanternd", b"/h/\\u001b]0;x"))
    printed = door("import", "auto", str(path))
    assert printed.code == 0
    assert "\x1b" not in printed.out + printed.err
    assert "\u202e" not in printed.out + printed.err
