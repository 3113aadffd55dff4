"""All rules of words, as data."""

from __future__ import annotations

from memboard.engine.guard.rules.abroad import ABROAD
from memboard.engine.guard.rules.leaks import LEAKS
from memboard.engine.guard.rules.overrides import OVERRIDES
from memboard.engine.guard.rules.personas import PERSONAS
from memboard.engine.guard.rules.remote import REMOTE
from memboard.engine.guard.rules.roles import ROLES
from memboard.engine.guard.rules.theft import THEFT

RULES = (*OVERRIDES, *ABROAD, *ROLES, *PERSONAS, *THEFT, *LEAKS, *REMOTE)
"""Instruction overrides, role impersonation, exfiltration."""

__all__ = ["RULES"]
