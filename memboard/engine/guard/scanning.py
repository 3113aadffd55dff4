"""The scan: whether a text may be shown to a model."""

from __future__ import annotations

from memboard.engine.guard.characters import scan_characters
from memboard.engine.guard.finding import ScanFinding
from memboard.engine.guard.normalise import normalise, without_markup
from memboard.engine.guard.rules import RULES
from memboard.engine.guard.view import View


def scan(text: str) -> tuple[ScanFinding, ...]:
    """Every reason not to show a text to a model, in order of place; empty for a clean text.

    Pure, and linear in the length of the text. A rule reports the first place where it fires.
    """
    found = {finding.rule: finding for finding in scan_characters(text)}
    seen = normalise(text)
    for view in dict.fromkeys((seen, without_markup(seen))):
        for finding in _scan_view(view):
            found.setdefault(finding.rule, finding)
    return tuple(sorted(found.values(), key=lambda finding: (finding.span, finding.rule)))


def _scan_view(view: View) -> list[ScanFinding]:
    """What the rules of words find in one reading of a text."""
    found = []
    for rule in RULES:
        span = rule.search(view)
        if span:
            matched = view.text[span[0] : span[1]]
            found.append(ScanFinding(rule.class_, rule.id, view.origin(*span), matched))
    return found
