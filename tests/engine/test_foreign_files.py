"""Files that are no store, no longer one, or of somebody else: refused, and left as they are."""

from __future__ import annotations

import shutil
from pathlib import Path

import apsw
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memboard.engine import Memory, open_memory
from memboard.engine.errors import (
    HomeRefused,
    MemboardError,
    StoreDamaged,
    StoreError,
    StoreNewer,
)

from .standins import OpenHere, hash_handle
from .test_editing import added


def test_a_store_of_a_newer_memboard_is_left_byte_for_byte(stored: Path) -> None:
    """Also its write-ahead log, which may hold what was never moved into the file."""
    copy = stored.parent / "copy"
    copy.mkdir()
    connection = apsw.Connection(str(stored))
    connection.pragma("user_version", 999)
    for name in ("memory.db", "memory.db-wal"):
        shutil.copy(stored.parent / name, copy / name)
    connection.close()
    before = {path.name: path.read_bytes() for path in copy.iterdir()}
    assert before["memory.db-wal"]
    with pytest.raises(StoreNewer, match="999"):
        open_memory(copy, "alpha")
    after = {path.name: path.read_bytes() for path in copy.iterdir() if path.suffix != ".db-shm"}
    assert after == before


def test_another_programs_database_is_left_byte_for_byte(home: Path) -> None:
    """Whatever its version number says."""
    home.mkdir()
    connection = apsw.Connection(str(home / "memory.db"))
    connection.execute("CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)")
    connection.close()
    before = (home / "memory.db").read_bytes()
    with pytest.raises(StoreDamaged, match="another program"):
        open_memory(home, "alpha")
    assert (home / "memory.db").read_bytes() == before
    assert [path.name for path in home.iterdir()] == ["memory.db"]


@pytest.mark.parametrize(
    "content", [b"hello", b"\0" * 5_000, b"SQLite format 3\0" + b"\xff" * 9_000]
)
def test_a_file_that_is_no_store_is_refused_and_left(home: Path, content: bytes) -> None:
    """Not a traceback of another library."""
    home.mkdir()
    (home / "memory.db").write_bytes(content)
    with pytest.raises(StoreError):
        open_memory(home, "alpha")
    assert (home / "memory.db").read_bytes() == content


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(keep=st.floats(0.001, 0.999), noise=st.binary(min_size=0, max_size=40), at=st.floats(0, 1))
def test_a_cut_or_overwritten_store_never_ends_in_another_librarys_error(
    stored: Path, tmp_path_factory: pytest.TempPathFactory, keep: float, noise: bytes, at: float
) -> None:
    """It opens and answers, or says what is wrong in memboard's own words."""
    whole = stored.read_bytes()
    broken = bytearray(whole[: int(len(whole) * keep)])
    start = int(len(broken) * at)
    broken[start : start + len(noise)] = noise
    home = tmp_path_factory.mktemp("broken")
    (home / "memory.db").write_bytes(bytes(broken))
    try:
        with open_memory(home, "alpha", embedder=hash_handle()) as memory:
            for act in (
                lambda: memory.recent(),
                lambda: memory.search("rule number"),
                lambda: memory.stats(),
                lambda: memory.check(),
                lambda: memory.add("one more"),
                lambda: memory.check(repair=True),
                lambda: list(memory.export()),
            ):
                try:
                    act()
                except MemboardError:
                    continue
    except MemboardError:
        return


def test_a_store_deleted_while_open_takes_no_more_notes(memory: Memory, home: Path) -> None:
    """They would be gone with it; the home is not built anew."""
    added(memory, "x")
    shutil.rmtree(home)
    with pytest.raises(HomeRefused, match="deleted or replaced"):
        memory.add("y")
    assert not home.exists()


def test_a_store_replaced_while_open_takes_no_more_notes(stored: Path, open_here: OpenHere) -> None:
    """A restored backup is another file, even under the same name."""
    living = open_here()
    copy = stored.with_name("backup")
    shutil.copy(stored, copy)
    copy.replace(stored)
    with pytest.raises(HomeRefused, match="deleted or replaced"):
        living.add("y")
