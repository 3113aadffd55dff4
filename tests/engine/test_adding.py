"""Adding: what is stored, what is known already, what stays out, and when nothing is."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from memboard.engine import Draft, EmbedderHandle, Memory
from memboard.engine.embed import FloatMatrix
from memboard.engine.errors import EmbedderFailed, InvalidInput, InvalidNote, StoreError

from .standins import (
    NO_MODEL,
    FailingEmbedder,
    FixedClock,
    OpenHere,
    hash_handle,
    refuse_vec,
    texts_of,
    troubles,
)


def test_an_added_note_is_found_by_meaning_when_the_call_returns(memory: Memory) -> None:
    """With everything that was said about it."""
    added = memory.add(
        " Staging Postgres listens on 5433 ",
        topic="ports",
        tags=["#db"],
        importance=0.9,
        pinned=True,
        session="s1",
        host="claude-code",
    )
    note = added.note
    assert note is not None
    assert (added.status, note.text, note.topic) == (
        "added",
        "Staging Postgres listens on 5433",
        "ports",
    )
    assert (note.tags, note.importance, note.pinned) == (("db",), 0.9, True)
    assert (note.session, note.host, note.trigger) == ("s1", "claude-code", "manual")
    assert (note.scope, note.namespace, note.findable) == ("project", "alpha", "meaning")
    assert memory.search("postgres").hits[0].note == note


def test_an_exact_repeat_returns_the_note_that_is_there(memory: Memory, clock: FixedClock) -> None:
    """Spacing and composition do not make it new; nothing is written."""
    first = memory.add("the caf\u00e9 is  closed").note
    clock.move(days=1)
    before = memory.state()
    again = memory.add(" the cafe\u0301 is\nclosed ", tags=["new"])
    assert (again.status, again.note) == ("known", first)
    assert memory.state() == before


def test_case_makes_a_difference(memory: Memory) -> None:
    """`PATH` and `path` are two facts."""
    memory.add("PATH is read first")
    assert memory.add("path is read first").status == "added"


def test_the_same_text_may_stand_in_the_project_and_in_the_global_bucket(memory: Memory) -> None:
    """They are two namespaces."""
    memory.add("a fact")
    assert memory.add("a fact", scope="global").status == "added"
    assert texts_of(memory) == ["a fact", "a fact"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("staging DB listens on 5433", "prod DB listens on 5432"),
        ("key colour is teal", "key colour is plum"),
        ("use tabs", "do not use tabs"),
    ],
)
def test_look_alikes_with_other_values_are_kept_apart(memory: Memory, one: str, other: str) -> None:
    """Case 4: both stored, both findable."""
    memory.add(one)
    assert memory.add(other).status == "added"
    for text in (one, other):
        assert memory.search(text).hits[0].note.text == text


def test_a_near_repeat_is_stored_and_the_other_named(memory: Memory) -> None:
    """So that somebody can decide."""
    first = memory.add("deploys run every friday at noon from main").note
    assert first is not None
    second = memory.add("deploys run every friday at noon from the main")
    assert second.status == "added"
    assert [(near.id, near.text) for near in second.similar] == [(first.id, first.text)]


def test_a_similar_note_of_another_project_is_not_named(open_here: OpenHere) -> None:
    """Nothing crosses over."""
    open_here("beta").add("deploys run every friday at noon from main")
    assert open_here().add("deploys run every friday at noon from the main").similar == ()


def test_a_batch_is_one_change_and_names_the_faulty_note(memory: Memory) -> None:
    """All of it, or nothing."""
    with pytest.raises(InvalidNote, match="Note 3 of 3"):
        memory.add_many([Draft(text="a"), Draft(text="b"), Draft(text=" ")])
    assert texts_of(memory) == []
    answers = memory.add_many([Draft(text="a"), Draft(text="b"), Draft(text=" a ")])
    assert [answer.status for answer in answers] == ["added", "added", "known"]
    assert answers[0].note == answers[2].note
    assert {entry.change for entry in memory.history()} == {1}
    assert memory.add_many([]) == ()


@pytest.mark.parametrize(
    "trigger", ["capture:shutdown", "capture:before_compact", "dream", "import", "markdown"]
)
def test_what_was_forgotten_does_not_come_back_by_itself(
    memory: Memory, clock: FixedClock, trigger: str
) -> None:
    """Case 16: the answer says why; also long after its text is gone."""
    note = memory.add("the old ip is 10.0.0.1").note
    assert note is not None
    memory.forget(note.id)
    for days in (0, 40):
        clock.move(days=days)
        draft = Draft(text="the  old ip is 10.0.0.1", trigger=trigger)  # type: ignore[arg-type]
        answer = memory.add_many([draft])[0]
        assert (answer.status, answer.note) == ("suppressed", None)
        assert answer.forgotten_at is not None
        assert "forgotten" in {notice.code for notice in answer.notices}
    assert texts_of(memory) == []


def test_a_person_may_add_a_forgotten_text_again(memory: Memory, open_here: OpenHere) -> None:
    """The answer tells when it was forgotten; from then on it is a note like any other."""
    note = memory.add("the old ip is 10.0.0.1").note
    assert note is not None
    memory.forget(note.id)
    again = memory.add("the old ip is 10.0.0.1")
    assert (again.status, again.forgotten_at) == ("added", memory.now())
    assert again.note is not None
    assert again.note.id != note.id
    assert memory.add("the old ip is 10.0.0.1", trigger="import").status == "known"
    assert open_here("beta").add("the old ip is 10.0.0.1", trigger="import").status == "added"


@pytest.mark.parametrize("trigger", ["manual", "board"])
def test_an_agent_does_not_bring_a_forgotten_text_back(
    open_here: OpenHere, clock: FixedClock, trigger: str
) -> None:
    """Whatever it says of how the note came in; it is told when, and what a person can do."""
    person, agent = open_here(), open_here(actor="pi")
    text = "the old ip is 10.0.0.1"
    note = person.add(text).note
    assert note is not None
    person.forget(note.id)
    at = clock()
    clock.move(hours=5)
    answer = agent.add(text, trigger=trigger)  # type: ignore[arg-type]  # it is parametrized
    assert (answer.status, answer.note, answer.forgotten_at) == ("suppressed", None, at)
    (said,) = [notice.text for notice in answer.notices if notice.code == "forgotten"]
    assert (
        f"01 Mar 2026, and stays forgotten. A person can bring it back: memboard restore {note.id}"
        in said
    )
    assert agent.add_many([Draft(text=text), Draft(text="other")])[1].status == "added"
    person.forget(note.id, purge=True)
    (said,) = [one.text for one in agent.add(text).notices if one.code == "forgotten"]
    assert "A person can bring it back: by adding it themselves." in said
    assert texts_of(person) == ["other"]
    assert person.add(text).status == "added"
    assert agent.add(text).status == "known"


def test_what_an_agent_added_and_took_back_it_may_add_again(open_here: OpenHere) -> None:
    """Nobody forgot it."""
    agent = open_here(actor="pi")
    agent.add("a fact")
    agent.undo()
    assert agent.add("a fact").status == "added"


def test_a_failing_embedder_means_that_nothing_is_stored(open_here: OpenHere) -> None:
    """The error goes to the caller, with the embedder's name, whatever it raised."""
    memory = open_here(embedder=EmbedderHandle.of(FailingEmbedder()))
    with pytest.raises(EmbedderFailed, match="on fire"):
        memory.add("a fact")
    assert texts_of(memory) == []
    assert memory.history() == ()


@pytest.mark.parametrize("kind", ["short", "nan", "long"])
def test_vectors_that_are_none_are_never_stored(open_here: OpenHere, kind: str) -> None:
    """One of them would make every later search fail."""

    class Odd(FailingEmbedder):
        def embed_documents(self, texts: Sequence[str]) -> FloatMatrix:
            matrix = super().embed_documents(texts)
            if kind == "short":
                return matrix[:, :-1]
            matrix *= float("nan") if kind == "nan" else 3.0
            return matrix

    memory = open_here(embedder=EmbedderHandle.of(Odd(works=9)))
    with pytest.raises(EmbedderFailed):
        memory.add("a fact")
    assert texts_of(memory) == []


def test_without_a_model_notes_are_kept_and_found_by_words(open_here: OpenHere) -> None:
    """The answer says so."""
    memory = open_here(embedder=None, settings=NO_MODEL)
    added = memory.add("postgres listens on 5433")
    assert added.note is not None
    assert added.note.findable == "words"
    assert "words_only" in {notice.code for notice in added.notices}
    found = memory.search("postgres")
    assert (found.mode, found.pending, len(found.hits)) == ("words", 1, 1)


def test_a_note_for_a_project_needs_one(open_here: OpenHere) -> None:
    """Outside a project notes are global, and the answer says so."""
    memory = open_here()
    nowhere = open_here(None, folder=memory.home.folder.root)
    added = nowhere.add("a fact")
    assert added.note is not None
    assert added.note.scope == "global"
    assert "no_project" in {notice.code for notice in added.notices}
    with pytest.raises(InvalidInput, match="no project"):
        nowhere.add("a fact", scope="project")


def test_the_first_note_binds_the_store_to_its_embedder(open_here: OpenHere) -> None:
    """Of two processes with different embedders the first wins; the other works by words."""
    first, second = open_here(), open_here(embedder=hash_handle(32))
    assert second.stats().embedder is None
    first.add("one")
    added = second.add("two")
    assert added.note is not None
    assert added.note.findable == "words"
    assert "words_only" in {notice.code for notice in added.notices}
    assert second.stats().embedder == "hash:64"
    assert troubles(first) == []


def test_a_random_source_that_is_stuck_ends_in_an_error_and_not_in_a_lock(
    open_here: OpenHere,
) -> None:
    """The store stays usable for others."""
    stuck = open_here(entropy=lambda count: b"\1" * count)
    assert stuck.add("one").status == "added"
    with pytest.raises(StoreError, match="random"):
        stuck.add("two")
    assert open_here().add("three").status == "added"


def test_ids_are_eight_letters_of_base32(memory: Memory) -> None:
    """And never given twice, also not after a purge."""
    answers = memory.add_many([Draft(text=f"note {number}") for number in range(200)])
    ids = {answer.note.id for answer in answers if answer.note}
    assert len(ids) == 200
    assert all(len(one) == 8 and set(one) <= set("abcdefghijklmnopqrstuvwxyz234567") for one in ids)


def test_a_note_added_without_sqlite_vec_is_filed_by_a_process_that_has_it(
    open_here: OpenHere,
) -> None:
    """Nobody has to do anything."""
    without, having = open_here(load_vec=refuse_vec), open_here()
    without.add("one two three")
    assert having.search("one two").hits[0].parts.cosine is not None
    having.add("four five six")
    assert troubles(having) == []


@pytest.mark.parametrize("where", ["session", "host"])
@pytest.mark.parametrize("name", ["s\udcff", "a\nb", "s\x1b[2J", "\u202es", "x" * 1_000_000])
def test_an_origin_that_is_no_name_is_refused(memory: Memory, where: str, name: str) -> None:
    """Half characters, controls, a megabyte: as input, not as a traceback; nothing is stored."""
    with pytest.raises(InvalidInput, match="printable characters"):
        memory.add_many([Draft(text="a fact", **{where: name})])  # type: ignore[arg-type]
    assert texts_of(memory) == []


def test_an_origin_may_be_as_long_as_a_host_makes_it(memory: Memory) -> None:
    """200 characters of a session, 64 of a host; an empty one is none."""
    note = memory.add("a fact", session="s" * 200, host="h" * 64).note
    assert note is not None
    assert (note.session, note.host) == ("s" * 200, "h" * 64)
    other = memory.add("another", session="", host="").note
    assert other is not None
    assert (other.session, other.host, memory.history()[0].session) == (None, None, None)
    for call in (memory.forget, memory.pin, memory.restore):
        with pytest.raises(InvalidInput, match="1 to 200 printable characters"):
            call(note.id, session="x" * 201)
    assert [entry.op for entry in memory.history()] == ["add", "add"]
