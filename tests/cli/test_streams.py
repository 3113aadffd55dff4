"""Pipes, closed streams, other encodings: the real program."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .door import environment, shell


@pytest.fixture
def filled(home: Path) -> Path:
    """A home with 300 notes, one of them not ASCII."""
    lines = b"".join(b'{"text":"note %d %s"}\n' % (n, b"x" * 500) for n in range(299))
    shell(home, "import", "-", stdin=lines + '{"text":"Küste 港 🌊","pinned":true}\n'.encode())
    return home


def bash(home: Path, script: str, **more: str) -> subprocess.CompletedProcess[bytes]:
    """Run a line of shell in which $M is the program."""
    return subprocess.run(
        ["bash", "-c", script],
        env=environment(home, M=f"{sys.executable} -m memboard", **more),
        capture_output=True,
        stdin=subprocess.DEVNULL,
        cwd=home,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("command", ["recent -n 300", "export", "recent -n 300 --json"])
def test_a_reader_that_leaves_early_is_no_error(filled: Path, command: str) -> None:
    """`| head -1` gets its line, and nothing is said."""
    done = bash(filled, f"$M {command} | head -c 20; echo code ${{PIPESTATUS[0]}} >&2")
    assert len(done.stdout) == 20
    assert b"Traceback" not in done.stderr
    assert b"Broken pipe" not in done.stderr
    assert done.stderr.endswith(b"code 0\n")


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_a_closed_stream_is_no_traceback(filled: Path, closed: str) -> None:
    """Nor does the store's file take its number."""
    done = bash(filled, f"$M recent {closed}; echo code $?; $M doctor >/dev/null; echo code $?")
    assert done.stdout.decode().endswith("code 0\ncode 0\n")
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["add -", "import -", "recall -", "blocked check -"])
def test_a_closed_standard_input_is_told_from_an_empty_one(filled: Path, command: str) -> None:
    """Whoever asked for it is told."""
    done = bash(filled, f"$M {command} <&-")
    assert done.returncode == 2
    assert done.stderr.startswith(b"memboard: Standard input is closed.\n")
    assert b"closed" not in bash(filled, f"$M {command} </dev/null").stderr


def test_a_full_device_is_said_in_words(filled: Path) -> None:
    """Output that was lost is a failure."""
    done = bash(filled, "$M recent >/dev/full")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == b"memboard: No space left on device."


@pytest.mark.parametrize(
    "encoding", [{"PYTHONIOENCODING": "ascii"}, {"LANG": "C", "LC_ALL": "C"}, {"PYTHONUTF8": "0"}]
)
def test_another_encoding_is_no_crash(filled: Path, encoding: dict[str, str]) -> None:
    """What cannot be shown is escaped; a document stays UTF-8."""
    plain = shell(filled, "recent", "-n", "1", variables=encoding)
    assert (plain.returncode, plain.stderr.count(b"Traceback")) == (0, 0)
    document = shell(filled, "recent", "-n", "1", "--json", variables=encoding)
    assert "Küste 港 🌊".encode() in document.stdout


def test_glyphs_become_ascii_where_the_encoding_is(filled: Path) -> None:
    """The pin is a star, other letters are escapes."""
    done = shell(filled, "recent", "-n", "1", PYTHONIOENCODING="ascii")
    assert b" * " in done.stdout
    assert b"K\\xfcste \\u6e2f" in done.stdout


def test_no_escape_sequence_is_printed_to_a_pipe(filled: Path) -> None:
    """Whatever TERM promises."""
    for arguments in (["recent"], ["search", "note"], ["stats"], ["doctor"], ["--help"]):
        done = shell(filled, *arguments, COLORTERM="truecolor", FORCE_COLOR="1")
        assert b"\x1b" not in done.stdout + done.stderr


def test_exit_functions_run_although_the_end_is_short(filled: Path) -> None:
    """The interpreter is not taken apart, and nothing that was promised at exit is left out."""
    probe = (
        "import atexit, sys; atexit.register(print, 'at exit');"
        "sys.argv = ['memboard', 'why', 'zzzz']; from memboard.__main__ import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe], env=environment(filled), capture_output=True, check=False
    )
    assert (done.returncode, done.stdout) == (3, b"at exit\n")
