"""What a person sees: the real program on a terminal of its own."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
from pathlib import Path

from .door import environment, shell


class Terminal:
    """The program on a pseudo terminal of 60 columns; what it writes is collected."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self._main, far = pty.openpty()
        fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "memboard", *arguments],
            stdin=far,
            stdout=far,
            stderr=far,
            env=environment(home, LANG="C.UTF-8"),
            start_new_session=True,
        )
        os.close(far)
        self.seen = b""

    def wait_for(self, text: bytes) -> None:
        """Read until a text was written."""
        while text not in self.seen and self._read():
            pass
        assert text in self.seen, self.seen

    def type(self, text: bytes) -> None:
        """Type."""
        os.write(self._main, text)

    def end(self) -> int:
        """Read to the end and give the exit code."""
        while self._read():
            pass
        os.close(self._main)
        return self._process.wait(timeout=60)

    def _read(self) -> bool:
        ready, _, _ = select.select([self._main], [], [], 60)
        try:
            more = os.read(self._main, 4096) if ready else b""
        except OSError:
            return False
        self.seen += more
        return bool(more)


def note_in(home: Path, text: str) -> str:
    """Add a note and give its id."""
    return shell(home, "add", text).stdout.split()[1].decode().rstrip(",")


def test_a_list_is_cut_to_the_width(home: Path) -> None:
    """On a terminal of 60 columns no line is longer, and whole words are kept."""
    note_in(home, "staging Postgres listens on 5433 and not on 5432 whatever the readme says")
    terminal = Terminal(home, "recent")
    assert terminal.end() == 0
    line = terminal.seen.decode().splitlines()[0]
    assert len(line) <= 60
    assert line.endswith(" …")


def test_purge_shows_the_note_and_takes_no_for_an_answer(home: Path) -> None:
    """Anything but yes keeps it."""
    note_id = note_in(home, "token tp_live")
    terminal = Terminal(home, "forget", "--purge", note_id)
    terminal.wait_for(b"Type yes to go on: ")
    assert b"token tp_live" in terminal.seen
    terminal.type(b"\n")
    assert terminal.end() == 0
    assert b"Nothing was purged." in terminal.seen
    assert b"token" in shell(home, "recent").stdout


def test_purge_goes_on_after_a_yes(home: Path) -> None:
    """The question is asked once."""
    note_id = note_in(home, "token tp_live")
    terminal = Terminal(home, "forget", "--purge", note_id)
    terminal.wait_for(b"Type yes to go on: ")
    terminal.type(b"yes\n")
    assert terminal.end() == 0
    assert b"Purged 1 note." in terminal.seen


def test_ctrl_c_at_a_question_ends_with_130(home: Path) -> None:
    """Without a traceback, and nothing is done."""
    note_id = note_in(home, "token tp_live")
    terminal = Terminal(home, "forget", "--purge", note_id)
    terminal.wait_for(b"Type yes to go on: ")
    os.kill(terminal._process.pid, 2)
    assert terminal.end() == 130
    assert b"Traceback" not in terminal.seen
    assert b"token" in shell(home, "recent").stdout


def test_an_import_shows_its_progress_on_a_terminal(home: Path, tmp_path: Path) -> None:
    """And takes the line away at the end."""
    file = tmp_path / "notes.jsonl"
    file.write_text("".join(f'{{"text":"note {n}"}}\n' for n in range(100)))
    terminal = Terminal(home, "import", str(file))
    assert terminal.end() == 0
    assert "Importing  ██████··············   32 %  32 of 100".encode() in terminal.seen
    assert terminal.seen.endswith(b"\r\x1b[K100 new, 0 unchanged\r\n")


def test_json_on_a_terminal_is_equal_and_harmless(home: Path) -> None:
    """What a terminal would obey or hide is escaped; the document says the same."""
    text = "a\x9bb\u202ec\U000e0041d ä"
    note_in(home, text)
    for command in (["export"], ["recent", "--json"]):
        terminal = Terminal(home, *command)
        assert terminal.end() == 0
        seen = terminal.seen.decode()
        assert not set(seen) & set("\x9b\u202e\U000e0041")
        assert "a\\u009bb\\u202ec\\udb40\\udc41d ä" in seen


def test_a_recalled_block_is_made_safe_on_a_terminal_and_exact_in_a_pipe(home: Path) -> None:
    """A released note may hold what reverses a line; only a program is given it."""
    note_id = note_in(home, "staging \u202eport of postgres")
    shell(home, "blocked", "release", note_id)
    terminal = Terminal(home, "recall", "staging port of postgres")
    assert terminal.end() == 0
    assert f"- [{note_id}] staging <U+202E>port of postgres".encode() in terminal.seen
    assert "\u202e".encode() not in terminal.seen
    piped = shell(home, "recall", "staging port of postgres").stdout
    assert f"- [{note_id}] staging \u202eport of postgres\n".encode() in piped
