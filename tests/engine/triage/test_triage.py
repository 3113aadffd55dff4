"""A triage of a store: who is named, in which order, and forgetting them."""

from __future__ import annotations

import pytest

from memboard.engine import Draft, Memory
from memboard.engine.errors import Cancelled, InvalidInput
from memboard.engine.triage.values import CODES, Suspect
from tests.engine.standins import NO_MODEL, FixedClock, OpenHere

FACT = "Staging Postgres listens on 5433"


def named(memory: Memory, **more: object) -> dict[str, tuple[str, ...]]:
    """Triage; gives the codes by the texts of the suspects."""
    found = memory.triage(100, **more)  # type: ignore[arg-type] # of the call under test
    return {one.note.text: tuple(r.code for r in one.reasons) for one in found.suspects}


def repeated(memory: Memory) -> str:
    """The text of the one duplicate."""
    (one,) = memory.triage(reason="duplicate").suspects
    return one.note.text


def add(memory: Memory, *texts: str) -> None:
    """Add notes."""
    memory.add_many([Draft(text=text) for text in texts])


def test_a_store_of_good_notes_has_no_suspects(memory: Memory) -> None:
    """And an empty one neither."""
    assert memory.triage().looked_at == 0
    add(memory, FACT, "CI needs Go 1.24", "Ada owns the gateway")
    found = memory.triage()
    assert (found.suspects, found.found, found.looked_at) == ((), 0, 3)


def test_each_kind_of_junk_is_named_with_its_reason(memory: Memory, clock: FixedClock) -> None:
    """The worst first; several reasons add up."""
    add(memory, FACT, "staging postgres listens on 5433.", "Let me check the logs", "done")
    add(memory, "The API is frozen until 2026-03-20", "Here is the")
    clock.move(days=30)
    assert named(memory) == {
        "Here is the": ("plumbing", "fragment"),
        "Let me check the logs": ("plumbing",),
        repeated(memory): ("duplicate",),
        "done": ("fragment",),
        "The API is frozen until 2026-03-20": ("past_date",),
    }
    scores = [one.score for one in memory.triage(100).suspects]
    assert scores == sorted(scores, reverse=True)
    assert memory.triage(100).suspects[0].note.text == "Here is the"


def test_only_one_reason_may_be_asked_for(memory: Memory) -> None:
    """Of those named all reasons are told; the limit counts those that have it."""
    add(memory, "done", "Here is the", "Let me check the logs")
    assert set(named(memory, reason="fragment")) == {"done", "Here is the"}
    assert memory.triage(1, reason="fragment").found == 2
    assert len(memory.triage(1, reason="fragment").suspects) == 1
    assert "plumbing" in named(memory, reason="fragment")["Here is the"]


@pytest.mark.parametrize("limit", [0, -1, 1_001])
def test_an_impossible_limit_is_refused(memory: Memory, limit: int) -> None:
    """With its bounds."""
    with pytest.raises(InvalidInput, match="1 to 1,000"):
        memory.triage(limit)


def test_an_unknown_reason_is_refused_with_those_there_are(memory: Memory) -> None:
    """All of them."""
    with pytest.raises(InvalidInput) as caught:
        memory.triage(reason="dull")  # type: ignore[arg-type] # what the test is about
    assert all(code in str(caught.value) for code in CODES)


def test_pinned_notes_are_never_suspects(memory: Memory) -> None:
    """Whatever they say."""
    memory.add("done", pinned=True)
    memory.add("Let me check the logs", pinned=True)
    assert memory.triage().found == 0


def test_importance_takes_half_at_most_off_a_score(memory: Memory) -> None:
    """A low one adds nothing."""
    for text, importance in (("done", None), ("finished", 1.0), ("ready", 0.0)):
        memory.add(text, importance=importance)
    scores = {one.note.text: one.score for one in memory.triage().suspects}
    assert scores == {"done": 0.6, "finished": 0.3, "ready": 0.6}


def test_never_recalled_counts_what_models_were_given(memory: Memory, clock: FixedClock) -> None:
    """In this namespace; a note that another one repeats was worth saying."""
    asked = [f"Service {name} writes to disk" for name in ("ash", "elm", "oak", "yew", "fir")]
    add(memory, *asked, FACT, "staging Postgres listens on 5433!", "Ada owns the gateway")
    for text in asked:
        memory.search_for_model(text, k=1)
    assert named(memory, reason="never_recalled") == {}
    clock.move(days=61)
    found = named(memory, reason="never_recalled")
    assert "Ada owns the gateway" in found
    assert not set(asked) & set(found)
    assert len({FACT, "staging Postgres listens on 5433!"} & set(found)) == 1


def test_notes_of_other_projects_are_not_looked_at(open_here: OpenHere) -> None:
    """Global ones are."""
    other = open_here("beta")
    add(other, "done")
    other.add("Here is the", scope="global")
    found = open_here("alpha").triage()
    assert (found.looked_at, [one.note.text for one in found.suspects]) == (1, ["Here is the"])


def test_without_a_model_triage_works_by_words_and_says_so(open_here: OpenHere) -> None:
    """Near duplicates by rapidfuzz."""
    memory = open_here(embedder=None, settings=NO_MODEL)
    near = "Billing workers retry failed card payments three times with backoff"
    add(memory, near, near.replace("backoff", "exponential backoff"))
    found = memory.triage()
    assert [one.note.text for one in found.suspects] == [near]
    assert [notice.code for notice in found.notices] == ["doubles_by_words"]


def test_with_vectors_no_notice_is_given(memory: Memory) -> None:
    """The vectors tell."""
    add(memory, FACT)
    assert memory.triage().notices == ()


def test_a_triage_changes_nothing(memory: Memory) -> None:
    """Not even a record."""
    add(memory, "done", "Here is the")
    before = memory.state(), memory.history()
    memory.triage()
    assert (memory.state(), memory.history()) == before


def test_a_triage_tells_its_progress_and_can_be_stopped(memory: Memory) -> None:
    """Between two steps."""
    add(memory, *(f"rule {number} of the gateway" for number in range(120)))
    told: list[tuple[int, int]] = []
    memory.triage(progress=lambda done, total: told.append((done, total)))
    assert told == sorted(told)
    assert told[-1] == (240, 240)
    with pytest.raises(Cancelled, match="nothing was changed"):
        memory.triage(cancelled=lambda: True)


def test_suspects_are_forgotten_in_one_change_that_one_undo_takes_back(memory: Memory) -> None:
    """All of those that were given."""
    add(memory, "done", "Here is the", "Let me check the logs", FACT)
    suspects = memory.triage().suspects
    assert len(memory.forget_suspects(suspects)) == 3
    assert [note.text for note in memory.recent().notes] == [FACT]
    assert len({change.change for change in memory.history(limit=3)}) == 1
    memory.undo()
    assert memory.recent().total == 4


def test_what_changed_since_is_left(memory: Memory, clock: FixedClock) -> None:
    """An edited, a pinned and a forgotten note, and one whose better double is gone."""
    add(memory, "done", "Here is the", "Let me check the logs", FACT, f"{FACT}!")
    suspects = memory.triage().suspects
    assert len(suspects) == 4
    ids = {one.note.text: one.note.id for one in suspects}
    clock.move(minutes=1)
    memory.edit(ids["done"], text="The migration is done by make migrate")
    memory.pin(ids["Here is the"])
    memory.forget(ids["Let me check the logs"])
    memory.forget(kept_by(suspects))
    assert memory.forget_suspects(suspects) == ()
    assert memory.recent().total == 3


def kept_by(suspects: tuple[Suspect, ...]) -> str:
    """The note that a double names."""
    (kept,) = [one.other_id for suspect in suspects for one in suspect.reasons if one.other_id]
    return kept


def test_reasons_hold_no_word_of_a_note(memory: Memory, clock: FixedClock) -> None:
    """A text cannot speak through them."""
    add(memory, "Let me check \x1b[2J zanzibar", "zanzibar", "zanzibar is frozen until 2026-03-20")
    clock.move(days=60)
    reasons = [one for suspect in memory.triage().suspects for one in suspect.reasons]
    assert len(reasons) == 3
    assert not any("zanzibar" in one.text or "\x1b" in one.text for one in reasons)
