"""When something is missing or in the way: what still works, and what is said."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import apsw
import pytest

from memboard.engine import Draft, Found, Memory
from memboard.engine.errors import Cancelled, StoreBusy, StoreError, StoreFull
from memboard.engine.store.database import NOT_READ
from memboard.engine.store.faults import translated

from .standins import NO_MODEL, WORDS, OpenHere, refuse_vec, texts_of, troubles
from .test_editing import added


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
    for _ in range(2):
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
    assert found.hits[0].parts.match == found.hits[0].parts.bm25
    for answer in (found, memory.recent(), memory.stats()):
        assert "words_only" in {notice.code for notice in answer.notices}


def test_a_lock_held_too_long_is_a_retryable_refusal(open_here: OpenHere) -> None:
    """It names what was not written, nothing is stored, and reading goes on."""
    memory, holder = open_here(patience=0.05), open_here()
    with holder._store.database.writing("a long change"):
        with pytest.raises(StoreBusy, match="the note") as raised:
            memory.add("x")
        assert raised.value.retryable
        assert memory.search("x").hits == ()
    assert memory.add("x").status == "added"


def test_a_locked_store_is_not_read_or_opened_rather_than_not_written(
    stored: Path, open_here: OpenHere
) -> None:
    """Nobody asked for a change."""
    holder = apsw.Connection(str(stored))
    holder.pragma("locking_mode", "exclusive")
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreBusy, match=r"^Not opened: .*memory\.db\. Another process"):
        open_here(patience=0.05)
    holder.close()
    with pytest.raises(StoreBusy, match=r"^Not read\. Another process"):
        raise translated(apsw.BusyError("database is locked"), NOT_READ)


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
