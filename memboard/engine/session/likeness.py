"""How much one command resembles another: a fix is most often the command, put right."""

from __future__ import annotations

import re

from memboard.engine.session.forms import normal_form, plain_steps, program_name
from memboard.engine.session.programs import core, plain_name

RESEMBLES = 0.7
"""Resemblance from which a command is taken for another attempt at the same thing."""
MAX_WORDS = 60
"""Words of a command that are compared."""
_PROGRAM = 0.5
_OPTION = 0.5
_QUOTED = 0.25
"""Weights of a program's name, an option and a quoted text; any other word weighs 1."""
_PART = re.compile(r"[^\W_]+")


def resemblance(failed: str, worked: str) -> float:
    """Give how much of a failed command is in one that worked, 0 to 1.

    Words count by weight, and also with a slip of the keyboard, in another folder, or as the
    beginning of a longer one. What the other has besides does not count against it.
    """
    wanted, given = normal_form(failed), normal_form(worked)
    if _squashed(wanted) in _squashed(given):
        return 1.0
    words = _weighed(wanted)
    there = {word for word, _ in _weighed(given)}
    total = sum(weight for _, weight in words)
    if not total or not there:
        return 0.0
    return sum(weight for word, weight in words if _is_among(word, there)) / total


def repeats_whole(failed: str, worked: str) -> bool:
    """Tell whether a command runs the very words of another, after or within something more."""
    wanted = [core(step.words) for step in plain_steps(normal_form(failed))]
    given = [core(step.words) for step in plain_steps(normal_form(worked))]
    return bool(wanted) and all(step in given for step in wanted)


def _squashed(text: str) -> str:
    """Leave out what two spellings of a command differ in: `docker-compose`, `docker compose`."""
    return "".join(sign for sign in text if sign.isalnum() or sign in "./")


def _weighed(form: str) -> list[tuple[str, float]]:
    """Give a command's words with their weights."""
    weighed: list[tuple[str, float]] = []
    for step in plain_steps(form):
        weighed.append((plain_name(step.words[0]), _PROGRAM))
        weighed += [(word.lstrip("-"), _weight(word)) for word in step.words[1:]]
    return [(word, weight) for word, weight in weighed[:MAX_WORDS] if word]


def _weight(word: str) -> float:
    if word[0] in "'\"":
        return _QUOTED
    return _OPTION if word[0] == "-" else 1.0


def _is_among(word: str, words: set[str]) -> bool:
    return word in words or any(_is_nearly(word, other) for other in words)


def _is_nearly(word: str, other: str) -> bool:
    """Tell whether two words are one but for a slip, a folder or an ending."""
    name, other_name = program_name(word), program_name(other)
    if name == other_name:
        return bool(name)
    if other_name.startswith(name) and len(name) > 2:
        return not other_name[len(name)].isalnum()
    parts, others = _PART.findall(name), _PART.findall(other_name)
    if len(parts) != len(others):
        parts, others = [name], [other_name]
    pairs = zip(parts, others, strict=True)
    return bool(parts) and all(_slipped(one, another) for one, another in pairs)


def _slipped(part: str, other: str) -> bool:
    """Tell whether two words differ by no more than a slip of the keyboard."""
    if part == other:
        return True
    from rapidfuzz.distance import OSA  # 15 ms, and only where a session ends

    if min(len(part), len(other)) < 3 or _digits(part) != _digits(other):
        return False
    most = 1 if len(part) < 6 else 2
    alike = sorted(part[:2]) == sorted(other[:2]) or part[0] == other[0]
    return alike and OSA.distance(part, other, score_cutoff=most) <= most


def _digits(word: str) -> str:
    return "".join(sign for sign in word if sign.isdecimal())
