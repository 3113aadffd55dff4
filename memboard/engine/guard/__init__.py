"""The guard: what may not reach a model, and what may not reach the store. Pure functions."""

from __future__ import annotations

from memboard.engine.guard.finding import (
    Masked,
    ScanFinding,
    SecretFinding,
    Span,
    ThreatClass,
)
from memboard.engine.guard.masking import mask_secrets
from memboard.engine.guard.scanning import scan

__all__ = [
    "Masked",
    "ScanFinding",
    "SecretFinding",
    "Span",
    "ThreatClass",
    "mask_secrets",
    "scan",
]
