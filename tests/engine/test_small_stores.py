"""Recall by words alone where notes are few, and no word is rare among them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memboard.engine import Draft, Memory
from memboard.engine.store import words

from .standins import NO_MODEL, OpenHere
from .test_editing import added

FIVE = (
    "The staging database listens on port 5433",
    "Commit messages are imperative and end without a period",
    "The nightly backup goes to the second disk at four",
    "Release notes are written in CHANGELOG.md before the tag",
    "The queue runner needs a restart after each migration",
)


@pytest.fixture
def by_words(open_here: OpenHere) -> Callable[..., Memory]:
    """Opens a store that has no model."""
    return lambda *project: open_here(*project, embedder=None, settings=NO_MODEL)


@pytest.fixture
def five(by_words: Callable[..., Memory]) -> Memory:
    """A store of five notes and no model."""
    memory = by_words()
    memory.add_many([Draft(text=text) for text in FIVE])
    return memory


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        ("which port does the staging database listen on?", FIVE[0]),
        ("write the commit messages, please", FIVE[1]),
        ("when is the nightly backup?", FIVE[2]),
        ("add it to CHANGELOG.md", FIVE[3]),
        ("does the queue runner run after a migration?", FIVE[4]),
    ],
)
def test_five_notes_are_enough_to_find_the_right_one(five: Memory, prompt: str, text: str) -> None:
    """At the default floor, and nothing else with it."""
    answer = five.recall(prompt)
    assert answer.mode == "words"
    assert [line.partition("] ")[2] for line in answer.block.split("\n")[1:]] == [text]


@pytest.mark.parametrize(
    "prompt",
    [
        "thanks, that looks good",
        "write a poem about the sea and the four winds",
        "how do I centre a button in a stylesheet?",
        "explain what a monad is, before lunch",
    ],
)
def test_five_notes_have_nothing_to_say_to_another_prompt(five: Memory, prompt: str) -> None:
    """A shared word among others that match nothing is no reason."""
    assert five.recall(prompt).block == ""


def test_one_note_alone_is_found(by_words: Callable[..., Memory]) -> None:
    """It has every word that there is, and still each counts."""
    memory = by_words()
    note = added(memory, FIVE[0])
    assert [given.id for given in memory.recall("staging database port").notes] == [note.id]
    assert memory.recall("marble elephants").block == ""


def test_equal_notes_stand_in_one_order(by_words: Callable[..., Memory]) -> None:
    """However often it is asked, and by whom."""
    memory = by_words()
    memory.add_many([Draft(text=f"the staging port of {name}") for name in "abcdefgh"])
    orders = {
        tuple(hit.note.id for hit in by_words().search("staging port").hits) for _ in range(5)
    }
    assert len(orders) == 1
    key_order = words.find_words(memory._store.database, "staging port", 2, 3)
    assert list(key_order) == sorted(key_order)[:3]


def test_a_word_is_as_rare_as_in_its_own_namespace(by_words: Callable[..., Memory]) -> None:
    """What another project says neither comes up nor counts."""
    alpha = by_words()
    note = added(alpha, FIVE[0])
    before = alpha.search("staging database port").hits[0].parts
    beta = by_words("beta")
    beta.add_many([Draft(text=f"staging database port of machine {at}") for at in range(40)])
    (hit,) = alpha.search("staging database port").hits
    assert (hit.note.id, hit.parts) == (note.id, before)
    assert alpha.recall("machine").notes == ()
    assert note.id not in {hit.note.id for hit in beta.search("5433").hits}


def test_a_word_that_most_notes_have_speaks_for_none(by_words: Callable[..., Memory]) -> None:
    """Of nine hundred notes all but one have it: its score is nothing, and never below."""
    memory = by_words()
    memory.add_many([Draft(text=f"deploy number {at}") for at in range(900)])
    found = words.find_words(memory._store.database, "deploy", 2, 1_000)
    assert len(found) == 900
    assert all(score >= 0 for score in found.values())
    assert memory.recall("deploy").block == ""


@pytest.mark.parametrize("notes", [words.SMALL - 1, words.SMALL])
def test_both_sides_of_the_boundary_find_the_note(
    by_words: Callable[..., Memory], notes: int
) -> None:
    """The scores differ there, and the answer does not."""
    memory = by_words()
    note = added(memory, FIVE[0])
    memory.add_many([Draft(text=f"marble elephant number {at}") for at in range(notes - 1)])
    answer = memory.recall("which port does the staging database listen on?")
    assert [given.id for given in answer.notes] == [note.id]
    assert memory.recall("thanks, that looks good").block == ""


@pytest.mark.parametrize(
    "prompt",
    [
        'staging" OR words MATCH "x',
        "staging*",
        "ns:1 AND staging",
        "NEAR(staging database)",
        "(((((",
        "-- ; DROP TABLE notes",
        "' OR 1=1",
        "\x00\x1b[2J\u202e",
        "😀 会話 พูด",
        "a/b.c-d_e " * 500,
        " ".join(f"term{at}" for at in range(2_000)),
    ],
    ids=lambda text: ascii(text[:20]),
)
def test_a_prompt_is_data_here_too(five: Memory, prompt: str) -> None:
    """Whatever it holds: an answer, and the notes are as they were."""
    five.search(prompt)
    five.recall(prompt, level="max")
    assert five.recent().total == len(FIVE)
