"""Adding, changing and taking away."""

from __future__ import annotations

import datetime as dt

from .door import Door


def test_add_joins_its_words_and_says_where_the_note_went(door: Door) -> None:
    """A text needs no quotes, and the answer names id and project."""
    printed = door("add", "Staging", "listens", "on", "5433")
    assert door.texts() == ["Staging listens on 5433"]
    assert printed.code == 0
    assert printed.out.startswith("Added ")
    assert printed.out.endswith(", project tidepool.\n")


def test_add_takes_every_field(door: Door) -> None:
    """Topic, tags, importance, pin, session and scope arrive as given."""
    note = door(
        *("add", "--json", "--topic", "db", "--tag", "a", "--tag", "b", "--importance", "0.7"),
        *("--pin", "--session", "c41f", "--global", "text"),
    ).document["note"]
    assert (note["topic"], note["tags"], note["importance"]) == ("db", ["a", "b"], 0.7)
    assert (note["pinned"], note["session"], note["scope"]) == (True, "c41f", "global")


def test_add_dash_reads_standard_input(door: Door) -> None:
    """Text of several lines comes in whole, trimmed at its ends."""
    door("add", "-", stdin="first line\n  zweite Zeile: ä\n".encode())
    assert door.texts() == ["first line\n  zweite Zeile: ä"]


def test_add_refuses_what_is_not_utf8(door: Door) -> None:
    """Bytes of another encoding are refused, and nothing is stored."""
    printed = door("add", "-", stdin=b"caf\xe9")
    assert (printed.code, printed.err.splitlines()[0]) == (
        2,
        "memboard: Standard input is not UTF-8.",
    )
    assert door.texts() == []


def test_add_without_text_says_how_to_give_one(door: Door) -> None:
    """No hang on standard input, no empty note."""
    printed = door("add")
    assert printed.code == 2
    assert "or - to read it from stdin" in printed.err


def test_a_repeat_is_known_and_not_stored_again(door: Door) -> None:
    """The answer names the note that is there already."""
    note_id = door.add("one fact")
    printed = door("add", "one fact")
    assert printed.out == f"Known as {note_id}, project tidepool. Nothing was added.\n"
    assert len(door.texts()) == 1


def test_a_near_repeat_is_stored_and_the_other_one_named(door: Door) -> None:
    """Both stay; the person decides."""
    first = door.add("the staging database listens on port 5433 behind the tunnel today")
    printed = door("add", "the staging database listens on port 5433 behind the tunnel")
    assert f"nearly the same: {first}" in printed.out


def test_a_person_may_add_what_was_forgotten(door: Door) -> None:
    """It is stored, and the answer says that it had been forgotten."""
    door("forget", door.add("old fact"))
    printed = door("add", "old fact")
    assert "It was forgotten on 2026-11-30. Added again, because you asked." in printed.out


def test_text_over_the_limit_is_refused_with_its_length(door: Door) -> None:
    """The message says what is allowed and what was given."""
    printed = door("add", "x" * 2001)
    assert printed.code == 2
    assert "at most 2,000 characters; this one has 2,001" in printed.err


def test_edit_changes_only_what_is_given(door: Door) -> None:
    """Other fields stay."""
    note_id = door.add("old", "--topic", "db", "--tag", "a")
    assert door("edit", note_id, "new", "text").out == f"Changed text of {note_id}.\n"
    note = door("why", note_id, "--json").document["note"]
    assert (note["text"], note["topic"], note["tags"]) == ("new text", "db", ["a"])


def test_edit_dash_reads_standard_input(door: Door) -> None:
    """As add does."""
    note_id = door.add("old")
    door("edit", note_id, "-", stdin=b"from stdin\n")
    assert door.texts() == ["from stdin"]


def test_edit_takes_fields_away_with_an_empty_value(door: Door) -> None:
    """An empty topic, tag or importance means none."""
    note_id = door.add("text", "--topic", "db", "--tag", "a", "--importance", "0.9")
    edited = door("edit", note_id, "--topic", "", "--tag", "", "--importance", "", "--json")
    note = edited.document["note"]
    assert (note["topic"], note["tags"], note["importance"]) == (None, [], None)


def test_edit_with_nothing_to_change_and_no_terminal_says_so(door: Door) -> None:
    """It neither hangs nor opens an editor."""
    printed = door("edit", door.add("text"))
    assert (printed.code, "There is nothing to change." in printed.err) == (2, True)


def test_edit_of_an_older_revision_is_refused(door: Door) -> None:
    """Somebody else's newer text is not overwritten."""
    note_id = door.add("one")
    door("edit", note_id, "two")
    printed = door("edit", note_id, "three", "--revision", "1", "--json")
    assert (printed.code, printed.error["code"]) == (1, "conflict")
    assert door.texts() == ["two"]


def test_pin_and_its_off_switch_take_several_ids(door: Door) -> None:
    """Both are one change each."""
    ids = [door.add("one"), door.add("two")]
    assert door("pin", *ids).out == "Pinned 2 notes.\n"
    assert door("stats", "--json").document["pinned"] == 2
    assert door("pin", "--off", *ids).out == "Unpinned 2 notes.\n"
    assert door("stats", "--json").document["pinned"] == 0


def test_forget_undo_and_redo_walk_back_and_forward(door: Door) -> None:
    """Several notes are forgotten in one change, which one undo takes back."""
    ids = [door.add("one"), door.add("two")]
    assert door("forget", *ids).out == "Forgot 2 notes. memboard undo takes it back.\n"
    assert door.texts() == []
    assert door("undo").out == "Took back: forgot 2 notes. memboard redo does it again.\n"
    assert sorted(door.texts()) == ["one", "two"]
    assert door("redo").out == "Did again: 2 notes. memboard undo takes it back.\n"
    assert door.texts() == []


def test_undo_takes_a_number_of_the_history(door: Door) -> None:
    """Any entry can be taken back, not only the last."""
    door.add("one")
    door.add("two")
    seq = door("history", "--json").document["changes"][-1]["seq"]
    assert door("undo", str(seq)).code == 0
    assert door.texts() == ["two"]


def test_undo_with_nothing_to_take_back_is_not_found(door: Door) -> None:
    """The code tells scripts, the text tells people."""
    printed = door("undo")
    assert (printed.code, printed.err.splitlines()[0]) == (
        3,
        "memboard: Nothing of yours to take back.",
    )


def test_undo_refuses_a_number_together_with_a_cycle(door: Door) -> None:
    """Two things to take back are one too many."""
    assert door("undo", "3", "--cycle", "c1").code == 2


def test_restore_brings_a_forgotten_note_back(door: Door) -> None:
    """Also after other changes were made."""
    note_id = door.add("keep me")
    door("forget", note_id)
    door.add("other")
    printed = door("restore", note_id)
    assert printed.lines[0] == "Restored."
    assert "keep me" in printed.lines[1]


def test_words_never_name_a_note_to_destroy(door: Door) -> None:
    """Case 18: forgetting, restoring, pinning and editing take ids and nothing like a search."""
    door.add("vpn server list")
    for command in ("forget", "restore", "pin", "edit"):
        printed = door(command, "vpn password reminder")
        assert printed.code == 2
        assert "is not an id" in printed.err
        assert "memboard search QUERY finds the id" in printed.err
    assert door.texts() == ["vpn server list"]


def test_one_unknown_id_keeps_all_others_in_place(door: Door) -> None:
    """All notes go, or none."""
    note_id = door.add("stays")
    assert door("forget", note_id, "zzzzzzzz").code == 3
    assert door.texts() == ["stays"]


def test_purge_needs_a_yes_where_nobody_can_be_asked(door: Door) -> None:
    """Without --yes nothing is erased, with it everything is."""
    note_id = door.add("token tp_live_1234")
    refused = door("forget", "--purge", note_id)
    assert (refused.code, "Nothing was done." in refused.err) == (2, True)
    assert "--yes says yes" in refused.err
    assert door("forget", "--purge", note_id, "--yes").out == "Purged 1 note.\n"
    assert door("restore", note_id).code == 3


def test_purge_works_on_a_note_that_was_forgotten_before(door: Door) -> None:
    """Its text leaves the journal as well."""
    note_id = door.add("secret words")
    door("forget", note_id)
    assert door("forget", "--purge", "--yes", note_id).code == 0
    assert "secret words" not in door("history").out


def test_ages_count_from_the_store_s_clock(door: Door) -> None:
    """Three cells: minutes, days, weeks, years."""
    door.add("old")
    for later, shown in ((59, "59s"), (3_600, "1h"), (13 * 86_400, "13d"), (60 * 86_400, "8w")):
        door.now += dt.timedelta(seconds=later)
        age = door("recent").out.split()[1]
        door.now -= dt.timedelta(seconds=later)
        assert age == shown


def test_add_and_edit_say_that_a_credential_was_masked(door: Door) -> None:
    """Which kind, and never the credential itself."""
    token = "ghp_k3JfQ9xLw2ZrB4nM7yPc3dHf6gJs1aEuVi0o"
    added = door("add", f"the CI token is {token}")
    assert added.lines[1] == "Saved with the github token masked."
    note_id = added.out.split()[1].rstrip(",")
    url = "postgres://ops:Xy7kQ2mZr9Lw@db.internal/app"
    edited = door("edit", note_id, f"tokens: {token} and {url}")
    assert edited.lines[1] == "Saved with the github token and url password masked."
    for printed in (added, edited, door("recent"), door("history"), door("export")):
        assert "k3JfQ9xLw2" not in printed.out
        assert "Xy7kQ2mZr9" not in printed.out
