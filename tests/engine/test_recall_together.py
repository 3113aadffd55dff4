"""Several processes asked at once for one session: each note is given once."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from memboard.engine import Draft, Memory, open_memory
from memboard.engine.recall import inject
from memboard.engine.recall.inject import Choice

from .standins import OpenHere, hash_handle
from .test_editing import added

PROMPT = "red green blue cyan"


def at_once(home: Path, many: int, ask: Callable[[Memory], list[str]]) -> list[str]:
    """What several memories answer together, all of them opened first."""
    barrier, given = threading.Barrier(many), list[str]()

    def work() -> None:
        with open_memory(home, "alpha", embedder=hash_handle()) as memory:
            barrier.wait()
            given.extend(ask(memory))

    threads = [threading.Thread(target=work) for _ in range(many)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return given


def test_no_note_is_given_twice_however_many_ask_at_once(open_here: OpenHere, home: Path) -> None:
    """Six of them, twenty rounds, each round a session of its own."""
    open_here().add_many(
        [Draft(text=f"red green blue cyan number {number}") for number in range(9)]
    )

    def ask(memory: Memory) -> list[str]:
        answers = ((round_, memory.recall(PROMPT, session=f"s{round_}")) for round_ in range(20))
        return [f"s{round_} {given.id}" for round_, answer in answers for given in answer.notes]

    counted = Counter(at_once(home, 6, ask))
    assert set(counted.values()) == {1}
    assert len(counted) == 60


def test_what_another_gave_between_choosing_and_recording_is_not_given_again(
    open_here: OpenHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The choice that is answered is the one made under the lock."""
    memory, other = open_here(), open_here()
    note = added(memory, PROMPT)
    choose, asked = inject.chosen, list[str]()

    def chosen_late(*given: object) -> Choice:
        choice = choose(*given)  # type: ignore[arg-type]  # handed on as they came
        if not asked:
            asked.append("other")
            assert [one.id for one in other.recall(PROMPT, session="one").notes] == [note.id]
        return choice

    monkeypatch.setattr(inject, "chosen", chosen_late)
    answer = memory.recall(PROMPT, session="one")
    assert (answer.block, answer.notes, answer.notices) == ("", (), ())
    assert [left.reason for left in answer.left_out] == ["repeated"]
    assert len(memory.why(note.id).recalls) == 1
