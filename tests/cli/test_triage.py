"""Notes that are probably worth nothing, as a person sees and forgets them."""

from __future__ import annotations

import pytest

from .door import Door

FACT = "Staging Postgres listens on 5433"


def fill(door: Door) -> str:
    """Add a fact and some junk; gives the id of the repeated fact that is to be kept."""
    kept = door.add(FACT, "--importance", "0.9")
    door.add("staging postgres listens on 5433!")
    door.add("Here is the")
    door.add("done")
    return kept


def test_suspects_are_listed_with_their_reasons(door: Door) -> None:
    """The worst first; a double names the note to keep."""
    kept = fill(door)
    printed = door("triage")
    assert printed.code == 0
    assert [line.split("  ")[-1] for line in printed.lines if line[:1] != " "] == [
        "Here is the",
        "staging postgres listens on 5433!",
        "done",
    ]
    assert f"       duplicate, the same words as another note: keep {kept}" in printed.lines
    assert "       fragment, a single word" in printed.lines
    assert "3 of 3 suspected, 4 looked at." in printed.err
    assert len(door.texts()) == 4


def test_the_list_is_as_long_as_asked_for_and_of_one_reason(door: Door) -> None:
    """And says how many there are."""
    fill(door)
    assert "1 of 3 suspected, 4 looked at." in door("triage", "-n", "1").err
    printed = door("triage", "--reason", "duplicate")
    assert "1 of 1 suspected for duplicate, 4 looked at." in printed.err
    assert door("triage", "--reason", "dull").code == 2
    assert door("triage", "-n", "0").code == 2


def test_no_suspects_are_said_too(door: Door) -> None:
    """On stderr: the data is empty."""
    door.add(FACT)
    printed = door("triage")
    assert (printed.code, printed.out) == (0, "")
    assert "No suspects among 1 note." in printed.err


def test_the_list_is_one_document_for_programs(door: Door) -> None:
    """With weights and ids."""
    kept = fill(door)
    document = door("triage", "--json", "--reason", "duplicate").document
    (suspect,) = document["suspects"]
    assert suspect["reasons"] == [
        {
            "code": "duplicate",
            "text": "the same words as another note",
            "weight": 0.9,
            "other_id": kept,
        }
    ]
    assert (document["found"], document["looked_at"], suspect["score"]) == (1, 4, 0.9)


def test_the_listed_are_forgotten_and_one_undo_brings_them_back(door: Door) -> None:
    """With --yes, as one change."""
    fill(door)
    printed = door("triage", "--forget", "--yes")
    assert "Forgot 3 notes. memboard undo takes it back." in printed.err
    assert door.texts() == [FACT]
    door("undo")
    assert len(door.texts()) == 4


def test_only_what_is_listed_is_forgotten(door: Door) -> None:
    """The limit and the reason hold."""
    fill(door)
    door("triage", "--forget", "--yes", "--reason", "fragment", "-n", "1")
    assert "Here is the" not in door.texts()
    assert len(door.texts()) == 3


@pytest.mark.parametrize("arguments", [["--forget"], ["--forget", "--json"]])
def test_nothing_is_forgotten_where_nobody_can_be_asked(door: Door, arguments: list[str]) -> None:
    """It says how to say yes."""
    fill(door)
    printed = door("triage", *arguments)
    assert printed.code == 2
    assert "--yes" in printed.err
    assert len(door.texts()) == 4


@pytest.mark.parametrize(("typed", "left"), [("yes", 1), ("y", 1), ("", 4), ("no", 4)])
def test_a_person_is_asked(
    door: Door, monkeypatch: pytest.MonkeyPatch, typed: str, left: int
) -> None:
    """Anything but a yes forgets nothing."""
    fill(door)
    monkeypatch.setattr("memboard.cli.output.can_ask", lambda: True)
    printed = door("triage", "--forget", stdin=f"{typed}\n".encode())
    assert "Forget 3 notes?" in printed.err
    assert len(door.texts()) == left
    assert ("Nothing was forgotten." in printed.err) == (left == 4)


def test_a_dry_run_changes_nothing(door: Door) -> None:
    """Nor does it ask."""
    fill(door)
    printed = door("triage", "--forget", "--dry-run")
    assert printed.code == 0
    assert len(printed.lines) > 3
    assert len(door.texts()) == 4


def test_programs_are_told_what_was_forgotten(door: Door) -> None:
    """Beside the list."""
    fill(door)
    document = door("triage", "--forget", "--yes", "--json").document
    named = {one["note"]["id"] for one in document["triage"]["suspects"]}
    assert {one["forgotten"] for one in document["forgotten"]} == named


def test_the_list_makes_hostile_text_safe(door: Door) -> None:
    """Junk is what strangers wrote."""
    door.add("Let me check \x1b[2J\u202ex\ny")
    out = door("triage").out
    assert "␛[2J<U+202E>x⏎y" in out
    assert not set(out) & set("\x1b\u202e")


def test_the_reasons_are_those_of_the_engine() -> None:
    """The list that spares the import has not drifted."""
    from memboard.cli.commands.triage import REASONS
    from memboard.engine.triage.values import CODES

    assert REASONS == CODES
