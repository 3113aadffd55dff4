"""Consolidation on the command line: proposed, gone through, applied, taken back, told."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import pytest

from memboard.cli.dreaming.differences import marked_merge, marked_note

from .door import Door, Printed

SAID = "The staging database listens on port 5433"
AGAIN = "the staging database listens on port 5433."
OTHER = "The staging database listens on port 5432"
TIMES = ("Backups of the wiki run at 4:15 daily", "Backups of the wiki run at 4:45 daily")
MAIL = ("The mail queue is drained at noon", "the mail queue is drained at noon.")


class Careful:
    """A model that merges what differs in nothing but case and stops."""

    name = "scripted"

    def ask(self, prompt: str, *, max_chars: int, timeout: float) -> str:
        """Answer."""
        del max_chars, timeout
        alike: dict[str, list[Any]] = {}
        for line in prompt.splitlines():
            if line.startswith('{"group"'):
                note = json.loads(line)
                alike.setdefault(note["text"].casefold().rstrip("."), []).append(note)
        merges = [
            {"notes": [note["n"] for note in notes], "text": notes[0]["text"]}
            for notes in alike.values()
            if len(notes) > 1
        ]
        return json.dumps({"merges": merges})


def fill(door: Door, *texts: str, count: int = 12) -> list[dict[str, Any]]:
    """Add notes and others far from them, and propose; gives what waits."""
    with door.open() as memory:
        for text in (*texts, *(f"{'bcdfghjklmnp'[at] * 7} {at * 7919}" for at in range(count))):
            memory.add(text)
            door.now += dt.timedelta(milliseconds=10)
        memory.dream_propose(query=Careful(), force=True)
    found: list[dict[str, Any]] = door("dream", "review", "--json").document["proposals"]
    return sorted(found, key=lambda one: one["text"] or "")


def on_terminal(
    door: Door, monkeypatch: pytest.MonkeyPatch, *typed: str, command: tuple[str, ...] = ()
) -> Printed:
    """Go through what waits, as a person who types lines."""
    for name in ("can_ask", "is_on_terminal"):
        monkeypatch.setattr(f"memboard.cli.output.{name}", lambda: True)
    lines = "".join(f"{line}\n" for line in typed)
    return door("dream", *(command or ("review",)), stdin=lines.encode())


def test_proposals_are_listed_with_their_differing_words_marked(door: Door) -> None:
    """Each note beside the text that is to stand for it."""
    (one,) = fill(door, SAID, AGAIN)
    with door.open() as memory:
        memory.dream_edit(one["id"], f"{SAID} behind a jump host")
    lines = door("dream", "review").lines
    assert lines[0] == f"{one['id']}  merge of 2 notes, now, edited by you"
    assert [line[19:] for line in lines[1:]] == [
        SAID,
        AGAIN,
        f"{SAID} [+behind+] [+a+] [+jump+] [+host+]",
    ]
    assert {line[9:17] for line in lines[1:3]} == {note["id"] for note in one["notes"]}


def test_words_are_compared_without_case_and_stops() -> None:
    """So that only what matters is marked; a control character stays visible."""
    assert marked_note("Port 5433, not 5432.", "port 5433") == "Port 5433, [-not-] [-5432.-]"
    assert marked_merge("port 5433 \x1b[2J", ["Port 5433."]) == "port 5433 [+␛[2J+]"


def test_a_conflict_is_listed_with_its_sides(door: Door) -> None:
    """Left and right are what settle takes."""
    (one,) = fill(door, SAID, OTHER)
    lines = door("dream", "review").lines
    assert lines[0].startswith(f"{one['id']}  conflict about numbers of 2 notes")
    sides = [line.split()[0] for line in lines[1:]]
    assert sides == ["left", "right"]
    assert {line.split()[-1] for line in lines[1:]} == {"[-5433-]", "[-5432-]"}


def test_nothing_to_review_is_said(door: Door) -> None:
    """On stderr; the list is empty."""
    printed = door("dream", "review")
    assert (printed.code, printed.out, printed.err) == (0, "", "No proposal is waiting.\n")
    assert door("dream", "review", "--json").document == {"proposals": []}


def test_hostile_texts_are_made_safe(door: Door) -> None:
    """Proposals are what strangers and models wrote."""
    (one,) = fill(door, SAID, AGAIN)
    door("dream", "edit", one["id"], f"{SAID} \x1b]0;x\x07")
    for arguments in (["review"], ["apply", one["id"]], ["audit"], ["status"]):
        printed = door("dream", *arguments)
        assert printed.code == 0
        assert not set(printed.out + printed.err) & set("\x1b\x07")


def test_a_merge_is_accepted_told_and_taken_back(door: Door) -> None:
    """One cycle, one undo; the audit says in whose favour."""
    (one,) = fill(door, SAID, AGAIN)
    printed = door("dream", "apply", one["id"])
    assert printed.lines[0].startswith("Merged 2 notes into 1 note (")
    merged = door("dream", "audit", "--json").document["superseded"][0]["favour"]
    lines = door("dream", "audit", one["notes"][0]["id"]).lines
    assert lines[0].startswith(f"{one['notes'][0]['id']}  now  ")
    assert lines[1] == f"    for {merged}  {SAID}"
    assert len(door("dream", "audit", merged).lines) == 4
    assert AGAIN not in door.texts()
    assert "Took back" in door("dream", "undo").out
    assert AGAIN in door.texts()
    assert ", is back  " in door("dream", "audit").out


def test_what_could_not_be_applied_is_named(door: Door) -> None:
    """With its reason, on stderr."""
    (one,) = fill(door, SAID, AGAIN)
    door("edit", one["notes"][0]["id"], "The staging database moved")
    printed = door("dream", "apply", one["id"])
    assert (printed.code, printed.out) == (0, "")
    assert printed.err == f"Left {one['id']}: One of its notes was changed or went.\n"


def test_all_need_a_yes_where_nobody_can_be_asked(door: Door) -> None:
    """With it they are one cycle."""
    fill(door, SAID, AGAIN, *MAIL)
    refused = door("dream", "apply", "--all")
    assert refused.code == 2
    assert "--yes" in refused.err
    done = door("dream", "apply", "--all", "--yes", "--json").document
    assert (len(done["cycles"]), len(done["accepted"]), len(done["left"])) == (1, 1, 1)
    assert done["left"][0]["reason"] == "A cycle may supersede 3 of the 16 notes here."
    assert door("dream", "apply").code == 2


@pytest.mark.parametrize(("typed", "left"), [("yes", 0), ("", 1)])
def test_a_person_is_asked_before_all_are_accepted(
    door: Door, monkeypatch: pytest.MonkeyPatch, typed: str, left: int
) -> None:
    """Anything but a yes merges nothing."""
    fill(door, SAID, AGAIN)
    printed = on_terminal(door, monkeypatch, typed, command=("apply", "--all"))
    assert "Accept 1 merge?" in printed.err
    assert len(door("dream", "review", "--json").document["proposals"]) == left


def test_going_through_them_applies_what_was_accepted_in_one_cycle(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One accepted, one rejected, in the order in which they are shown."""
    mail, staging = fill(door, SAID, AGAIN, *MAIL)
    order = [one["id"] for one in door("dream", "review", "--json").document["proposals"]]
    typed = ["a" if one == staging["id"] else "r" for one in order]
    printed = on_terminal(door, monkeypatch, *typed)
    assert "Merged 2 notes into 1 note" in printed.out
    assert (AGAIN in door.texts(), MAIL[1] in door.texts()) == (False, True)
    states = {
        one["id"]: one["status"]
        for state in ("accepted", "rejected")
        for one in door("dream", "review", "--json", "--status", state).document["proposals"]
    }
    assert states == {staging["id"]: "accepted", mail["id"]: "rejected"}


def test_a_text_may_be_edited_while_going_through(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that loses a value is refused, and the question comes again."""
    fill(door, SAID, AGAIN)
    printed = on_terminal(
        door, monkeypatch, "e", "The staging database", "x", "e", f"{SAID}, on db1", "a"
    )
    assert "The text does not keep the number 5433." in printed.err
    assert f"{SAID}, on db1" in door.texts()


def test_a_conflict_is_settled_while_going_through(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The right one stays."""
    (one,) = fill(door, SAID, OTHER)
    on_terminal(door, monkeypatch, "r")
    assert one["notes"][0]["text"] not in door.texts()
    assert one["notes"][1]["text"] in door.texts()


@pytest.mark.parametrize("typed", [["q"], []])
def test_stopping_leaves_what_was_not_decided(
    door: Door, monkeypatch: pytest.MonkeyPatch, typed: list[str]
) -> None:
    """By q, or at the end of input."""
    fill(door, SAID, AGAIN)
    assert on_terminal(door, monkeypatch, *typed).code == 0
    assert len(door("dream", "review", "--list").lines) == 4
    assert AGAIN in door.texts()


def test_rejecting_settling_and_editing_are_commands_too(door: Door) -> None:
    """Each says what it did."""
    found = {one["kind"]: one for one in fill(door, SAID, AGAIN, *TIMES)}
    conflict, merge = found["conflict"], found["merge"]
    edited = door("dream", "edit", merge["id"], f"{SAID}, on db1")
    assert "[+on+]" not in edited.out
    assert "[+db1+]" in edited.out
    assert door("dream", "edit", merge["id"], "staging").code == 2
    assert door("dream", "reject", merge["id"]).out == "Rejected 1 proposal.\n"
    gone = conflict["notes"][1]["id"]
    assert door("dream", "settle", conflict["id"], "left").out.startswith(f"{gone} went. ")
    assert door("dream", "settle", conflict["id"], "both").code == 1


def test_the_status_shows_cycles_with_their_reasons(door: Door) -> None:
    """Alone, memboard dream shows it."""
    door.add(SAID)
    printed = door("dream", "propose", "--force")
    assert printed.out == "No notes lie near each other that were not compared before.\n"
    lines = door("dream").lines
    assert lines[0].startswith("By itself: off. Last cycle 0.0 hours ago (at least 4 hours)")
    assert lines[1] == "Nobody is configured to be asked, so that only contradictions are found."
    assert lines[2] == "Nothing to review."
    assert lines[3].endswith("No notes lie near each other that were not compared before.")
    assert door("dream", "status", "--json").document["cycles"][0]["status"] == "empty"


def test_the_gate_is_told_with_the_way_around_it(door: Door) -> None:
    """No cycle was begun."""
    door.add(SAID)
    printed = door("dream", "propose")
    assert printed.out == "Not due: 0 of 3 sessions since the last cycle.\n"
    assert "--force" in printed.err


def test_unknown_proposals_are_not_found(door: Door) -> None:
    """As with notes: exit code 3."""
    for arguments in (["apply", "zzzz"], ["reject", "zzzz"], ["settle", "zzzz", "left"]):
        assert door("dream", *arguments).code == 3
    assert door("dream", "undo").code == 3
    assert door("dream", "undo", "zzzz").code == 3


def test_the_states_are_those_of_the_engine() -> None:
    """The list that spares the import has not drifted."""
    from typing import get_args

    from memboard.cli.commands.dream import STATES
    from memboard.engine.store.proposals import Standing

    assert get_args(Standing) == STATES
