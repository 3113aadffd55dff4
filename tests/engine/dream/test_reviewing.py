"""Proposals in a person's hands: listed, accepted, edited, rejected, settled, taken back."""

from __future__ import annotations

import pytest

from memboard.engine import Draft, Memory
from memboard.engine.dream.answers import Suggestion
from memboard.engine.errors import Ambiguous, Conflict, InvalidInput, InvalidNote, NotFound
from memboard.engine.store import recovery
from tests.engine.session.scripted import Scripted
from tests.engine.standins import FixedClock, OpenHere, texts_of, troubles

from .given import answer, merge
from .merging import AGAIN, SAID, whole_store
from .test_cycling import fill, good, numbers

OTHER = SAID.replace("5433", "5432")
MAIL = ("The mail queue is drained at noon", "the mail queue is drained at noon.")


def proposed(memory: Memory) -> Suggestion:
    """Propose the merge of the two notes that say one thing."""
    memory.dream_propose(query=good(), force=True)
    (one,) = [one for one in memory.proposals() if one.kind == "merge"]
    return one


def both(memory: Memory) -> list[Suggestion]:
    """Propose two merges in one cycle."""

    def reply() -> str:
        shown = numbers(query.asked[-1])
        return answer(
            merge(shown[SAID], shown[AGAIN], text=SAID),
            merge(shown[MAIL[0]], shown[MAIL[1]], text=MAIL[0]),
        )

    query = Scripted(reply)
    memory.dream_propose(query=query, force=True)
    return sorted(memory.proposals(), key=lambda one: one.text != SAID)


def conflict(memory: Memory) -> Suggestion:
    """Find two notes that contradict each other."""
    memory.add_many([Draft(text=SAID), Draft(text=OTHER)])
    memory.dream_propose(force=True)
    (one,) = memory.proposals()
    return one


def test_an_accepted_merge_is_applied_within_its_bracket(memory: Memory) -> None:
    """A recovery point, one cycle, the originals gone and one note in their place."""
    ids = fill(memory)
    one = proposed(memory)
    done = memory.dream_apply(one.id[:5])
    assert (done.accepted, done.left) == ((one.id,), ())
    (applied,) = done.cycles
    assert set(applied.superseded) == set(ids)
    assert texts_of(memory).count(SAID) == 1
    assert len(recovery.points(memory.home.store)) == 1
    (after,) = memory.proposals("accepted")
    assert (after.decided_in, after.decided_by) == (applied.cycle, "you")
    assert troubles(memory) == []


def test_all_that_wait_are_one_cycle_and_one_undo(memory: Memory) -> None:
    """Two merges, four notes."""
    fill(memory, *MAIL, count=20)
    before = set(texts_of(memory))
    both(memory)
    done = memory.dream_apply(everything=True)
    assert (len(done.cycles), len(done.accepted)) == (1, 2)
    assert len(texts_of(memory)) == len(before) - 2
    memory.dream_undo()
    assert set(texts_of(memory)) == before
    assert troubles(memory) == []


def test_what_is_over_the_cap_of_a_cycle_is_left_and_says_why(memory: Memory) -> None:
    """The rest is applied."""
    fill(memory, *MAIL, count=3)
    first, second = both(memory)
    done = memory.dream_apply(first.id, second.id)
    assert done.accepted == (first.id,)
    assert [(one.id, one.reason) for one in done.left] == [
        (second.id, "A cycle may supersede 2 of the 7 notes here.")
    ]
    assert [one.id for one in memory.proposals()] == [second.id]


def test_a_note_that_two_proposals_name_goes_with_the_first(memory: Memory) -> None:
    """The other is outdated by it."""
    fill(memory)
    first = proposed(memory)
    memory.add(SAID + "!")

    def wider() -> str:
        return answer(merge(*numbers(query.asked[-1]).values(), text=SAID))

    query = Scripted(wider)
    memory.dream_propose(query=query, force=True)
    second = next(one for one in memory.proposals() if one.id != first.id)
    done = memory.dream_apply(first.id, second.id)
    assert done.accepted == (first.id,)
    assert f"{first.id}, accepted too" in done.left[0].reason
    assert [one.id for one in memory.proposals("outdated")] == [second.id]


def test_a_stale_proposal_is_not_applied(memory: Memory) -> None:
    """A note was changed since; nothing happens to it."""
    first, _ = fill(memory)
    one = proposed(memory)
    memory.edit(first, text="The staging database moved")
    before = whole_store(memory)
    done = memory.dream_apply(one.id)
    assert (done.cycles, done.accepted) == ((), ())
    assert done.left[0].reason == "One of its notes was changed or went."
    assert whole_store(memory) == before
    assert memory.proposals() == ()
    assert [two.status for two in memory.proposals(None)] == ["outdated"]


def test_a_note_that_was_pinned_since_stays(memory: Memory) -> None:
    """Pins are never merged away; the cycle says so."""
    first, _ = fill(memory)
    one = proposed(memory)
    memory.pin(first)
    done = memory.dream_apply(one.id)
    assert done.accepted == ()
    assert done.left[0].reason == f"{first} is pinned."
    assert memory.dream_status().cycles[0].status == "rejected"


def test_nothing_or_both_is_no_order_to_apply(memory: Memory) -> None:
    """Neither means all that wait."""
    fill(memory)
    one = proposed(memory)
    with pytest.raises(InvalidInput):
        memory.dream_apply()
    with pytest.raises(InvalidInput):
        memory.dream_apply(one.id, everything=True)
    assert len(memory.proposals()) == 1


def test_ids_are_found_by_their_beginning_or_refused(memory: Memory) -> None:
    """An unknown one changes nothing, though another is known."""
    fill(memory, *MAIL, count=20)
    first, _ = both(memory)
    before = whole_store(memory)
    with pytest.raises(InvalidInput, match="too short"):
        memory.dream_apply("ab")
    with pytest.raises(NotFound):
        memory.dream_apply(first.id, "zzzzzzz9")
    with pytest.raises(NotFound):
        memory.dream_reject(first.id, "zzzzzzz9")
    assert whole_store(memory) == before
    assert len(memory.proposals()) == 2


def test_proposals_of_another_project_cannot_be_named(memory: Memory, open_here: OpenHere) -> None:
    """Nor are they listed."""
    fill(memory)
    one = proposed(memory)
    other = open_here("beta")
    assert other.proposals(None) == ()
    with pytest.raises(NotFound):
        other.dream_apply(one.id)


def test_a_rejected_merge_is_decided_once(memory: Memory) -> None:
    """It is kept, with who rejected it."""
    fill(memory)
    one = proposed(memory)
    (rejected,) = memory.dream_reject(one.id)
    assert (rejected.status, rejected.decided_by) == ("rejected", "you")
    with pytest.raises(Conflict, match="rejected by you"):
        memory.dream_reject(one.id)
    assert "rejected by you already" in memory.dream_apply(one.id).left[0].reason
    assert AGAIN in texts_of(memory)


def test_an_edited_text_is_what_is_applied(memory: Memory) -> None:
    """A person may add words, and go beyond the 240 characters of a model."""
    fill(memory)
    one = proposed(memory)
    text = f"{SAID}, behind the jump host. " + "It is slow in the morning. " * 10
    edited = memory.dream_edit(one.id, f"  {text}")
    assert (edited.text, edited.edited_by) == (text.strip(), "you")
    done = memory.dream_apply(one.id)
    assert done.accepted == (one.id,)
    assert text.strip() in texts_of(memory)


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("The staging database listens", "the number 5433"),
        (SAID.replace("5433", "5434"), "the number 5433"),
        (SAID.replace("listens", "never listens"), "a statement without a negation"),
    ],
)
def test_an_edit_that_loses_a_value_is_refused(memory: Memory, text: str, lost: str) -> None:
    """It says which."""
    fill(memory)
    one = proposed(memory)
    with pytest.raises(InvalidInput, match=lost):
        memory.dream_edit(one.id, text)
    assert memory.proposals()[0].text == SAID


@pytest.mark.parametrize("text", ["", "  \n", "x" * 2_001, "a\0b"])
def test_an_edit_keeps_the_limits_of_a_note(memory: Memory, text: str) -> None:
    """As any note's text does."""
    fill(memory)
    one = proposed(memory)
    with pytest.raises(InvalidNote):
        memory.dream_edit(one.id, text)


def test_a_credential_in_an_edited_text_is_masked(memory: Memory) -> None:
    """Before it is kept anywhere."""
    fill(memory)
    one = proposed(memory)
    secret = "ghp_" + "a1B2" * 9
    edited = memory.dream_edit(one.id, f"{SAID}, token {secret}")
    assert secret not in (edited.text or "")
    assert "5433" in (edited.text or "")


def test_a_decided_or_outdated_proposal_is_not_edited(memory: Memory) -> None:
    """It says why."""
    first, _ = fill(memory)
    one = proposed(memory)
    memory.edit(first, text="The staging database moved")
    with pytest.raises(Conflict, match="outdated"):
        memory.dream_edit(one.id, SAID + " now")


@pytest.mark.parametrize("keep", ["left", "right"])
def test_a_conflict_is_settled_in_favour_of_one_note(memory: Memory, keep: str) -> None:
    """The other is restorable; the audit says in whose favour; one undo brings it back."""
    one = conflict(memory)
    left, right = (note.id for note in one.notes)
    kept, gone = (left, right) if keep == "left" else (right, left)
    settled = memory.dream_settle(one.id, keep)  # type: ignore[arg-type]
    assert (settled.kept, settled.superseded) == ((kept,), (gone,))
    assert memory.why(gone).state == "forgotten"
    (taken,) = memory.dream_audit(gone)
    assert (taken.id, taken.favour, taken.cycle, taken.back) == (gone, kept, settled.cycle, False)
    assert memory.dream_audit(kept) == (taken,)
    memory.dream_undo(settled.cycle)
    assert memory.get(gone).id == gone
    assert memory.dream_audit()[0].back
    assert troubles(memory) == []


def test_both_notes_of_a_conflict_may_hold(memory: Memory) -> None:
    """Then it is not named again."""
    one = conflict(memory)
    settled = memory.dream_settle(one.id, "both")
    assert (settled.cycle, settled.superseded) == (None, ())
    assert len(texts_of(memory)) == 2
    memory.dream_propose(force=True)
    assert memory.proposals() == ()


def test_a_pinned_note_is_not_settled_away(memory: Memory) -> None:
    """Nothing is decided then."""
    one = conflict(memory)
    memory.pin(one.notes[1].id)
    with pytest.raises(Conflict, match="pinned"):
        memory.dream_settle(one.id, "left")
    assert memory.proposals()[0].status == "waiting"
    assert memory.dream_status().running is None


def test_merges_and_conflicts_are_decided_each_in_its_way(memory: Memory) -> None:
    """Neither is taken for the other."""
    one = conflict(memory)
    assert "conflict" in memory.dream_apply(one.id).left[0].reason
    with pytest.raises(InvalidInput):
        memory.dream_edit(one.id, SAID)
    with pytest.raises(InvalidInput):
        memory.dream_settle(one.id, "neither")  # type: ignore[arg-type]


def test_a_merge_is_not_settled(memory: Memory) -> None:
    """It is accepted or rejected."""
    fill(memory)
    with pytest.raises(InvalidInput):
        memory.dream_settle(proposed(memory).id, "left")


def test_the_audit_names_who_took_what_away_and_for_what(memory: Memory) -> None:
    """By note, by the note it became, by cycle, and of all."""
    first, second = fill(memory)
    one = proposed(memory)
    (applied,) = memory.dream_apply(one.id).cycles
    (merged,) = applied.merged
    taken = memory.dream_audit()
    assert {one.id for one in taken} == {first, second}
    assert {(one.favour, one.cycle, one.actor) for one in taken} == {(merged, applied.cycle, "you")}
    assert memory.dream_audit(first)[0].text == SAID
    assert memory.dream_audit(merged) == taken == memory.dream_audit(cycle=applied.cycle)
    memory.dream_undo()
    assert [one.back for one in memory.dream_audit()] == [True, True]


def test_an_undo_takes_back_the_last_cycle_that_stands(memory: Memory, clock: FixedClock) -> None:
    """Again: the one before; then there is none."""
    fill(memory, *MAIL, count=20)
    first, second = both(memory)
    memory.dream_apply(first.id)
    clock.move(minutes=1)
    memory.dream_apply(second.id)
    memory.dream_undo()
    assert texts_of(memory).count(SAID) == 1
    assert AGAIN not in texts_of(memory)
    memory.dream_undo()
    assert AGAIN in texts_of(memory)
    with pytest.raises(NotFound):
        memory.dream_undo()


def test_the_status_tells_what_is_due_what_waits_and_what_was(
    memory: Memory, clock: FixedClock
) -> None:
    """The newest cycle first."""
    status = memory.dream_status()
    assert (status.waiting, status.cycles, status.asks, status.due.enabled) == (0, (), None, False)
    fill(memory)
    one = proposed(memory)
    clock.move(minutes=1)
    memory.dream_apply(one.id)
    status = memory.dream_status()
    assert [cycle.status for cycle in status.cycles] == ["applied", "proposed"]
    assert status.waiting == 0
    with pytest.raises(InvalidInput):
        memory.dream_status(0)


def test_an_ambiguous_beginning_names_the_candidates(memory: Memory) -> None:
    """It never guesses."""
    fill(memory, *MAIL, count=20)
    both(memory)
    with memory._store.writing("names that begin alike") as now:
        assert now
        database = memory._store.database
        for at, one in enumerate(memory.proposals()):
            database.run("UPDATE proposals SET id = ? WHERE id = ?", (f"same{at}", one.id))
    with pytest.raises(Ambiguous) as raised:
        memory.dream_apply("same")
    assert raised.value.candidates == ("same0", "same1")
