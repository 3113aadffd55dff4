"""Applying merges: what the merged note holds, and that nothing is lost."""

from __future__ import annotations

from pathlib import Path

from memboard.engine import Draft, Memory
from memboard.engine.dream.applying import apply_merges
from memboard.engine.dream.claiming import claimed, recover
from memboard.engine.store import audit, proposals, recovery
from memboard.engine.store.proposals import Fresh, Named
from tests.engine.standins import NO_MODEL, FixedClock, OpenHere, refuse_vec, texts_of, troubles

from .merging import AGAIN, SAID, cycle_of, fill, home_of, merge, row, run


def test_a_merged_note_holds_all_that_its_originals_held(memory: Memory, clock: FixedClock) -> None:
    """Earliest `known_since`, tags united, highest importance, links, its own creation time."""
    first, second = fill(memory)
    written_at = clock.now
    clock.move(days=2)
    applied = run(memory, [merge(memory, first, second)])
    assert applied.rejected is None
    assert applied.superseded == (first, second)
    (merged,) = applied.merged
    why = memory.why(merged)
    assert why.note.known_since == written_at
    assert why.note.created_at == clock.now
    assert (why.note.topic, why.note.tags) == ("databases", ("db", "staging"))
    assert (why.note.importance, why.note.trigger) == (0.9, "dream")
    assert why.note.findable == "meaning"
    assert {(link.kind, link.newer, link.id) for link in why.links} == {
        ("merged_from", False, first),
        ("merged_from", False, second),
    }
    assert troubles(memory) == []


def test_superseded_notes_are_out_of_every_index_and_restorable(memory: Memory) -> None:
    """They say into what they were merged, and come back by hand."""
    first, second = fill(memory)
    (merged,) = run(memory, [merge(memory, first, second)]).merged
    assert {hit.note.id for hit in memory.search(SAID, k=100).hits}.isdisjoint({first, second})
    why = memory.why(first)
    assert why.state == "forgotten"
    assert f"Merged into {merged}" in why.notices[0].text
    assert [(link.id, link.newer) for link in why.links] == [(merged, True)]
    assert memory.restore(second).text == AGAIN
    assert troubles(memory) == []


def test_a_merged_text_may_be_that_of_one_original(memory: Memory) -> None:
    """No two notes have one text, so that this original makes room; undo puts all back."""
    ids = fill(memory)
    applied = run(memory, [merge(memory, *ids, text=SAID)])
    assert texts_of(memory).count(SAID) == 1
    memory.undo(cycle=applied.cycle)
    assert {note.id for note in memory.recent(100).notes} >= set(ids)
    assert troubles(memory) == []


def test_the_journal_names_the_cycle(memory: Memory) -> None:
    """One change: the merged note first, then its originals."""
    ids = fill(memory)
    applied = run(memory, [merge(memory, *ids)])
    entries = memory.history(limit=3)
    assert {entry.cycle for entry in entries} == {applied.cycle}
    assert len({entry.change for entry in entries}) == 1
    assert [entry.op for entry in reversed(entries)] == ["add", "supersede", "supersede"]


def test_what_was_taken_away_by_whom_and_in_whose_favour_is_one_reading(memory: Memory) -> None:
    """And whether it is back."""
    first, second = fill(memory)
    applied = run(memory, [merge(memory, first, second)])
    memory.restore(second)
    removed = audit.superseded(memory._store.database, [home_of(memory)], 10)
    assert {one.id: one.back for one in removed} == {first: False, second: True}
    assert {(one.cycle, one.favour, one.actor) for one in removed} == {
        (applied.cycle, applied.merged[0], "you")
    }
    assert {one.text for one in removed} == {SAID, AGAIN}


def test_a_cycle_keeps_its_figures(memory: Memory) -> None:
    """Twelve notes, two of them in one merge."""
    ids = fill(memory)
    record = cycle_of(memory, run(memory, [merge(memory, *ids)]))
    numbers = record.statistics
    assert (record.status, record.kind, record.reason) == ("applied", "apply", None)
    assert (numbers.notes_before, numbers.notes_after) == (12, 11)
    assert (numbers.merged, numbers.superseded, numbers.allowed) == (1, 2, 2)
    assert numbers.probes == 3


def test_a_recovery_point_is_made_first_and_the_last_five_are_kept(
    memory: Memory, home: Path
) -> None:
    """Each is a whole store, for its owner alone, from before the cycle."""
    ids = fill(memory)
    made = []
    for number in range(7):
        applied = run(memory, [merge(memory, *ids, text=SAID + "." * (number % 3 + 1))])
        assert applied.rejected is None
        made.append(cycle_of(memory, applied).recovery)
        memory.undo(cycle=applied.cycle)
    points = recovery.points(home / "memory.db")
    assert [point.name for point in points] == made[-5:]
    assert {point.stat().st_mode & 0o777 for point in points} == {0o600}
    assert (home / "recovery").stat().st_mode & 0o777 == 0o700
    assert sorted(path.suffix for path in (home / "recovery").iterdir()) == [".db"] * 5


def test_a_recovery_point_opens_as_a_store(
    memory: Memory, home: Path, tmp_path: Path, open_elsewhere: OpenHere
) -> None:
    """Put into a home of its own, it has what was there before the cycle."""
    ids = fill(memory)
    run(memory, [merge(memory, *ids)])
    (point,) = recovery.points(home / "memory.db")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    point.rename(elsewhere / "memory.db")
    other = open_elsewhere()
    assert {note.id for note in other.recent(100).notes} >= set(ids)
    assert troubles(other) == []


def test_a_purge_takes_the_recovery_points_with_it(memory: Memory, home: Path) -> None:
    """What was erased for good is nowhere; what was proposed of it goes too."""
    first, second = fill(memory)
    store = memory._store
    with store.writing("a proposal") as now:
        named = (Named(id=first, revision=1), Named(id=second, revision=1))
        fresh = Fresh(id="p1", kind="merge", members=named, digest=b"d", text=SAID)
        assert proposals.put(store.database, "c1", home_of(memory), [fresh], now) == 1
    run(memory, [merge(memory, first, second)])
    memory.forget(first, purge=True)
    assert recovery.points(home / "memory.db") == []
    kept = proposals.find(store.database, "p1")
    assert kept is not None
    assert (kept.text, kept.status) == (None, "outdated")


def test_merges_are_applied_by_words_without_a_model(open_here: OpenHere) -> None:
    """Probes then ask by words; the merged note waits for its vector."""
    memory = open_here(embedder=None, settings=NO_MODEL)
    ids = fill(memory)
    applied = run(memory, [merge(memory, *ids)])
    assert applied.rejected is None
    assert memory.get(applied.merged[0]).embedding == "pending"
    assert troubles(memory) == []


def test_merges_are_applied_without_sqlite_vec(open_here: OpenHere) -> None:
    """And the indexes agree when it is there again."""
    memory = open_here(load_vec=refuse_vec)
    ids = fill(memory)
    assert run(memory, [merge(memory, *ids)]).rejected is None
    memory.close()
    again = open_here()
    again.add("one more note")
    assert troubles(again) == []


def test_a_merge_whose_probe_fails_is_dropped_and_the_others_stay(memory: Memory) -> None:
    """A person's text may use other words, but what found the originals must still find it."""
    first, second = fill(memory, others=8)
    wanted = "Releases are cut by hand"
    more = memory.add_many([Draft(text=wanted), Draft(text=wanted + ".")])
    ids = [one.note.id for one in more if one.note]
    memory.add_many([Draft(text=f"{wanted} in {number}") for number in range(10)])
    lost = merge(memory, *ids, text="Something else entirely")
    applied = run(memory, [merge(memory, first, second), lost], written=[lost])
    assert applied.superseded == (first, second)
    assert [one.members for one in applied.dropped] == [tuple(ids)]
    assert "would not find it" in applied.dropped[0].reason
    assert {note.id for note in memory.recent(100).notes} >= set(ids)


def test_a_proposal_is_decided_in_the_same_transaction(memory: Memory) -> None:
    """What depends on the merges is written with them, or not at all."""
    ids = fill(memory)
    work = memory._workshop(None)
    told: list[int] = []
    with claimed(work.store, work.author, home_of(memory), "apply") as cycle:
        apply_merges(
            work,
            home_of(memory),
            [merge(memory, *ids)],
            cycle,
            done=lambda merges, _: told.append(len(merges)),
        )
    assert told == [1]


def test_a_merged_note_exports_and_imports(
    memory: Memory, open_elsewhere: OpenHere, clock: FixedClock
) -> None:
    """As a note with a dream's origin, and since when it is known."""
    ids = fill(memory)
    clock.move(days=2)
    (merged,) = run(memory, [merge(memory, *ids)]).merged
    other = open_elsewhere()
    assert other.import_lines(memory.export()).new == 11
    there, here = other.get(merged), memory.get(merged)
    assert there.trigger == "dream"
    assert there.known_since == here.known_since < here.created_at


def test_nothing_is_interrupted_where_nothing_runs(memory: Memory) -> None:
    """Looking for an interrupted cycle changes nothing."""
    state = memory.state()
    assert recover(memory._store) is None
    assert memory.state() == state
    assert row(memory, fill(memory)[0]).known_since is None
