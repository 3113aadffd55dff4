"""The file of failure lessons: what is kept, for whom, and through what troubles."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memboard.engine.errors import StoreError, StoreNewer
from memboard.engine.session import lessons
from memboard.engine.session.commands import command_key
from memboard.engine.session.lessons import Happened, Lesson, LessonBook, hint_text
from tests.engine.test_read_only import another_user, let_everybody_reach

PROJECT = ("git:github.com/ada/tidepool", "dir:/home/ada/code/tidepool/.git")
WORKER = Path(__file__).parent / "lesson_worker.py"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home that is there."""
    return tmp_path


@pytest.fixture
def book(home: Path) -> LessonBook:
    """Its lessons."""
    return LessonBook(home)


def happened(
    command: str = "git push", fix: str = "git push -u origin main", at: int = 1_000
) -> Happened:
    """A failure and what worked."""
    return Happened(command_key(command), command, fix, "Bash", at)


def found(book: LessonBook, command: str = "git push") -> Lesson | None:
    """What an agent about to run a command would be told of."""
    return book.find(PROJECT, command_key(command))


def written(home: Path) -> Any:
    """The file as anybody may read it."""
    return json.loads((home / "failures.json").read_bytes())


def test_a_lesson_is_found_by_its_command_s_key(book: LessonBook) -> None:
    """With all that is known of it."""
    assert found(book) is None
    assert book.learn(PROJECT, "s1", [happened()]) == 1
    assert found(book) == Lesson(
        key=command_key("cd /x && git  push 2>&1"),
        command="git push",
        fix="git push -u origin main",
        tool="Bash",
        times=1,
        first=1_000,
        last=1_000,
        session="s1",
        project=PROJECT[0],
    )
    assert found(book, "git pull") is None


def test_the_file_is_by_version_project_and_key(book: LessonBook, home: Path) -> None:
    """Nobody else may read it; nothing else is left beside it."""
    book.learn(PROJECT, "s1", [happened()])
    kept = written(home)
    assert kept["version"] == 1
    assert list(kept["projects"]) == [PROJECT[0]]
    (entry,) = kept["projects"][PROJECT[0]].values()
    assert {"command", "fix", "tool", "times", "first", "last", "session"} <= set(entry)
    assert stat.S_IMODE((home / "failures.json").stat().st_mode) == 0o600
    assert {one.name for one in home.iterdir()} <= {"failures.json", "failures.json.lock"}


def test_another_project_is_not_told(book: LessonBook) -> None:
    """Lessons are by project."""
    book.learn(PROJECT, "s1", [happened()])
    assert book.find(["git:github.com/ada/other"], command_key("git push")) is None


def test_any_key_of_a_project_finds_and_changes_its_lessons(book: LessonBook) -> None:
    """So they outlive a merge, and a remote that was added later."""
    old, new = PROJECT[1:], PROJECT
    book.learn(old, "s1", [happened()])
    assert book.find(new, command_key("git push")) is not None
    assert book.learn(new, "s2", [happened(at=2_000)]) == 1
    (lesson,) = book.list(new)
    assert (lesson.times, lesson.project) == (2, PROJECT[1])
    assert book.retire(new, [(lesson.key, 3_000)]) == 1
    assert book.list(new) == []


def test_a_session_teaches_a_lesson_once(book: LessonBook) -> None:
    """Its boundaries are several, and its transcript may be read again later."""
    for session in ("s1", "s1", "s2", "s1", "s2"):
        book.learn(PROJECT, session, [happened(), happened()])
    lesson = found(book)
    assert lesson is not None
    assert lesson.times == 2
    assert book.learn(PROJECT, "s1", [happened()]) == 0


def test_a_later_fix_of_the_same_session_is_offered_but_not_counted(book: LessonBook) -> None:
    """It compacts in between."""
    book.learn(PROJECT, "s1", [happened(fix="git push a", at=1_000)])
    assert book.learn(PROJECT, "s1", [happened(fix="git push b", at=2_000)]) == 0
    lesson = found(book)
    assert lesson is not None
    assert (lesson.fix, lesson.times, lesson.last) == ("git push b", 1, 2_000)


def test_the_newest_fix_is_offered(book: LessonBook) -> None:
    """And an older session that is read later changes only the count."""
    book.learn(PROJECT, "s1", [happened(fix="git push a", at=2_000)])
    book.learn(PROJECT, "s2", [happened(fix="git push b", at=3_000)])
    book.learn(PROJECT, "s0", [happened(fix="git push c", at=1_000)])
    lesson = found(book)
    assert lesson is not None
    assert (lesson.fix, lesson.session) == ("git push b", "s2")
    assert (lesson.times, lesson.first, lesson.last) == (3, 1_000, 3_000)


def test_a_success_retires_the_lesson_that_is_older(book: LessonBook) -> None:
    """Not one that was learnt after it."""
    book.learn(PROJECT, "s1", [happened(at=2_000)])
    assert book.retire(PROJECT, [(command_key("git push"), 1_000)]) == 0
    assert found(book) is not None
    assert book.retire(PROJECT, [(command_key("git push"), 3_000)]) == 1
    assert found(book) is None
    assert book.list() == []
    assert book.retire(PROJECT, [(command_key("git push"), 3_000)]) == 0


def test_a_retired_lesson_comes_back_by_new_failures_only(book: LessonBook) -> None:
    """An old transcript that is read again is old news."""
    book.learn(PROJECT, "s1", [happened(at=1_000)])
    book.retire(PROJECT, [(command_key("git push"), 3_000)])
    assert book.learn(PROJECT, "s1", [happened(at=1_000)]) == 0
    assert book.learn(PROJECT, "s0", [happened(at=2_000)]) == 0
    assert found(book) is None
    assert book.learn(PROJECT, "s2", [happened(at=4_000)]) == 1
    lesson = found(book)
    assert lesson is not None
    assert (lesson.times, lesson.session) == (1, "s2")


def test_a_lesson_may_come_back_in_the_session_that_retired_it(book: LessonBook) -> None:
    """It worked for a while."""
    book.learn(PROJECT, "s1", [happened(at=1_000)])
    book.retire(PROJECT, [(command_key("git push"), 2_000)])
    assert book.learn(PROJECT, "s1", [happened(at=3_000)]) == 1
    assert found(book) is not None


def test_a_forgotten_lesson_stays_forgotten(book: LessonBook) -> None:
    """The same fix is not learnt again; another one is a new lesson."""
    book.learn(PROJECT, "s1", [happened(at=1_000)])
    assert book.forget(book.list(), 2_000) == 1
    assert found(book) is None
    assert book.learn(PROJECT, "s2", [happened(at=9_000)]) == 0
    assert found(book) is None
    assert book.learn(PROJECT, "s3", [happened(fix="git push --force-with-lease", at=9_000)]) == 1
    assert found(book) is not None


def test_a_fix_that_a_person_wrote_stays(book: LessonBook) -> None:
    """What later sessions do only counts."""
    book.learn(PROJECT, "s1", [happened()])
    (lesson,) = book.list()
    edited = book.edit_fix(lesson, "ask ada")
    assert edited is not None
    assert edited.fix == "ask ada"
    book.learn(PROJECT, "s2", [happened(fix="git push --force", at=9_000)])
    kept = found(book)
    assert kept is not None
    assert (kept.fix, kept.times) == ("ask ada", 2)
    book.forget([kept], 10_000)
    assert book.edit_fix(kept, "too late") is None


def test_the_list_begins_with_what_happened_last(book: LessonBook) -> None:
    """Of some projects, or of all."""
    book.learn(PROJECT, "s1", [happened("a", "aa", 1_000), happened("b", "bb", 3_000)])
    book.learn(["other"], "s1", [happened("c", "cc", 2_000)])
    assert [lesson.command for lesson in book.list(PROJECT)] == ["b", "a"]
    assert [lesson.command for lesson in book.list()] == ["b", "c", "a"]
    assert book.list([]) == []


def test_credentials_are_masked_before_anything_is_written(book: LessonBook, home: Path) -> None:
    """In the command, its fix, and a fix that a person writes."""
    token = "ghp_k3JfQ9xLw2ZrB4nM7yPc3dHf6gJs1aEuVi0o"
    book.learn(PROJECT, "s1", [happened(f"curl -H 'token: {token}' x", f"curl -u a:{token} x")])
    book.edit_fix(book.list()[0], f"GITHUB_TOKEN={token} gh x")
    assert token.encode() not in (home / "failures.json").read_bytes()
    assert "••••" in (book.list()[0].fix or "")


def test_what_is_kept_is_bounded(
    book: LessonBook, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long commands are cut; the lessons that happened last stay."""
    from memboard.engine.session import learning

    book.learn(PROJECT, "s1", [happened("x " * 9_000, "y " * 9_000)])
    (lesson,) = book.list()
    assert len(lesson.command) <= lessons.MAX_COMMAND
    assert len(lesson.fix or "") <= lessons.MAX_COMMAND
    monkeypatch.setattr(learning, "MAX_LESSONS", 5)
    monkeypatch.setattr(learning, "MAX_GONE", 2)
    book.learn(PROJECT, "s2", [happened(f"cmd {n}", f"fix {n}", 2_000 + n) for n in range(9)])
    assert [one.command for one in book.list()] == [f"cmd {n}" for n in (8, 7, 6, 5, 4)]
    book.forget(book.list()[:4], 9_000)
    book.learn(PROJECT, "s3", [happened("last", "fix", 9_999)])
    assert len(written(home)["projects"][PROJECT[0]]) == 4
    for number in range(lessons.MAX_SESSIONS + 9):
        book.learn(PROJECT, f"more {number}", [happened("last", "fix", 10_000 + number)])
    (kept,) = (e for e in written(home)["projects"][PROJECT[0]].values() if e["command"] == "last")
    assert len(kept["sessions"]) == lessons.MAX_SESSIONS
    assert kept["times"] == lessons.MAX_SESSIONS + 10


DAMAGED = [
    b"",
    b"{",
    b"not json",
    b"\xff\xfe\0",
    b"[]",
    b"7",
    b'{"version": 1}',
    b'{"version": 1, "projects": []}',
    b'{"version": 1, "projects": {"demo": 7}}',
    b'{"version": 1, "projects": {"demo": {"key": 7}}}',
    b"[" * 100_000,
]


@pytest.mark.parametrize("content", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_file_is_empty_and_kept_aside(
    book: LessonBook, home: Path, content: bytes
) -> None:
    """Reading goes on without it; the next change puts it aside, whole, and it is said."""
    (home / "failures.json").write_bytes(content)
    assert found(book) is None
    assert book.list() == []
    assert book.damage() == (True, ())
    assert (home / "failures.json").read_bytes() == content
    assert book.learn(PROJECT, "s1", [happened()]) == 1
    assert found(book) is not None
    assert (home / "failures.json.damaged-1").read_bytes() == content
    assert book.damage() == (False, ("failures.json.damaged-1",))


def test_a_second_damaged_file_does_not_take_the_place_of_the_first(
    book: LessonBook, home: Path
) -> None:
    """Both are there."""
    for content in (b"one", b"two"):
        (home / "failures.json").write_bytes(content)
        book.learn(PROJECT, "s1", [happened()])
    assert (home / "failures.json.damaged-1").read_bytes() == b"one"
    assert (home / "failures.json.damaged-2").read_bytes() == b"two"


def test_a_single_entry_that_is_not_understood_is_passed_over_and_kept(
    book: LessonBook, home: Path
) -> None:
    """Perhaps somebody wrote it by hand; perhaps a later memboard."""
    book.learn(PROJECT, "s1", [happened("a", "aa"), happened("b", "bb")])
    kept = written(home)
    odd = [
        {},
        {"command": 7},
        {"command": "x", "fix": [], "tool": "", "session": "", "times": 1, "first": 1, "last": 1},
        {"command": "x", "fix": "y", "tool": "", "session": "", "times": 1, "first": 1, "last": -1},
        {
            "command": "x",
            "fix": "y",
            "tool": "",
            "session": "",
            "times": 1,
            "first": 1,
            "last": 9e99,
        },
        {
            "command": "x",
            "fix": "y",
            "tool": "",
            "session": "",
            "times": True,
            "first": 1,
            "last": 1,
        },
    ]
    for number, entry in enumerate(odd):
        kept["projects"][PROJECT[0]][f"{number:064}"] = entry
    kept["projects"][PROJECT[0]][command_key("a")]["note"] = "mine"
    (home / "failures.json").write_text(json.dumps(kept))
    assert {lesson.command for lesson in book.list()} == {"a", "b"}
    for number in range(len(odd)):
        assert book.find(PROJECT, f"{number:064}") is None
    book.learn(PROJECT, "s2", [happened("a", "aa", 9_000)])
    after = written(home)["projects"][PROJECT[0]]
    assert [after[f"{number:064}"] for number in range(len(odd))] == odd
    assert after[command_key("a")]["note"] == "mine"
    kept["projects"][PROJECT[0]][command_key("a")] |= {"times": "many", "last": None}
    (home / "failures.json").write_text(json.dumps(kept))
    assert book.learn(PROJECT, "s3", [happened("a", "aa", 9_000)]) == 1
    assert written(home)["projects"][PROJECT[0]][command_key("a")]["note"] == "mine"


def test_a_file_of_a_newer_memboard_is_read_as_far_as_possible_and_never_written(
    book: LessonBook, home: Path
) -> None:
    """It is not damaged."""
    book.learn(PROJECT, "s1", [happened()])
    kept = written(home) | {"version": 2, "more": [1]}
    (home / "failures.json").write_text(json.dumps(kept))
    assert found(book) is not None
    with pytest.raises(StoreNewer):
        book.learn(PROJECT, "s2", [happened(at=9_000)])
    assert written(home) == kept


def test_half_characters_become_whole_ones(book: LessonBook, home: Path) -> None:
    """No answer could carry them."""
    book.learn(PROJECT, "s1", [happened("x \ud800", "y \udfff")])
    (lesson,) = book.list()
    assert (lesson.command, lesson.fix) == ("x ?", "y ?")
    raw = (home / "failures.json").read_text().replace("x ?", "x \\ud800")
    (home / "failures.json").write_text(raw)
    assert book.list()[0].command == "x ?"


def test_nothing_to_change_writes_nothing(book: LessonBook, home: Path) -> None:
    """No file is made, and one that is there stays the same file."""
    assert book.learn(PROJECT, "s1", []) == 0
    assert book.retire(PROJECT, [(command_key("x"), 1)]) == 0
    assert list(home.iterdir()) == []
    book.learn(PROJECT, "s1", [happened()])
    before = (home / "failures.json").stat().st_ino
    assert book.learn(PROJECT, "s1", [happened()]) == 0
    assert (home / "failures.json").stat().st_ino == before


LOOK_AS_NOBODY = """
import sys
from pathlib import Path
from memboard.engine.errors import MemboardError
from memboard.engine.session.lessons import Happened, LessonBook
book = LessonBook(Path(sys.argv[1]))
(lesson,) = book.list()
print(lesson.command, book.find([lesson.project], lesson.key) == lesson, book.damage())
for change in (
    lambda: book.learn(["p"], "s2", [Happened("k", "a", "b", "Bash", 9)]),
    lambda: book.forget([lesson], 9),
    lambda: book.retire([lesson.project], [(lesson.key, 9_000)]),
):
    try:
        print(change())
    except MemboardError as error:
        print(error.code)
"""


@another_user
def test_a_read_only_home_is_read_and_says_why_it_is_not_changed(
    home: Path, book: LessonBook
) -> None:
    """Whatever the change was."""
    book.learn(PROJECT, "s1", [happened()])
    before = (home / "failures.json").read_bytes()
    let_everybody_reach(home)
    (home / "failures.json").chmod(0o644)
    user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    answer = subprocess.run(
        [*user, sys.executable, "-c", LOOK_AS_NOBODY, str(home)],
        capture_output=True,
        text=True,
        check=True,
        cwd="/",
        env={"PATH": os.environ["PATH"], "HOME": "/"},
    )
    assert answer.stdout.splitlines() == [
        "git push True (False, ())",
        *(["store_read_only"] * 3),
    ]
    assert (home / "failures.json").read_bytes() == before


def test_a_disk_that_refuses_leaves_the_old_file_whole(
    book: LessonBook, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new one is written beside it first."""
    book.learn(PROJECT, "s1", [happened()])
    before = (home / "failures.json").read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(StoreError, match="No space left"):
        book.learn(PROJECT, "s2", [happened(at=9_000)])
    assert (home / "failures.json").read_bytes() == before
    monkeypatch.undo()
    assert book.learn(PROJECT, "s2", [happened(at=9_000)]) == 1


def test_a_home_that_is_gone_is_not_made_again(tmp_path: Path) -> None:
    """Not by a lesson."""
    book = LessonBook(tmp_path / "gone")
    assert found(book) is None
    with pytest.raises(StoreError, match="is gone"):
        book.learn(PROJECT, "s1", [happened()])
    assert not (tmp_path / "gone").exists()


def start(home: Path, name: str, count: int) -> subprocess.Popen[str]:
    """A process that learns."""
    return subprocess.Popen(
        [sys.executable, str(WORKER), str(home), name, str(count)],
        stdout=subprocess.PIPE,
        text=True,
    )


def test_processes_that_learn_at_once_lose_nothing(home: Path, book: LessonBook) -> None:
    """Each reads what the others wrote, under the lock."""
    workers = [start(home, name, 15) for name in ("ada", "bob", "eve")]
    said = [worker.communicate()[0].splitlines() for worker in workers]
    assert [worker.returncode for worker in workers] == [0, 0, 0]
    commands = {line.partition(" ")[2] for lines in said for line in lines}
    assert len(commands) == 45
    assert {lesson.command for lesson in book.list()} == commands


def test_a_process_killed_amid_a_write_loses_nothing_it_acknowledged(
    home: Path, book: LessonBook
) -> None:
    """The file is always a whole one, and the next writer goes on."""
    acknowledged: set[str] = set()
    for turn in range(4):
        worker = start(home, f"turn{turn}", 100_000)
        assert worker.stdout is not None
        for _ in range(3):
            acknowledged.add(worker.stdout.readline().strip().partition(" ")[2])
        worker.kill()
        acknowledged |= {line.partition(" ")[2] for line in worker.stdout.read().splitlines()}
        worker.wait()
        worker.stdout.close()
        assert book.damage() == (False, ())
        kept = {lesson.command for lesson in book.list()}
        assert {command for command in acknowledged if command} <= kept
    (home / "failures.json.new").write_bytes(b"half a fi")
    assert book.learn(PROJECT, "s1", [happened()]) == 1
    assert found(book) is not None


def lesson(command: str, fix: str | None) -> Lesson:
    """A lesson to be told."""
    return Lesson("k" * 64, command, fix, "Bash", 1, 1, 1, "s", "p")


def test_a_hint_is_one_line_that_says_what_worked() -> None:
    """A fact, not an order."""
    assert hint_text(lesson("alembic upgrade head", "make migrate")) == (
        "memboard: this repeats `alembic upgrade head`, which failed before; "
        "`make migrate` worked then."
    )


HOSTILE = st.text(max_size=4_000) | st.text(
    alphabet="`\n\r\u202e\u2028\x1b\x9b\0\u200b a", max_size=900
)


@given(HOSTILE, HOSTILE)
def test_a_hint_is_harmless_whatever_was_run(command: str, fix: str) -> None:
    """One bounded line, four backticks, nothing that turns or hides text."""
    hint = hint_text(lesson(command, fix))
    assert hint.isprintable()
    assert hint.count("`") == 4
    assert len(hint) <= lessons.SHOWN_COMMAND + lessons.SHOWN_FIX + 70


def test_a_long_command_is_cut_where_it_can_be_seen() -> None:
    """The end is marked."""
    hint = hint_text(lesson("x" * 5_000, "y " * 5_000))
    assert f"`{'x' * (lessons.SHOWN_COMMAND - 1)}…`" in hint
    assert "y…` worked then." in hint or "y …` worked then." in hint
