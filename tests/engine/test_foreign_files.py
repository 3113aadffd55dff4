"""Files that are no store, no longer one, or of somebody else: refused, and left as they are."""

from __future__ import annotations

import shutil
from contextlib import suppress
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


PATCHES = st.lists(
    st.tuples(
        st.floats(0, 1), st.sampled_from([1, 8, 64, 512, 4_096]), st.sampled_from([0, 65, 255])
    ),
    max_size=5,
)


@settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(patches=PATCHES, keep=st.sampled_from([0.1, 0.5, 0.9, 1.0, 1.0, 1.0]))
def test_a_damaged_store_never_ends_in_another_librarys_error(
    stored: Path,
    tmp_path_factory: pytest.TempPathFactory,
    patches: list[tuple[float, int, int]],
    keep: float,
) -> None:
    """Cut or overwritten anywhere: it answers, or says what is wrong in memboard's own words."""
    broken = bytearray(stored.read_bytes())
    for at, length, value in patches:
        start = int((len(broken) - length) * at)
        broken[start : start + length] = bytes([value]) * length
    home = tmp_path_factory.mktemp("broken")
    (home / "memory.db").write_bytes(broken[: int(len(broken) * keep)])
    with suppress(MemboardError), open_memory(home, "alpha", embedder=hash_handle()) as memory:
        for act in (
            memory.recent,
            memory.stats,
            memory.history,
            memory.projects,
            memory.check,
            memory.undo,
            memory.reindex,
            lambda: memory.search("rule number"),
            lambda: memory.add("one more"),
            lambda: memory.forget(*[note.id for note in memory.recent(2).notes], purge=True),
            lambda: memory.check(repair=True),
            lambda: list(memory.export()),
        ):
            with suppress(MemboardError):
                act()


@pytest.mark.parametrize("lost", ["DELETE FROM meta", "UPDATE meta SET value = 7"])
def test_a_store_without_its_hash_key_is_damaged(memory: Memory, lost: str) -> None:
    """No text is hashed with another key, and none without."""
    added(memory, "x")
    memory._store.database.run(f"{lost} WHERE key = 'hash_key'")
    with pytest.raises(StoreDamaged, match="hash key"):
        memory.add("y")
    assert memory.recent().total == 1


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


def test_a_damaged_store_names_a_way_out_that_does_not_lead_back(stored: Path) -> None:
    """Doctor would say the same; so the hint says what to do."""
    broken = bytearray(stored.read_bytes())
    broken[4096:] = b"\xff" * (len(broken) - 4096)
    stored.write_bytes(broken)
    with pytest.raises(StoreDamaged) as caught, open_memory(stored.parent, "alpha") as memory:
        memory.recent()
    assert "Put memory.db aside" in (caught.value.hint or "")
    assert "doctor" not in (caught.value.hint or "")
