"""A store on a disk without room: it is opened to read, and says why it takes no notes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import pytest

from memboard.engine import open_memory
from memboard.engine.errors import StoreFull, StoreReadOnly
from memboard.engine.store.database import Database

from .standins import OpenHere, hash_handle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NOTICE = "Read only: the disk is full. Looking works, changing does not."


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "none", str(disk)]
    if sys.platform != "linux" or shutil.which("mount") is None or os.geteuid() != 0:
        pytest.skip("needs to mount a disk")
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("mounting is not allowed here")
    try:
        yield disk
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def fill(disk: Path) -> Path:
    """Leave no room on a disk; gives the file to remove."""
    with (disk / "filler").open("wb", buffering=0) as stream:
        try:
            while True:
                stream.write(b"x" * 4096)
        except OSError:
            return disk / "filler"


def test_a_store_on_a_full_disk_is_read_and_takes_notes_again_later(small_disk: Path) -> None:
    """Nobody has to free space to look something up."""
    home = small_disk / "home"
    with open_memory(home, "alpha", embedder=hash_handle()) as memory:
        memory.add("postgres listens on 5433")
    filler = fill(small_disk)
    with open_memory(home, "alpha", embedder=hash_handle()) as memory:
        assert [notice.text for notice in memory.notices()] == [NOTICE]
        assert memory.search("postgres").hits[0].note.text == "postgres listens on 5433"
        with pytest.raises(StoreFull, match="The disk is full"):
            memory.add("redis listens on 6379")
    filler.unlink()
    with open_memory(home, "alpha", embedder=hash_handle()) as memory:
        assert memory.notices() == ()
        assert memory.add("redis listens on 6379").status == "added"


def test_a_log_on_a_full_disk_is_never_left_out_of_an_answer(small_disk: Path) -> None:
    """What is in it cannot be read without room: rather no answer than an old one."""
    home, copy = small_disk / "home", small_disk / "copy"
    copy.mkdir()
    with open_memory(home, "alpha", embedder=hash_handle()) as memory:
        memory.add("in the log only")
        for name in ("memory.db", "memory.db-wal"):
            shutil.copy(home / name, copy / name)
    fill(small_disk)
    with pytest.raises(StoreReadOnly, match="the disk is full"):
        open_memory(copy, "alpha", embedder=hash_handle())


def test_a_store_cannot_be_made_on_a_full_disk(small_disk: Path) -> None:
    """There is nothing to read."""
    fill(small_disk)
    with pytest.raises(StoreFull, match=r"^Not opened: .* The disk is full"):
        open_memory(small_disk / "home", "alpha", embedder=hash_handle())


@pytest.mark.usefixtures("stored")
def test_a_refusal_for_want_of_room_opens_to_read(
    open_here: OpenHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same on every system, with the error in SQLite's place."""
    prepare = Database._prepare

    def full(database: Database, hash_key: Callable[[], bytes]) -> None:
        if not database.read_only:
            raise apsw.FullError("database or disk is full")
        prepare(database, hash_key)

    monkeypatch.setattr(Database, "_prepare", full)
    memory = open_here()
    assert [notice.text for notice in memory.notices()] == [NOTICE]
    assert memory.stats().notes == 60
    with pytest.raises(StoreFull, match="The disk is full"):
        memory.forget(memory.recent().notes[0].id)
