"""The doctor's view: what does not agree is found, and mended."""

from __future__ import annotations

import pytest

from memboard.engine import Draft, Memory

from .standins import OpenHere, refuse_vec, texts_of, troubles

PLANTS = {
    "words of no note": "INSERT INTO words (rowid, ns, text) VALUES (999, 'n2n', 'ghost')",
    "a note without words": "DELETE FROM words WHERE rowid = 2",
    "a vector of no note": "INSERT INTO vectors_1 (rowid, namespace, embedding)"
    " SELECT 999, 2, embedding FROM vectors_1 WHERE rowid = 1",
    "a note whose vector is lost": "DELETE FROM vectors_1 WHERE rowid = 2",
    "a note kept and forgotten": "INSERT INTO forgotten (id, namespace, at)"
    " SELECT id, namespace, 0 FROM notes WHERE key = 1",
}


@pytest.fixture
def filled(memory: Memory) -> Memory:
    """A store of three notes."""
    memory.add_many([Draft(text=text) for text in ("the cat sat", "a dog ran", "birds sing")])
    return memory


def test_a_sound_store_is_good_in_every_point(filled: Memory) -> None:
    """File, words, vectors, forgotten."""
    assert {finding.level for finding in filled.check()} == {"good"}
    assert [finding.code for finding in filled.check()] == ["file", "words", "vectors", "forgotten"]


@pytest.mark.parametrize("plant", PLANTS.values(), ids=PLANTS)
def test_what_does_not_agree_is_found_and_mended(filled: Memory, plant: str) -> None:
    """Case 14: looking changes nothing; a repair loses no note."""
    database = filled._store.database
    with database.writing("a planted fault"):
        database.run(plant)
    assert len(troubles(filled)) == 1
    assert len(troubles(filled)) == 1
    assert all(finding.repairable for finding in filled.check() if finding.level == "bad")
    assert {finding.level for finding in filled.check(repair=True)} == {"good"}
    assert len(texts_of(filled)) == 3
    filled.reindex()
    for text in texts_of(filled):
        hit = filled.search(text).hits[0]
        assert hit.note.text == text
        assert hit.parts.cosine == pytest.approx(1.0)


def test_a_planted_ghost_never_comes_up_in_a_search(filled: Memory) -> None:
    """Also before anybody repairs it."""
    database = filled._store.database
    with database.writing("planted faults"):
        database.run(PLANTS["words of no note"])
        database.run(PLANTS["a vector of no note"])
    assert {hit.note.text for hit in filled.search("ghost cat").hits} <= set(texts_of(filled))


def test_vectors_that_wait_to_be_filed_are_no_trouble(filled: Memory, open_here: OpenHere) -> None:
    """A process without sqlite-vec left them; a repair files them at once."""
    without = open_here(load_vec=refuse_vec)
    without.add("fish swim")
    without.forget(without.recent().notes[-1].id)
    assert troubles(filled) == []
    assert [finding.code for finding in without.check()] == [
        "file",
        "words",
        "brute_force",
        "forgotten",
    ]
    without.check(repair=True)
    filled.check(repair=True)
    assert filled._store.database.value("SELECT count(*) FROM loose_vectors") == 0
    assert filled.search("fish swim").hits[0].parts.cosine == pytest.approx(1.0)


def test_a_purge_by_another_process_is_no_damage(filled: Memory, open_here: OpenHere) -> None:
    """It merges the words index under the eyes of whoever has the store open."""
    filled.search("cat")
    other = open_here(load_vec=refuse_vec)
    for note in filled.recent().notes[:2]:
        other.forget(note.id, purge=True)
        assert troubles(filled) == []
