"""Forgetting, restoring, purging and the thirty days between them."""

from __future__ import annotations

from pathlib import Path

import pytest

from memboard.engine import Draft, EmbedderHandle, Memory
from memboard.engine.errors import Conflict, NotFound

from .standins import (
    NO_MODEL,
    FixedClock,
    OpenHere,
    OtherHash,
    hash_handle,
    refuse_vec,
    texts_of,
    troubles,
)
from .test_editing import added

TOKEN = "zyxquarkle"
SECRET = f"the {TOKEN} password is hunter2"


def bytes_of(home: Path) -> bytes:
    """All bytes of the store and its write-ahead log."""
    files = (home / "memory.db", home / "memory.db-wal")
    return b"".join(path.read_bytes() for path in files if path.exists())


def vector_of(text: str) -> bytes:
    """The bytes of a text's vector."""
    return hash_handle().get().embed_query(text).astype("<f4").tobytes()


def test_a_forgotten_note_is_out_of_every_index_at_once(memory: Memory) -> None:
    """Case 14: the similar one that is left answers, also alone."""
    gone = added(memory, "deploy from main on friday")
    kept = added(memory, "deploy from main on monday")
    answer = memory.forget(gone.id)[0]
    assert (answer.forgotten, answer.purged) == (gone.id, False)
    for query in ("deploy from main on friday", "friday"):
        assert [hit.note.id for hit in memory.search(query, k=1).hits] == [kept.id]
    assert texts_of(memory) == [kept.text]
    assert memory.stats().forgotten == 1
    assert troubles(memory) == []


def test_a_restored_note_is_as_it_was(memory: Memory, clock: FixedClock) -> None:
    """Fields, times and vector."""
    note = added(memory, "x y z", topic="t", tags=("a",), importance=0.1, pinned=True)
    memory.forget(note.id)
    clock.move(days=29)
    assert memory.restore(note.id) == note
    assert memory.search("x y z").hits[0].evidence.embedder == "hash:64"
    assert memory.add("x y z", trigger="import").status == "known"
    assert troubles(memory) == []


def test_only_a_forgotten_note_can_be_restored(memory: Memory) -> None:
    """And not while another says the same."""
    note = added(memory, "x")
    with pytest.raises(Conflict, match="not forgotten"):
        memory.restore(note.id)
    memory.forget(note.id)
    twin = added(memory, "x")
    with pytest.raises(Conflict, match=twin.id):
        memory.restore(note.id)


def test_after_thirty_days_only_id_time_and_hash_are_left(
    memory: Memory, clock: FixedClock, home: Path
) -> None:
    """The next change erases the rest from the file; the text still stays out."""
    note = added(memory, SECRET, topic=TOKEN, tags=(TOKEN,))
    memory.forget(note.id)
    clock.move(days=30)
    added(memory, "on the last day")
    assert memory.why(note.id).note.text == SECRET
    clock.move(minutes=1)
    added(memory, "a minute later")
    with pytest.raises(NotFound, match="gone for good"):
        memory.restore(note.id)
    with pytest.raises(NotFound, match="erased on"):
        memory.why(note.id)
    assert memory.add(SECRET, trigger="import").status == "suppressed"
    assert all(entry.before is entry.after is None for entry in memory.history(note.id))
    memory.close()
    assert TOKEN.encode() not in bytes_of(home)


@pytest.mark.parametrize("first_forgotten", [False, True])
def test_a_purged_note_is_nowhere_in_the_file(
    memory: Memory, open_here: OpenHere, home: Path, first_forgotten: bool
) -> None:
    """Not in rows, words, journal or free pages, not in the log, not as a vector."""
    memory.add_many([Draft(text=f"filler number {number}") for number in range(300)])
    note = added(memory, SECRET, topic=f"about {TOKEN}", tags=(TOKEN,))
    memory.edit(note.id, text=f"now the {TOKEN} is another")
    memory.edit(note.id, text=SECRET)
    open_here().search(TOKEN)
    assert TOKEN.encode() in bytes_of(home)
    assert vector_of(SECRET) in bytes_of(home)
    if first_forgotten:
        memory.forget(note.id)
    assert memory.forget(note.id, purge=True)[0].purged
    found = bytes_of(home)
    assert TOKEN.encode() not in found
    assert TOKEN[:6].encode() not in found
    assert vector_of(SECRET) not in found
    assert troubles(memory) == []


def test_a_purge_without_sqlite_vec_leaves_no_vector_either(
    memory: Memory, open_here: OpenHere, home: Path
) -> None:
    """Though the index it lies in cannot be used there."""
    note = added(memory, SECRET)
    memory.close()
    without = open_here(load_vec=refuse_vec)
    without.forget(note.id, purge=True)
    assert vector_of(SECRET) not in bytes_of(home)
    assert TOKEN.encode() not in bytes_of(home)
    assert texts_of(without) == []
    added(open_here(), "files what was left")
    assert troubles(open_here()) == []


def test_a_purged_note_keeps_its_text_out_and_its_id_taken(memory: Memory) -> None:
    """History tells who and when; nothing brings it back."""
    note = added(memory, SECRET)
    memory.forget(note.id, purge=True)
    assert memory.add(SECRET, trigger="capture:shutdown").status == "suppressed"
    assert [entry.op for entry in memory.history(note.id)] == ["purge", "add"]
    with pytest.raises(NotFound, match="gone for good"):
        memory.restore(note.id)
    for entry in memory.history(note.id):
        with pytest.raises(Conflict, match="erased for good"):
            memory.undo(entry.seq)
    assert memory.forget(note.id, purge=True)[0].purged
    assert memory.stats().forgotten == 0


def test_a_purge_while_somebody_reads_still_purges(open_here: OpenHere) -> None:
    """The log is emptied by whoever closes last; the caller meets no error."""
    memory, reader = open_here(patience=0.05), open_here()
    note = added(memory, SECRET)
    with reader._store.database.reading():
        assert reader.recent().total == 1
        assert memory.forget(note.id, purge=True)[0].purged
    assert reader.recent().total == 0


def test_forgetting_many_is_one_change(memory: Memory) -> None:
    """Restored at once by an undo."""
    ids = [added(memory, text).id for text in "abc"]
    memory.forget(*ids)
    assert memory.stats().forgotten == 3
    assert sorted(memory.undo().notes) == sorted(ids)
    assert len(texts_of(memory)) == 3


def test_a_note_forgotten_before_a_reindex_is_embedded_anew_when_restored(
    open_here: OpenHere,
) -> None:
    """Vectors of two embedders never meet, also of the same width."""
    first = open_here()
    note = added(first, "postgres listens on 5433")
    added(first, "something else")
    first.forget(note.id)
    second = open_here(embedder=EmbedderHandle.of(OtherHash()))
    second.reindex("other-hash:64")
    assert second.restore(note.id).embedding == "current"
    assert second.search("postgres listens on 5433").hits[0].parts.cosine == pytest.approx(1.0)
    assert troubles(second) == []


def test_a_note_restored_without_a_model_is_found_by_words(
    memory: Memory, open_here: OpenHere
) -> None:
    """Or by meaning, where its vector is still of use."""
    note = added(memory, "postgres listens on 5433")
    memory.forget(note.id)
    other = open_here(embedder=hash_handle(32), settings=NO_MODEL)
    assert other.restore(note.id).embedding == "current"
    assert memory.search("postgres").hits[0].parts.cosine is not None


def test_a_forgotten_note_of_a_merged_project_can_be_restored(open_here: OpenHere) -> None:
    """Into the project that stands for both."""
    alpha, beta = open_here(), open_here("beta")
    note = added(alpha, "a fact of alpha")
    added(alpha, "another")
    added(beta, "a fact of beta")
    alpha.forget(note.id)
    alpha.merge_projects("alpha", "beta")
    assert beta.restore(note.id).namespace == "beta"
    assert len(texts_of(alpha)) == 3
    assert troubles(beta) == []
