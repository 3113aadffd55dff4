"""Notes that say what another one says, and the one that is kept."""

from __future__ import annotations

import pytest

from memboard.engine.store.namespaces import GLOBAL

from .given import doubles, note, pair


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Staging Postgres listens on 5433", "staging postgres listens on 5433."),
        ("Run the seed script before the tests", "Run seed script before tests"),
    ],
)
def test_the_same_words_are_a_duplicate(one: str, other: str) -> None:
    """Whatever their case and their little words, with a model or without one."""
    assert pair(one, other) == {"duplicate"}
    assert pair(one, other, 0.5) == {"duplicate"}


@pytest.mark.parametrize("cosine", [None, 1.0])
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The gateway listens on port 8080", "The gateway listens on port 8081"),
        ("Indent this repository with tabs", "Never indent this repository with tabs"),
        ("Copy dumps from alpha to beta hosts", "Copy dumps from beta to alpha hosts"),
        ("Deploys need make release-eu first", "Deploys need make release-us first"),
        ("Reset the local cache: `cask cache`", "Reset the local cache: `cask cache all`"),
        ("Logs are kept for 30 days", "Logs are kept for 30 hours"),
        ("Use Python 3.11 for the workers", "Use Python 3.12 for the workers"),
    ],
)
def test_another_value_is_never_a_double(one: str, other: str, cosine: float | None) -> None:
    """However near the two lie."""
    assert pair(one, other, cosine) == set()


NEAR = (
    "Billing workers retry failed card payments three times with backoff",
    "Billing workers retry failed card payments three times with exponential backoff",
)


def test_nearly_the_same_is_told_by_the_vectors_where_there_are_any() -> None:
    """From a cosine of 0.92 on."""
    assert pair(*NEAR, 0.93) == {"near_duplicate"}
    assert pair(*NEAR, 0.91) == set()


def test_nearly_the_same_is_told_by_words_where_there_are_no_vectors() -> None:
    """By rapidfuzz."""
    assert pair(*NEAR) == {"near_duplicate"}


def test_of_two_that_say_the_same_the_better_one_is_kept() -> None:
    """Pinned, global, important, recalled, longer, newer: in this order."""
    text, same = "Deploys run on Tuesdays only", "deploys run on Tuesdays only"
    plain = note(text, key=1)
    better = [
        note(same, key=2, pinned=True),
        note(same, key=2, namespace=GLOBAL),
        note(same, key=2, importance=0.9),
        note(same, key=2, recalled=3),
        note(same, key=2, updated_at=plain.updated_at + 1),
    ]
    for one in better:
        assert doubles([plain, one]) == {"note1": ("duplicate", "note2")}
        assert doubles([one, plain]) == {"note1": ("duplicate", "note2")}
    longer = [note(NEAR[0], key=1, days_old=0), note(NEAR[1], key=2, days_old=9)]
    assert doubles(longer) == {"note1": ("near_duplicate", "note2")}


def test_a_pinned_note_is_never_a_double() -> None:
    """Two of them both stay."""
    pinned = [note("Ada owns the gateway", key=key, pinned=True) for key in (1, 2)]
    assert doubles(pinned) == {}


def test_a_global_note_does_not_give_way_to_a_projects_note() -> None:
    """Other projects see it too."""
    own = note("Ada owns the gateway", key=1, pinned=True)
    assert doubles([own, note("Ada owns the gateway", key=2, namespace=GLOBAL)]) == {}


def test_a_double_names_a_note_that_is_kept() -> None:
    """Of many that say the same one stays, and all others name it."""
    many = [note(f"Seed the database first{'.' * (key % 3)}", key=key) for key in range(1, 9)]
    found = doubles(many)
    assert len(found) == 7
    (kept,) = {other for _, other in found.values()}
    assert kept not in found


def test_doubles_are_found_among_many_others() -> None:
    """A note is compared with those that share its rarest words."""
    others = [note(f"Service {at} listens on port {9000 + at}", key=at) for at in range(1, 2_000)]
    twin = note("service 77 listens on port 9077!", key=5_000, days_old=1)
    assert doubles([*others, twin]) == {"note5000": ("duplicate", "note77")}


def test_the_same_words_are_found_however_many_notes_share_most_of_them() -> None:
    """More than are looked up at one place."""
    colours = ("red", "green", "blue", "teal", "plum", "amber", "ivory", "rust", "sand", "wine")
    texts = [
        f"paint {one} {two} {three} tiles beside grey walls"
        for one in colours
        for two in colours
        for three in colours
        if one < two and two != three != one
    ]
    many = [note(text, key=key) for key, text in enumerate(texts, 1)]
    twin = note(f"{texts[-1].capitalize()}!", key=9_000, days_old=5)
    assert len(many) > 300
    assert doubles([*many, twin])["note9000"][0] == "duplicate"
