"""A home that cannot be written: looking works, changing is refused."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from memboard.engine import open_memory
from memboard.engine.errors import StoreReadOnly

from .standins import OpenHere, hash_handle

LOOK_AS_NOBODY = """
import sys
from memboard.engine import EmbedderHandle, HashEmbedder, open_memory
from memboard.engine.errors import MemboardError
try:
    with open_memory(sys.argv[1], "alpha", embedder=EmbedderHandle.of(HashEmbedder(64))) as memory:
        found = memory.search("rule number 7")
        print(found.hits[0].note.text, found.mode, sorted(n.code for n in memory.notices()))
        print(memory.recent().total, memory.stats().notes)
        try:
            memory.add("x")
        except MemboardError as error:
            print(error.code)
except MemboardError as error:
    print(error.code)
"""


another_user = pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("setpriv") is None, reason="needs to become another user"
)


def let_everybody_reach(folder: Path) -> None:
    """Open pytest's own folders above a test's."""
    for above in (folder, *folder.parents):
        if above.stat().st_mode & 0o077 == 0:
            above.chmod(0o755)


def as_nobody(home: Path) -> list[str]:
    """Look at a home from a process of a user who owns nothing."""
    user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    answer = subprocess.run(
        [*user, sys.executable, "-c", LOOK_AS_NOBODY, str(home)],
        capture_output=True,
        text=True,
        check=True,
        cwd="/",
        env={"PATH": os.environ["PATH"], "HOME": "/"},
    )
    return answer.stdout.splitlines()


@another_user
@pytest.mark.parametrize("folder_mode", [0o555, 0o755])
@pytest.mark.parametrize("file_mode", [0o444, 0o666])
def test_a_home_that_cannot_be_written_can_be_read(
    stored: Path, tmp_path: Path, folder_mode: int, file_mode: int
) -> None:
    """By meaning as ever, and it says so; a change is refused."""
    let_everybody_reach(tmp_path)
    stored.chmod(file_mode)
    stored.parent.chmod(folder_mode)
    expected = ["rule number 7 about plum meaning ['read_only']", "60 60", "store_read_only"]
    before = stored.read_bytes()
    assert as_nobody(stored.parent)[0].startswith("rule number 7 about")
    assert as_nobody(stored.parent)[1:] == expected[1:]
    assert stored.read_bytes() == before
    stored.chmod(0o000)
    assert as_nobody(stored.parent) == ["home_refused"]


@pytest.mark.usefixtures("stored")
def test_a_store_that_is_not_writable_is_read_only(
    open_here: OpenHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every change is refused by name; looking works."""
    monkeypatch.setattr("os.access", lambda *_: False)
    memory = open_here()
    assert {notice.code for notice in memory.notices()} == {"read_only"}
    assert memory.search("rule number 7").mode == "meaning"
    note = memory.recent().notes[0]
    for act in (
        lambda: memory.add("x"),
        lambda: memory.edit(note.id, text="x"),
        lambda: memory.forget(note.id),
        lambda: memory.pin(note.id),
        lambda: memory.undo(),
        lambda: memory.reindex(),
        lambda: memory.check(repair=True),
    ):
        with pytest.raises(StoreReadOnly, match="Not written"):
            act()
    assert memory.stats().notes == 60


@another_user
def test_a_log_that_cannot_be_read_is_never_left_out_of_an_answer(
    stored: Path, tmp_path: Path
) -> None:
    """A crash left changes in it: rather no answer than an old one."""
    let_everybody_reach(tmp_path)
    copy = tmp_path / "copy"
    copy.mkdir()
    with open_memory(stored.parent, "alpha", embedder=hash_handle()) as memory:
        memory.add("in the log only")
        for name in ("memory.db", "memory.db-wal"):
            shutil.copy(stored.parent / name, copy / name)
            (copy / name).chmod(0o444)
    copy.chmod(0o555)
    assert as_nobody(copy) == ["store_read_only"]
