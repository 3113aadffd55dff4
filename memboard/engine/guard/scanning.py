"""The scan: whether a text may be shown to a model."""

from __future__ import annotations

from memboard.engine.guard.characters import scan_characters
from memboard.engine.guard.cues import Cues
from memboard.engine.guard.finding import ScanFinding
from memboard.engine.guard.normalise import readings
from memboard.engine.guard.rules import RULES
from memboard.engine.guard.view import View

_CUES = Cues((cue, place) for place, rule in enumerate(RULES) for cue in rule.cues)


def scan(text: str) -> tuple[ScanFinding, ...]:
    """Every reason not to show a text to a model, in order of place; empty for a clean text.

    Pure, and linear in the length of the text. A rule reports the first place where it fires.
    """
    found = {finding.rule: finding for finding in scan_characters(text)}
    for view in readings(text):
        for finding in _scan_view(view):
            found.setdefault(finding.rule, finding)
    return tuple(sorted(found.values(), key=lambda finding: (finding.span, finding.rule)))


def prepare() -> None:
    """Compile every rule now, for a process that lives on: a tenth of a second."""
    for rule in RULES:
        for pattern in (rule.anchor, *rule.near):
            _ = pattern.compiled


def _scan_view(view: View) -> list[ScanFinding]:
    """What the rules of words find in one reading of a text."""
    found = []
    for place in _CUES.called(view.lowered):
        rule = RULES[place]
        span = rule.search(view)
        if span:
            matched = view.text[span[0] : span[1]]
            found.append(ScanFinding(rule.class_, rule.id, view.origin(*span), matched))
    return found
