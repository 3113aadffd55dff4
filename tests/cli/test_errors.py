"""Exit codes, error texts, suggestions, and no traceback for anything expected."""

from __future__ import annotations

from pathlib import Path

import pytest

from memboard.cli import main
from memboard.engine import Memory

from .door import Door, shell


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["recent"], 0),
        (["--version"], 0),
        (["--help"], 0),
        (["recent", "--limit", "0"], 2),
        (["recent", "--limit", "many"], 2),
        (["add"], 2),
        (["why"], 2),
        (["why", "zz"], 2),
        (["why", "zzzz"], 3),
        (["undo", "99"], 3),
        (["import", "no-such-file"], 1),
        (["project", "rename", "nowhere", "x"], 3),
        (["model"], 2),
        (["model", "use", "no-such-model"], 2),
    ],
)
def test_the_exit_code_tells_what_happened(door: Door, arguments: list[str], code: int) -> None:
    """0 it worked, 1 it failed, 2 it cannot be used, 3 not found."""
    assert door(*arguments).code == code


def test_an_error_says_what_is_and_then_what_to_do(door: Door) -> None:
    """Two lines on stderr, nothing on stdout."""
    printed = door("why", "zzzz")
    assert printed.out == ""
    assert printed.err.splitlines() == [
        'memboard: No note here has the id "zzzz".',
        "  memboard recent lists ids.",
    ]


def test_an_error_as_json_has_code_message_and_hint(door: Door) -> None:
    """One object on stderr, nothing on stdout."""
    note_id = door.add("one")
    wrong = note_id[:-1] + ("a" if note_id[-1] != "a" else "b")
    printed = door("why", wrong, "--json")
    assert printed.out == ""
    assert printed.error["code"] == "not_found"
    assert printed.error["near"] == [note_id]
    assert printed.error["retryable"] is False


def test_a_command_line_that_cannot_be_read_still_answers_in_json(door: Door) -> None:
    """--json counts although the line was not understood."""
    printed = door("recent", "--json", "--limt", "3")
    assert (printed.code, printed.error["code"]) == (2, "usage")


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["add", "--tagg", "x", "text"], "Did you mean --tag?"),
        (["recent", "--limt", "3"], "Did you mean --limit?"),
        (["model", "lst"], "Did you mean memboard model list?"),
        (["project", "renam", "a", "b"], "Did you mean memboard project rename?"),
        (["--jsn", "recent"], "Did you mean --json?"),
        (["serch", "port"], "Did you mean memboard search?"),
    ],
)
def test_a_wrong_word_brings_the_nearest_right_one(
    door: Door, arguments: list[str], meant: str
) -> None:
    """Options and commands alike."""
    printed = door(*arguments)
    assert printed.code == 2
    assert meant in printed.err


def test_add_says_where_text_with_a_dash_goes(door: Door) -> None:
    """A text that holds an option's shape is no riddle."""
    assert "Text that starts with a dash goes after --." in door("add", "use", "-n", "2").err
    assert door("add", "--", "use", "-n", "2").code == 0
    assert door.texts() == ["use -n 2"]


@pytest.mark.parametrize("place", ["before", "after"])
def test_global_options_stand_before_or_after_the_command(door: Door, place: str) -> None:
    """Also before and after the name of a command within a command."""
    options = ["--home", "elsewhere", "--project", "other", "--json"]
    command = ["project", "list"]
    printed = door(*options, *command) if place == "before" else door(*command, *options)
    assert door.opened == [("elsewhere", "other")]
    assert printed.document["projects"]


def test_an_expected_error_of_the_settings_names_the_key(door: Door) -> None:
    """The file, the key and the nearest known one."""
    door.home.mkdir(parents=True)
    (door.home / "config.toml").write_text('[memory]\nembeder = "minilm"\n')
    printed = door("recent")
    assert printed.code == 2
    assert '"memory.embeder" is not a setting' in printed.err
    assert 'Did you mean "memory.embedder"?' in printed.err


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('aggressiveness = "max"', '"aggressiveness" belongs under [memory].'),
        ('theme = "dark"', '"theme" belongs under [board].'),
        ("[memory]\nhalf_life_days = 3", '"half_life_days" belongs under [memory.weights].'),
        ("daily_cap = 3", '"daily_cap" belongs under [memory.cheap_query].'),
        ("[project.x]\nmmr = true", '"mmr" belongs under [project."x".memory].'),
        ('[memory]\naggressiveness = "huge"', "One of low, default, high, max."),
        ('[board]\ntheme = "pink"', "One of dark, light."),
        ('[project.x.memory]\naggressiveness = "huge"', "One of low, default, high, max."),
    ],
)
def test_an_error_of_the_settings_says_where_a_key_belongs_and_what_it_may_be(
    door: Door, written: str, said: str
) -> None:
    """Whoever wrote it need not look it up."""
    door.home.mkdir(parents=True)
    (door.home / "config.toml").write_text(f"{written}\n")
    printed = door("recent")
    assert (printed.code, said in printed.err) == (2, True), printed.err


def broken_open(home: str | None = None, project: str | None = None, /) -> Memory:
    """Fail in a way nobody foresaw."""
    del home, project
    raise RuntimeError("the unforeseen \x1b[31m")


def test_an_unexpected_error_is_one_line_and_a_hint(capsys: pytest.CaptureFixture[str]) -> None:
    """No traceback, no control characters, exit code 1."""
    assert main(["recent"], opener=broken_open) == 1
    err = capsys.readouterr().err
    assert err.splitlines() == [
        "memboard: An unexpected error: RuntimeError: the unforeseen ␛[31m",
        "  MEMBOARD_DEBUG=1 shows where. Report it with what that shows.",
    ]


def test_debug_shows_the_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """For a report."""
    monkeypatch.setenv("MEMBOARD_DEBUG", "1")
    assert main(["recent"], opener=broken_open) == 1
    assert "Traceback" in capsys.readouterr().err


def test_a_home_that_is_a_file_is_refused_in_words(tmp_path: Path) -> None:
    """The real program, the real opener."""
    blocked = tmp_path / "home"
    blocked.write_text("not a folder")
    done = shell(blocked, "recent")
    assert (done.returncode, b"Traceback" in done.stderr) == (1, False)
    assert b"is a file, not a folder" in done.stderr


def test_half_a_character_in_an_argument_is_no_crash(home: Path) -> None:
    """Bytes that are no UTF-8 in an argument are refused in words, in JSON as well."""
    for command in (["why"], ["why", "--json"], ["search"], ["add"], ["history", "--session"]):
        done = shell(home, *command, "ab\udcff")
        assert done.returncode in (0, 2)
        assert b"Traceback" not in done.stderr
