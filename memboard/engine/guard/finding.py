"""What the scan and the masking report. Spans are characters of the text as it was given."""

from __future__ import annotations

from typing import Literal

import msgspec

from memboard.engine.model import Value

ThreatClass = Literal[
    "instruction-override", "role-impersonation", "exfiltration", "unicode-obfuscation"
]
"""The kinds of attack that the scan tells apart."""

Span = tuple[int, int]
"""Start and end, as in `text[start:end]`."""


class ScanFinding(Value, frozen=True):
    """One reason not to show a text to a model."""

    class_: ThreatClass = msgspec.field(name="class")
    rule: str
    """The rule's id, such as io-003; ids are never used twice."""
    span: Span
    matched: str
    """What the rule read, after normalisation; character rules give ASCII with escapes."""


class SecretFinding(Value, frozen=True):
    """One credential that was masked."""

    kind: str
    """Such as github-token or url-password."""
    span: Span
    """Where it stood in the text before masking."""


class Masked(Value, frozen=True):
    """A text that is safe to store, and what was taken out of it."""

    text: str
    found: tuple[SecretFinding, ...] = ()
