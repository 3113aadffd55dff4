"""A model's answer: what is taken from it, and that nothing in it is trusted."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memboard.engine.session.facts import (
    MAX_FACT,
    MAX_FACTS,
    MAX_REPLY,
    NOT_JSON,
    TOO_LONG,
    Fact,
    facts_in,
)

from .scripted import facts

RATED = '[{"text": "Deploys go out on Tuesdays", "scope": "global", "importance": 0.8}]'
DEPLOYS = Fact(text="Deploys go out on Tuesdays", scope="global", importance=0.8)


@pytest.mark.parametrize(
    "reply",
    [
        RATED,
        f'{{"facts": {RATED}}}',
        f"```json\n{RATED}\n```",
        f"```\n{RATED}\n```\n",
        f"Here is what I'd keep (see [1], {{maybe}}):\n\n{RATED}\n\nAnything else?",
        f'\ufeff  {{"thinking": "one [or] two", "facts": {RATED}}}  \r\n',
        f'{{"note": "an example: []"}} and then {RATED}',
    ],
)
def test_fences_and_prose_around_the_json_are_passed_over(reply: str) -> None:
    """What a small model writes around its answer costs nothing."""
    assert facts_in(reply).facts == (DEPLOYS,)
    assert facts_in(reply).reason is None


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "I can't help with that.",
        '"a string"',
        "42",
        "null",
        '{"fact": "none of that name"}',
        '{"facts": {"text": "an object"}}',
        '[{"text": "cut off in the midd',
        "[{'text': 'single quotes'}]",
        "[" * 5_000,
        '{"a":' * 5_000,
    ],
)
def test_an_answer_without_a_list_gives_its_reason(reply: str) -> None:
    """Nothing is guessed from it."""
    assert facts_in(reply).facts == ()
    assert facts_in(reply).reason == NOT_JSON


def test_no_facts_is_a_good_answer() -> None:
    """An empty list is no failure."""
    assert facts_in('{"facts": []}').reason is None
    assert facts_in("[]").reason is None


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ({"text": 5}, "not_a_fact"),
        ({"text": None}, "not_a_fact"),
        ({"fact": "no text"}, "not_a_fact"),
        ("a bare string", "not_a_fact"),
        (["a list"], "not_a_fact"),
        ({"text": "x", "scope": "universe"}, "not_a_fact"),
        ({"text": "x", "importance": "high"}, "not_a_fact"),
        ({"text": "x", "importance": True}, "not_a_fact"),
        ({"text": "x", "importance": 1.01}, "not_a_fact"),
        ({"text": "x", "importance": -1}, "not_a_fact"),
        ({"text": "x", "importance": float("nan")}, "not_a_fact"),
        ({"text": "x", "importance": float("inf")}, "not_a_fact"),
        ({"text": "x", "topic": ["a"]}, "not_a_fact"),
        ({"text": "x", "topic": "t" * 81}, "not_a_fact"),
        ({"text": ""}, "empty"),
        ({"text": " \n\t "}, "empty"),
        ({"text": "x" * 241}, "too_long"),
        ({"text": "a\0b"}, "unreadable"),
        ({"text": "a\x1b[31mb"}, "unreadable"),
        ({"text": "half \ud83d"}, "unreadable"),
        ({"text": "lost \ufffd bytes"}, "unreadable"),
        ({"text": "x", "topic": "a\x07"}, "unreadable"),
    ],
)
def test_an_item_that_breaks_the_schema_is_dropped_and_counted(item: object, reason: str) -> None:
    """The others stay as they are."""
    found = facts_in(json.dumps([item, {"text": "kept"}]))
    assert found.facts == (Fact(text="kept"),)
    assert found.dropped == {reason: 1}


def test_a_text_is_trimmed_and_measured_after_that() -> None:
    """240 characters are allowed, of whatever script."""
    text = "é" * MAX_FACT
    assert facts_in(facts(f"  {text}\n")).facts[0].text == text


def test_what_a_model_adds_to_an_item_is_not_read() -> None:
    """An id, an actor or a pin is not for a model to set."""
    reply = '[{"text": "x", "id": "aaaaaaaa", "pinned": true, "trigger": "manual"}]'
    assert facts_in(reply).facts == (Fact(text="x"),)


def test_of_many_facts_the_first_twelve_count() -> None:
    """The order is the model's own; the rest is counted."""
    found = facts_in(facts(*(f"fact {number}" for number in range(500))))
    assert [fact.text for fact in found.facts] == [f"fact {number}" for number in range(MAX_FACTS)]
    assert found.dropped == {"beyond_12": 488}


def test_a_bad_item_takes_no_place_of_a_good_one() -> None:
    """Twelve good ones are found behind ten bad ones."""
    items = [{"text": 0}] * 10 + [{"text": f"fact {number}"} for number in range(12)]
    assert len(facts_in(json.dumps(items)).facts) == MAX_FACTS


def test_a_nested_bomb_is_one_bad_item() -> None:
    """It stands beside a good one, and is not looked into."""
    deep = '{"a":' * 12 + "1" + "}" * 12
    assert facts_in(f'[{{"text": {deep}}}, {{"text": "kept"}}]').facts == (Fact(text="kept"),)
    deeper = "[" * 50_000 + "]" * 10_000
    assert facts_in(deeper + RATED).facts == ()


def test_an_answer_that_is_too_long_is_refused_as_a_whole() -> None:
    """A part of it might say the opposite of the whole."""
    assert facts_in(RATED + " " * MAX_REPLY).reason == TOO_LONG


def test_bytes_that_were_no_text_cost_one_item_only() -> None:
    """However the reader of the bytes marked them."""
    reply = '[{"text": "lost \udcff one"}, {"text": "lone \\ud800 escape"}, {"text": "kept"}]'
    assert facts_in(reply).facts == (Fact(text="kept"),)


@pytest.mark.parametrize("piece", ['["', '{"a":[', "[\\", '"', "[]", '[{"text":"\\"', "[1,", "{}"])
def test_a_hostile_answer_of_full_length_is_read_in_one_pass(piece: str) -> None:
    """Whatever is repeated, it ends, with at most a list of nothing."""
    assert facts_in((piece * MAX_REPLY)[:MAX_REPLY]).facts == ()


@given(st.text(alphabet=st.characters(), max_size=400))
def test_no_string_raises(reply: str) -> None:
    """Half characters, controls and every script included."""
    assert len(facts_in(reply).facts) <= MAX_FACTS


@given(st.text(alphabet='[]{}":,\\ntexfacs01 ', max_size=200))
def test_no_json_like_string_raises(reply: str) -> None:
    """Made of the signs that JSON is made of."""
    assert len(facts_in(reply).facts) <= MAX_FACTS
