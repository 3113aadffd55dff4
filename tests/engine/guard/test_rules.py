"""Each rule does what its examples say, and no rule can be made slow."""

from __future__ import annotations

import re
from re import _parser  # type: ignore[attr-defined]  # no public way to ask for a pattern's width

import pytest

from memboard.engine.guard.characters import CHARACTER_RULES, CharacterRule
from memboard.engine.guard.rule import Rule
from memboard.engine.guard.rules import RULES
from memboard.engine.guard.scanning import scan

EVERY_RULE: tuple[Rule | CharacterRule, ...] = (*RULES, *CHARACTER_RULES)

CAUGHT = [(rule, text) for rule in EVERY_RULE for text in rule.catches]
PASSED = [(rule, text) for rule in EVERY_RULE for text in rule.passes]

WIDEST = 3_000
"""Characters that one pattern may read from where it begins."""


@pytest.mark.parametrize(("rule", "text"), CAUGHT, ids=lambda value: getattr(value, "id", ""))
def test_a_rule_catches_its_examples(rule: Rule | CharacterRule, text: str) -> None:
    """The example is withheld by this very rule."""
    assert rule.id in {finding.rule for finding in scan(text)}


@pytest.mark.parametrize(("rule", "text"), PASSED, ids=lambda value: getattr(value, "id", ""))
def test_a_rule_lets_its_counterexamples_pass(rule: Rule | CharacterRule, text: str) -> None:
    """The counterexample passes this rule and every other."""
    assert scan(text) == (), rule.why


def test_ids_are_unique_and_every_rule_has_a_reason_and_examples() -> None:
    """What the log names can be looked up, and says why."""
    ids = [rule.id for rule in EVERY_RULE]
    assert len(set(ids)) == len(ids)
    assert all(rule.why and rule.catches and rule.passes for rule in EVERY_RULE)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_no_pattern_reads_far_from_where_it_begins(rule: Rule) -> None:
    """A bounded width bounds the work at each character, so that a scan is linear in length."""
    assert all(width(pattern.compiled) <= WIDEST for pattern in (rule.anchor, *rule.near))


def width(pattern: re.Pattern[str]) -> int:
    """The most characters that a pattern can match."""
    return int(_parser.parse(pattern.pattern, pattern.flags).getwidth()[1])
