"""What a note may hold."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memboard.engine import Memory
from memboard.engine.errors import InvalidNote
from memboard.engine.limits import checked_tags, checked_text, checked_topic, same_text

from .standins import texts_of


def test_a_text_of_two_thousand_characters_is_kept_and_one_more_is_refused() -> None:
    """The limit counts characters, not bytes, after trimming."""
    assert checked_text("  " + "é" * 2_000 + "\n") == "é" * 2_000
    with pytest.raises(InvalidNote, match="2,001"):
        checked_text("é" * 2_001)


@pytest.mark.parametrize("text", ["", "   ", "\n\t\u00a0\u2003"])
def test_a_text_of_nothing_but_space_is_refused(text: str) -> None:
    """An empty note says nothing."""
    with pytest.raises(InvalidNote, match="empty"):
        checked_text(text)


NOTHING = (
    *(
        "\u200b",
        "\u200b\u200d\u2060\ufeff",
        "\u00ad",
        "\u034f",
        "\u061c",
        "\u115f\u1160",
        "\u17b4\u17b5",
    ),
    *("\u180b\u180e", "\u200e\u202e", "\u2065\u206a", "\u2800\u2800", "\u3164", "\uffa0 \u3164"),
    *(
        "\ufe0f",
        "\ufff9\ufffb",
        "\uffff",
        "\U0001d159",
        "\U0001d173",
        "\U000e0041\U000e007f",
        "\U000e0100",
    ),
    *("\x1b\x07", "\u0301\u0489", " \u2800\n\u200b\t"),
)

SOMETHING = (
    "x",
    "-",
    "\u00b7",
    "\u2764\ufe0f",
    "1\ufe0f\u20e3",
    "\u200bé",
    "ㅤ가",
    "⠁",
    "\ue0b0",
    "\ufffd",
    "字",
)


@pytest.mark.parametrize("text", NOTHING, ids=ascii)
def test_a_text_of_nothing_that_can_be_seen_is_refused(memory: Memory, text: str) -> None:
    """Fillers, formats, selectors and accents on nothing are an empty note; a tag is empty too."""
    with pytest.raises(InvalidNote, match=r"cannot be seen|is empty"):
        memory.add(text)
    with pytest.raises(InvalidNote, match="empty"):
        checked_tags([text])
    assert checked_topic(text) is None
    assert texts_of(memory) == []


@pytest.mark.parametrize("text", SOMETHING, ids=ascii)
def test_a_text_of_one_sign_that_can_be_seen_is_kept(text: str) -> None:
    """Whatever leaves a mark is a text, and what is invisible in it stays."""
    assert checked_text(text) == text


@pytest.mark.parametrize("text", ["a\0b", "a\ud800b", "\udfff!"])
def test_characters_that_no_store_can_carry_are_refused(memory: Memory, text: str) -> None:
    """NUL and lone surrogates are named in the error, wherever they stand."""
    with pytest.raises(InvalidNote):
        memory.add(text)
    with pytest.raises(InvalidNote):
        memory.add("fine", topic=text)
    with pytest.raises(InvalidNote):
        memory.add("fine", tags=[text])
    assert texts_of(memory) == []


def test_a_topic_over_several_lines_becomes_one() -> None:
    """A topic is a label: line breaks and double spaces go."""
    assert checked_topic(" data\n  base \r\n rules ") == "data base rules"
    assert checked_topic(" \n ") is None


def test_a_topic_has_at_most_eighty_characters() -> None:
    """The limit counts what is left after trimming."""
    assert checked_topic("x" * 80 + " ") == "x" * 80
    with pytest.raises(InvalidNote, match="81"):
        checked_topic("x" * 81)


def test_tags_lose_their_hash_and_their_repeats_and_keep_their_order() -> None:
    """Two spellings of one tag are one; the first stands."""
    assert checked_tags(["#Infra", "db", "infra", " DB "]) == ("Infra", "db")


def test_tags_with_quotes_and_other_scripts_are_kept(memory: Memory) -> None:
    """Only commas, which separate tags, are refused."""
    tags = ('say "hi"', "it's", "日本語", "🚀", "a\\b", "100%", "[x]")
    assert memory.add("quoted", tags=tags).note == memory.get(memory.recent().notes[0].id)
    assert memory.recent().notes[0].tags == tags
    with pytest.raises(InvalidNote, match="comma"):
        memory.add("other", tags=["a,b"])


@pytest.mark.parametrize("tags", [["x" * 41], ["ok", ""], ["#"], [f"t{n}" for n in range(17)]])
def test_tags_that_are_too_long_empty_or_too_many_are_refused(tags: list[str]) -> None:
    """Sixteen tags of forty characters at most, none of them empty."""
    with pytest.raises(InvalidNote):
        checked_tags(tags)


@pytest.mark.parametrize("importance", [math.nan, math.inf, -math.inf, -0.01, 1.01])
def test_an_importance_outside_zero_to_one_is_refused(memory: Memory, importance: float) -> None:
    """Also when it is no number at all."""
    with pytest.raises(InvalidNote, match="between 0 and 1"):
        memory.add("x", importance=importance)
    assert texts_of(memory) == []


@given(st.text())
def test_two_spellings_that_look_the_same_count_as_the_same(text: str) -> None:
    """Composition and spacing do not make a new fact; the rule is stable."""
    assert same_text(same_text(text)) == same_text(text)
    assert same_text(f"  {text}\n") == same_text(text)


def test_a_text_of_every_unicode_plane_comes_back_as_it_was(memory: Memory) -> None:
    """One character of each of the seventeen planes, and what terminals choke on."""
    planes = "".join(chr((plane << 16) + 0x1234) for plane in range(17))
    for text in (planes, "\x1b]0;title\x07", "\u202eabc", "a\u2028b", "👩‍👩‍👧‍👦", "[/bold]"):
        added = memory.add(text)
        assert added.note is not None
        assert memory.get(added.note.id).text == text
