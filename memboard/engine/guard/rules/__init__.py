"""All rules of words, as data."""

from __future__ import annotations

from memboard.engine.guard.rules.abroad import ABROAD
from memboard.engine.guard.rules.afar import AFAR
from memboard.engine.guard.rules.carried import CARRIED
from memboard.engine.guard.rules.carried_abroad import CARRIED_ABROAD
from memboard.engine.guard.rules.lasting import LASTING
from memboard.engine.guard.rules.leaks import LEAKS
from memboard.engine.guard.rules.overrides import OVERRIDES
from memboard.engine.guard.rules.personas import PERSONAS
from memboard.engine.guard.rules.remote import REMOTE
from memboard.engine.guard.rules.roles import ROLES
from memboard.engine.guard.rules.theft import THEFT
from memboard.engine.guard.rules.turns import TURNS

_OVERRIDES = (*OVERRIDES, *LASTING, *ABROAD, *AFAR)
_IMPERSONATIONS = (*ROLES, *TURNS, *PERSONAS)
_THEFTS = (*THEFT, *LEAKS, *CARRIED, *CARRIED_ABROAD, *REMOTE)

RULES = (*_OVERRIDES, *_IMPERSONATIONS, *_THEFTS)
"""Instruction overrides, role impersonation, exfiltration."""

__all__ = ["RULES"]
