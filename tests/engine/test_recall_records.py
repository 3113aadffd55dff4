"""What is written down of a recall: bounded, and never in the way of the answer."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from memboard.engine import Memory, open_memory
from memboard.engine.errors import InvalidInput, NotFound

from .standins import FixedClock, OpenHere, hash_handle
from .test_editing import added

PROMPT = "red green blue cyan"


def test_a_recall_is_found_in_the_notes_origin(memory: Memory, clock: FixedClock) -> None:
    """Session, surface, rank, score and time; a note that was only considered has none."""
    note = added(memory, PROMPT)
    other = added(memory, "quarterly marble elephants")
    given = memory.recall(PROMPT, session="one").notes[0]
    (event,) = memory.why(note.id).recalls
    assert (event.session, event.surface, event.outcome) == ("one", "recall", "given")
    assert (event.rank, event.score, event.at) == (1, given.score, clock())
    assert memory.why(other.id).recalls == ()
    clock.move(hours=1)
    memory.search_for_model(PROMPT, session="two")
    assert [(event.surface, event.session) for event in memory.why(note.id).recalls] == [
        ("search", "two"),
        ("recall", "one"),
    ]
    assert [event.surface for event in memory.why(other.id).recalls] == ["search"]


def test_looking_records_nothing(memory: Memory) -> None:
    """A person's search is nobody's recall."""
    note = added(memory, PROMPT)
    memory.search(PROMPT)
    memory.why(note.id)
    assert memory.why(note.id).recalls == ()


def test_a_note_keeps_its_last_twenty_recalls(memory: Memory) -> None:
    """The older ones make room; other notes keep theirs."""
    note = added(memory, PROMPT)
    memory.recall(PROMPT, session="first")
    other = added(memory, "plum teal port")
    memory.recall("plum teal port", session="other")
    for number in range(25):
        memory.recall(PROMPT, session=f"session {number}")
    kept = memory.why(note.id).recalls
    assert [event.session for event in kept] == [f"session {n}" for n in range(24, 4, -1)]
    assert [event.session for event in memory.why(other.id).recalls] == ["other"]


def test_recalls_are_kept_for_ninety_days(memory: Memory, clock: FixedClock) -> None:
    """Also what a session was given; a day less, and all is there."""
    note = added(memory, PROMPT, pinned=True)
    other = added(memory, "plum teal port", pinned=True)
    memory.recall(PROMPT, session="one")
    clock.move(days=89, hours=23)
    memory.recall("plum teal port", session="two")
    assert len(memory.why(note.id).recalls) == 1
    clock.move(hours=2)
    memory.recall("plum teal port", session="three")
    assert memory.why(note.id).recalls == ()
    assert len(memory.why(other.id).recalls) == 2
    assert [given.id for given in memory.recall(PROMPT, session="one").notes] == [note.id]


def test_a_busy_store_costs_no_answer(open_here: OpenHere) -> None:
    """It is there as ever, and says that it was not recorded; so the session gets it again."""
    memory, holder = open_here(patience=0.01), open_here()
    note = added(memory, PROMPT)
    with holder._store.database.writing("a long change"):
        answer = memory.recall(PROMPT, session="one")
        found = memory.search_for_model(PROMPT, session="one")
    for seen in (answer, found):
        (notice,) = [notice for notice in seen.notices if notice.code == "not_recorded"]
        assert "busy" in notice.text
    assert [given.id for given in answer.notes] == [note.id]
    assert memory.why(note.id).recalls == ()
    assert memory.recall(PROMPT, session="one").notes == answer.notes
    assert memory.recall(PROMPT, session="one").notes == ()
    assert memory.add("life goes on").status == "added"


def test_a_home_that_cannot_be_written_is_recalled_from(
    open_here: OpenHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And it says that nothing was recorded."""
    note = added(open_here(), PROMPT)
    monkeypatch.setattr("os.access", lambda *_: False)
    memory = open_here()
    for _ in range(2):
        answer = memory.recall(PROMPT, session="one")
        assert [given.id for given in answer.notes] == [note.id]
        assert {"not_recorded", "read_only"} <= {notice.code for notice in answer.notices}


def test_recording_does_not_make_a_live_view_or_an_undo_think_of_a_change(memory: Memory) -> None:
    """Nothing is journalled, and counts are not taken anew."""
    note = added(memory, PROMPT)
    before = memory.history()
    memory.recall(PROMPT, session="one")
    assert memory.history() == before
    assert memory.undo().notes == (note.id,)


def test_an_acknowledged_write_still_waits_for_the_disk_after_a_recall(memory: Memory) -> None:
    """Only the record itself is hasty."""
    added(memory, PROMPT)
    memory.recall(PROMPT)
    connection = memory._store.database._connection
    assert connection.pragma("synchronous") == 2  # FULL
    assert connection.pragma("busy_timeout") == 10_000


@pytest.mark.parametrize("purge", [False, True])
def test_forgetting_during_recalls_never_shows_a_dead_note(
    open_here: OpenHere, home: Path, purge: bool
) -> None:
    """From the moment it is acknowledged; and a purged one leaves no record behind."""
    memory = open_here()
    notes = [added(memory, f"{PROMPT} number {number}") for number in range(12)]
    gone: list[str] = []
    wrong: list[str] = []
    over = threading.Event()

    def look() -> None:
        with open_memory(home, "alpha", embedder=hash_handle()) as mine:
            while not over.is_set():
                dead = set(gone)
                answer, found = mine.recall(PROMPT, level="max"), mine.search_for_model(PROMPT)
                seen = {given.id for given in answer.notes} | {hit.note.id for hit in found.hits}
                wrong.extend(seen & dead)

    looker = threading.Thread(target=look)
    looker.start()
    for note in notes:
        memory.forget(note.id, purge=purge)
        gone.append(note.id)
    over.set()
    looker.join()
    assert wrong == []
    assert memory.recall(PROMPT).notes == ()
    recorded = memory._store.database.value("SELECT count(*) FROM recalls")
    assert recorded == 0 or not purge


def test_a_purged_note_says_nothing_of_its_recalls(memory: Memory) -> None:
    """Only the id, the time and a keyed hash stay."""
    note = added(memory, PROMPT)
    memory.recall(PROMPT, session="one")
    memory.forget(note.id, purge=True)
    with pytest.raises(NotFound, match="erased"):
        memory.why(note.id)
    rows = memory._store.database.rows(
        "SELECT note_id FROM recalls UNION SELECT note_id FROM injected"
    )
    assert rows == []


@pytest.mark.parametrize("session", ["x" * 200, "über die 会話 😀", "'; DROP TABLE recalls; --"])
def test_a_session_may_have_any_printable_name(memory: Memory, session: str) -> None:
    """It is data."""
    added(memory, PROMPT)
    assert memory.recall(PROMPT, session=session).notes
    assert memory.recall(PROMPT, session=session).notes == ()


@pytest.mark.parametrize("session", ["\ud800", "\n\0", "\x1b[2J", "x" * 201, "x" * 4_000_000])
def test_a_session_that_is_no_name_is_refused(memory: Memory, session: str) -> None:
    """Before anything is looked for or kept; the message ends."""
    added(memory, PROMPT)
    for ask in (memory.recall, memory.search_for_model):
        with pytest.raises(InvalidInput, match="1 to 200 printable characters") as refused:
            ask(PROMPT, session=session)
        assert len(str(refused.value)) < 500
    assert memory._store.database.value("SELECT count(*) FROM recalls") == 0


def test_a_session_of_an_older_memboard_is_read_as_far_as_one_may_be_long(memory: Memory) -> None:
    """It took any; what is read of one is bounded."""
    note = added(memory, PROMPT)
    memory.recall(PROMPT, session="one")
    with memory._store.database.writing("what was there"):
        memory._store.database.run("UPDATE recalls SET session = ?", ("x" * 1_000_000,))
    (event,) = memory.why(note.id).recalls
    assert event.session == "x" * 200


def test_an_empty_session_is_none(memory: Memory) -> None:
    """Nothing is kept under a name that is none."""
    note = added(memory, PROMPT)
    for _ in range(2):
        assert memory.recall(PROMPT, session="").notes
    assert {event.session for event in memory.why(note.id).recalls} == {None}
