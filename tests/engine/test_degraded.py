"""When something is missing, in the way or broken: what still works, and what is said."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import apsw
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memboard.engine import Draft, Found, Memory, open_memory
from memboard.engine.errors import (
    Cancelled,
    HomeRefused,
    MemboardError,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreNewer,
    StoreReadOnly,
)

from .standins import NO_MODEL, OpenHere, hash_handle, refuse_vec, texts_of, troubles
from .test_editing import added

WORDS = "red green blue cyan teal plum port key node pool lock rate".split()  # noqa: SIM905 - a list of words


def codes(memory: Memory) -> set[str]:
    """What is degraded."""
    return {notice.code for notice in memory.notices()}


def answer_of(found: Found) -> list[tuple[float, str]]:
    """What two backends must agree on; notes of equal score may stand in either order."""
    return sorted((-round(hit.score, 4), hit.note.id) for hit in found.hits)


def test_without_sqlite_vec_everything_works_and_says_so(open_here: OpenHere) -> None:
    """Case 21: add, search, edit, move, forget, restore, undo, purge."""
    memory = open_here(load_vec=refuse_vec)
    note = added(memory, "postgres listens on 5433")
    assert codes(memory) == {"brute_force"}
    assert memory.stats().backend == "brute force"
    assert memory.search("postgres").hits[0].parts.cosine is not None
    memory.edit(note.id, text="redis listens on 6379")
    memory.move(note.id, scope="global")
    memory.undo()
    memory.undo()
    assert memory.search("postgres listens on 5433").hits[0].parts.cosine == pytest.approx(1.0)
    memory.forget(note.id)
    memory.restore(note.id)
    assert memory.search("postgres").hits[0].note.id == note.id
    memory.forget(note.id, purge=True)
    assert memory.search("postgres").hits == ()


def test_without_sqlite_vec_the_answers_are_the_same(open_here: OpenHere) -> None:
    """On random notes in three namespaces, note for note and score for score."""
    having, without = open_here(), open_here(load_vec=refuse_vec)
    draw = random.Random(11)
    for memory in (having, without, open_here("beta")):
        texts = {" ".join(draw.choices(WORDS, k=draw.randint(2, 9))) for _ in range(150)}
        memory.add_many(
            [Draft(text=text, scope=draw.choice(("project", "global"))) for text in sorted(texts)]
        )
    for memory in (having, without):
        for _ in range(40):
            query = " ".join(draw.choices(WORDS, k=3))
            assert answer_of(having.search(query, k=500)) == answer_of(without.search(query, k=500))
            for one, other in zip(
                having.search(query).hits, without.search(query).hits, strict=True
            ):
                assert one.score == pytest.approx(other.score, abs=1e-4)
        having.add_many([Draft(text="files what is loose")])


def test_both_kinds_of_process_work_on_one_store_in_turn(open_here: OpenHere) -> None:
    """Every change of the one is right for the other, and the check is clean."""
    kinds = (open_here(), open_here(load_vec=refuse_vec))
    draw = random.Random(5)
    forgotten: list[str] = []
    for at in range(120):
        memory = draw.choice(kinds)
        ids = [note.id for note in memory.recent(100).notes]
        act = draw.choice(("add", "add", "edit", "move", "forget", "restore"))
        if act == "restore" and forgotten:
            memory.restore(forgotten.pop())
        elif act == "edit" and ids:
            memory.edit(draw.choice(ids), text=f"edited {at} {draw.choice(WORDS)}")
        elif act == "move" and ids:
            memory.move(draw.choice(ids), scope=draw.choice(("project", "global")))
        elif act == "forget" and ids:
            forgotten.append(draw.choice(ids))
            memory.forget(forgotten[-1])
        else:
            added(memory, f"added {at} {draw.choice(WORDS)} {draw.choice(WORDS)}")
        query = draw.choice(WORDS)
        one, other = (kind.search(query, k=200) for kind in kinds)
        assert answer_of(one) == answer_of(other)
        assert {note.findable for note in memory.recent(100).notes} <= {"meaning"}
    assert troubles(kinds[0]) == []
    added(kinds[0], "files what is loose")
    assert troubles(kinds[0]) == []


def test_a_store_begun_without_sqlite_vec_opens_with_it(open_here: OpenHere) -> None:
    """Also where its only note is gone already."""
    without = open_here(load_vec=refuse_vec)
    without.forget(added(without, "x").id)
    having = open_here()
    assert having.search("x").hits == ()
    having.forget(added(having, "y").id)
    assert troubles(having) == []


def test_without_a_model_notes_are_found_by_words(open_here: OpenHere) -> None:
    """It says so in every answer."""
    memory = open_here(embedder=None, settings=NO_MODEL)
    added(memory, "postgres listens on 5433")
    found = memory.search("postgres port")
    assert (found.mode, found.hits[0].parts.vector) == ("words", None)
    assert found.hits[0].parts.hybrid == found.hits[0].parts.bm25
    for answer in (found, memory.recent(), memory.stats()):
        assert "words_only" in {notice.code for notice in answer.notices}


# --- files that cannot be used


@pytest.fixture
def stored(home: Path, open_here: OpenHere) -> Path:
    """A closed store of some notes."""
    memory = open_here()
    memory.add_many(
        [Draft(text=f"rule number {number} about {WORDS[number % 12]}") for number in range(60)]
    )
    memory.close()
    return home / "memory.db"


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


def test_a_store_replaced_while_open_takes_no_more_notes(
    memory: Memory, home: Path, stored: Path, open_here: OpenHere
) -> None:
    """A restored backup is another file, even under the same name."""
    living = open_here()
    copy = stored.with_name("backup")
    shutil.copy(stored, copy)
    copy.replace(stored)
    with pytest.raises(HomeRefused, match="deleted or replaced"):
        living.add("y")


def test_a_lock_held_too_long_is_a_retryable_refusal(open_here: OpenHere) -> None:
    """It names what was not written, nothing is stored, and reading goes on."""
    memory, holder = open_here(patience=0.05), open_here()
    with holder._store.database.writing("a long change"):
        with pytest.raises(StoreBusy, match="the note") as raised:
            memory.add("x")
        assert raised.value.retryable
        assert memory.search("x").hits == ()
    assert memory.add("x").status == "added"


def test_a_full_disk_stores_nothing_and_says_so(memory: Memory) -> None:
    """What was there stays readable, and writing goes on when there is space."""
    first = added(memory, "x")
    connection = memory._store.database._connection
    pages = connection.pragma("page_count")
    connection.pragma("max_page_count", pages)
    with pytest.raises(StoreFull, match="disk is full"):
        memory.add_many([Draft(text=f"{number} " + "long " * 300) for number in range(50)])
    assert texts_of(memory) == ["x"]
    assert troubles(memory) == []
    connection.pragma("max_page_count", 1_000_000)
    assert memory.get(first.id).text == "x"
    assert memory.add("y").status == "added"


def test_a_query_stopped_from_another_thread_is_cancelled(memory: Memory) -> None:
    """Not a damaged store."""
    import threading

    added(memory, "x")
    endless = (
        "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n"
    )
    stopping = threading.Event()

    def stop() -> None:
        while not stopping.wait(0.01):
            memory.interrupt()

    thread = threading.Thread(target=stop)
    thread.start()
    try:
        with pytest.raises(Cancelled):
            memory._store.database.rows(endless)
    finally:
        stopping.set()
        thread.join()
    assert texts_of(memory) == ["x"]


def test_a_closed_store_says_that_it_is(memory: Memory) -> None:
    """Closing twice is fine."""
    added(memory, "x")
    memory.close()
    memory.close()
    for act in (memory.recent, memory.stats, lambda: memory.add("y"), lambda: memory.search("x")):
        with pytest.raises(StoreError, match="closed"):
            act()


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


@pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("setpriv") is None, reason="needs to become another user"
)
@pytest.mark.parametrize("folder_mode", [0o555, 0o755])
@pytest.mark.parametrize("file_mode", [0o444, 0o666])
def test_a_home_that_cannot_be_written_can_be_read(
    stored: Path, tmp_path: Path, folder_mode: int, file_mode: int
) -> None:
    """By meaning as ever, and it says so; a change is refused."""
    reachable = tmp_path
    while reachable != Path("/tmp"):  # noqa: S108 - where pytest's own folders lie
        reachable.chmod(0o755)
        reachable = reachable.parent
    stored.chmod(file_mode)
    stored.parent.chmod(folder_mode)
    expected = ["rule number 7 about plum meaning ['read_only']", "60 60", "store_read_only"]
    before = stored.read_bytes()
    assert as_nobody(stored.parent)[0].startswith("rule number 7 about")
    assert as_nobody(stored.parent)[1:] == expected[1:]
    assert stored.read_bytes() == before
    stored.chmod(0o000)
    assert as_nobody(stored.parent) in (["home_refused"], ["store_full"], ["store"])


def test_a_store_that_is_not_writable_is_read_only(
    stored: Path, open_here: OpenHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every change is refused by name; looking works."""
    monkeypatch.setattr("os.access", lambda *_: False)
    memory = open_here()
    assert codes(memory) == {"read_only"}
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
