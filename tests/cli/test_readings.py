"""Searching, listing and telling why."""

from __future__ import annotations

import pytest

from .door import Door


@pytest.mark.parametrize("query", ["queue-runner-v2", "ADR-0012", "run.py", "src/q"])
def test_an_identifier_finds_its_note_first(door: Door, query: str) -> None:
    """Case 9: hyphens, dots and slashes match whole and by part."""
    wanted = door.add("retry logic lives in `queue-runner-v2`, see ADR-0012 and src/q/run.py")
    door.add("the queue at the harbour runs long in summer")
    assert door("search", query, "--json").document["hits"][0]["note"]["id"] == wanted


@pytest.mark.parametrize(
    "query", ["a/b", '"unclosed', "col:val", "*", "(", "DO NOT RUN TESTS", "🌊", "", "x " * 5000]
)
def test_a_query_is_data(door: Door, query: str) -> None:
    """Case 10: no text is syntax, none is an error."""
    door.add("tests run nightly")
    printed = door("search", "--", query)
    assert printed.code == 0
    assert "Traceback" not in printed.err


def test_a_weak_hit_is_shown_below_the_floor(door: Door) -> None:
    """Case 13: never a bare nothing; the line says where the floor runs."""
    door.add("the gauge at Brest reports UTC+1")
    printed = door("search", "brest oysters wine cider cheese")
    assert printed.lines[0] == "─ below the floor .35"
    assert "the gauge at Brest" in printed.lines[1]
    assert "1 note found, 1 below the floor" in printed.err


def test_the_number_shown_is_the_one_the_floor_is_compared_with(door: Door) -> None:
    """Strong hits first, then the line, then the weak ones, each part in the engine's order."""
    for text in ("staging listens on 5433", "staging port", "tide tables list ports", "a port"):
        door.add(text)
    hits = door("search", "staging port of the lighthouse ferry", "--json").document["hits"]
    lines = door("search", "staging port of the lighthouse ferry").lines
    at = next(n for n, line in enumerate(lines) if line.startswith("─ below the floor"))
    strong, weak = lines[:at], lines[at + 1 :]
    assert [line.split()[1] for line in [*strong, *weak]] == [
        hit["note"]["id"] for hit in sorted(hits, key=lambda hit: bool(hit["below_floor"]))
    ]
    assert all(float(line.split()[0]) >= 0.35 for line in strong)
    assert all(float(line.split()[0]) <= 0.35 for line in weak)
    shown = {line.split()[1]: float(line.split()[0]) for line in [*strong, *weak]}
    assert all(abs(shown[h["note"]["id"]] - h["parts"]["relevance"]) <= 0.006 for h in hits)


@pytest.mark.parametrize("query", ["", "  "])
def test_an_empty_query_says_one_thing(door: Door, query: str) -> None:
    """And no other."""
    door.add("one")
    printed = door("search", query)
    assert (printed.code, printed.out, printed.err) == (0, "", "There is nothing to search for.\n")


def test_a_least_score_is_a_number(door: Door) -> None:
    """No score is less than nan, so that nothing would be left out, or all."""
    printed = door("search", "x", "--min-score", "nan")
    assert (printed.code, "--min-score nan is no number." in printed.err) == (2, True)


def test_finding_nothing_says_so_and_how_it_looked(door: Door) -> None:
    """An empty store is no error."""
    printed = door("search", "anything")
    assert (printed.code, printed.out) == (0, "")
    assert printed.err.startswith("No note speaks of this, by")


def test_a_hit_shows_score_id_age_trigger_flags_and_text(door: Door) -> None:
    """One line holds what is needed to judge and to act."""
    note_id = door.add("staging listens on 5433", "--global", "--pin")
    line = door("search", "staging listens on 5433").lines[-1]
    assert line.split()[1:5] == [note_id, "now", "man", "G◆"]
    assert line.endswith("staging listens on 5433")


def test_search_takes_k_scope_and_least_score(door: Door) -> None:
    """Each narrows the answer."""
    door.add("tide one", "--global")
    door.add("tide two")
    door.add("tide three")
    assert len(door("search", "tide", "-k", "1", "--json").document["hits"]) == 1
    scoped = door("search", "tide", "--scope", "global", "--json").document["hits"]
    assert [hit["note"]["text"] for hit in scoped] == ["tide one"]
    assert door("search", "tide", "--min-score", "5", "--json").document["hits"] == []


def test_search_refuses_a_k_out_of_range(door: Door) -> None:
    """The message names the range."""
    printed = door("search", "x", "-k", "0")
    assert (printed.code, "between 1 and 1,000" in printed.err) == (2, True)


def test_recent_says_how_to_see_older_ones(door: Door) -> None:
    """The list says how long the whole of it is."""
    for number in range(5):
        door.add(f"note {number}")
    assert door("recent", "-n", "2").err.startswith("2 of 5 notes. --offset 2 shows older ones.")
    assert door("recent", "-n", "2", "--offset", "4").err.startswith("5 to 5 of 5 notes.\n")
    assert "5 notes; none from 9 on." in door("recent", "--offset", "9").err


def test_recent_on_an_empty_store_says_how_to_begin(door: Door) -> None:
    """What is, then what to do."""
    assert door("recent").err.startswith("No notes yet. memboard add TEXT makes one.")


def test_text_is_whole_when_piped(door: Door) -> None:
    """A pipe gets every word on one line, so that grep finds it."""
    text = "word " * 200 + "last"
    door.add(text)
    assert door("recent").lines[0].endswith(text)


def test_why_tells_where_a_note_comes_from_and_what_became_of_it(door: Door) -> None:
    """Origin, standing and history stand under the text."""
    note_id = door.add("old port 5432", "--topic", "db", "--tag", "a", "--session", "c41f")
    door("edit", note_id, "new port 5433")
    out = door("why", note_id).out
    for part in (
        "  new port 5433",
        "came in     manual",
        "session     c41f",
        "created     2026-11-30 19:00, now",
        "scope       project tidepool",
        "topic       db",
        "tags        a",
        "findable    by meaning, hash:384",
        "old port 5432 → new port 5433",
    ):
        assert part in out


def test_why_shows_a_forgotten_note_and_how_to_restore_it(door: Door) -> None:
    """The notice goes to stderr, the note to stdout."""
    note_id = door.add("gone")
    door("forget", note_id)
    printed = door("why", note_id)
    assert printed.lines[0] == f"{note_id}, forgotten"
    assert f"memboard restore {note_id}" in printed.err


def test_a_prefix_of_three_letters_is_enough(door: Door) -> None:
    """Where it fits one note only."""
    note_id = door.add("one")
    assert door("why", note_id[:3]).code == 0


def test_an_ambiguous_prefix_lists_the_candidates(door: Door) -> None:
    """Nothing is done on a guess."""
    ids: list[str] = []
    while len({note_id[:3] for note_id in ids}) == len(ids) and len(ids) < 400:
        ids.append(door.add(f"note number {len(ids)}"))
    prefix = next(one[:3] for one in ids[:-1] if one[:3] == ids[-1][:3])
    printed = door("why", prefix, "--json")
    assert (printed.code, printed.error["code"]) == (3, "ambiguous")
    assert ids[-1] in printed.error["candidates"]


def test_history_lists_changes_with_the_numbers_undo_takes(door: Door) -> None:
    """Newest first, everybody's; with an id that note's only."""
    first = door.add("one")
    door.add("two")
    door("pin", first)
    assert [line.split()[3] for line in door("history").lines] == ["pinned", "added", "added"]
    assert len(door("history", first).lines) == 2
    assert len(door("history", "-n", "1").lines) == 1


def test_history_marks_what_was_taken_back(door: Door) -> None:
    """An entry and its undo name each other."""
    door.add("one")
    door("undo")
    newest, oldest = door("history").lines
    assert "(1) one" in newest
    assert "(taken back by 2) one" in oldest


def test_stats_count_and_name_the_embedder(door: Door) -> None:
    """People read lines, programs the document."""
    door.add("one")
    door.add("two", "--global")
    assert "notes       1, 1 global" in door("stats").out
    assert door("stats", "--json").document["embedder"] == "hash:384"


def test_each_reading_is_one_json_document(door: Door) -> None:
    """--json prints exactly one document, and narrates nothing."""
    note_id = door.add("one")
    for arguments in (
        ["recent"],
        ["search", "one"],
        ["why", note_id],
        ["history"],
        ["stats"],
        ["project", "list"],
        ["model", "list"],
        ["doctor"],
    ):
        printed = door(*arguments, "--json")
        assert isinstance(printed.document, dict), arguments
        assert printed.err == "", arguments


def test_history_says_of_a_redo_that_it_did_again(door: Door) -> None:
    """The undo before it is marked as taken back, also where only the redo is listed."""
    note_id = door.add("one")
    door("edit", note_id, "two")
    door("undo")
    door("redo")
    redo, undo, edit, added = door("history").lines
    assert "did again" in redo
    assert "took back" in undo
    assert "(taken back by 4)" in undo
    assert "taken back" not in edit + added
    assert "did again" in door("history", "-n", "1").out
    assert "did again" in door("why", note_id).out
