"""The form in which a shell command is the same command: what differs by chance is out of it."""

from __future__ import annotations

import re
from itertools import pairwise, takewhile

from memboard.engine.session.shell import Step, steps_of

MAX_READ = 20_000
"""Characters up to which a command is read by its steps; a longer one is its words."""
ROUNDS = 4
"""Times a command is brought into its form; two nearly always do."""


def normal_form(command: str) -> str:
    """Bring a command into the form in which it is the same command.

    White space, comments, leading `cd DIR &&` and `sleep 5 &&`, redirections that only hide or
    join output, pipes into a pager, `head` or `tail`, here-documents, and numbers and temporary
    paths that differ at every run are no part of it. Environment settings, ports, counts and
    options are.
    """
    form = command if len(command) <= MAX_READ else " ".join(command.split())
    for _ in range(ROUNDS):
        before, form = form, _formed(form)
        if form == before:
            break
    return form


def _formed(command: str) -> str:
    if len(command) > MAX_READ:
        return command
    written: list[str] = []
    for step in _without_leading(without_pagers(plain_steps(command))):
        written += [step.joint] if written else []
        written += _without_chance(step.words)
    return " ".join(written)


_QUIET = frozenset(
    {"2>&1", ">/dev/null", "1>/dev/null", "2>/dev/null", "&>/dev/null", ">&/dev/null"}
)
_REDIRECT = re.compile(r"\d?>>?&?|&>>?")


def plain_steps(command: str) -> list[Step]:
    """Read a command's steps without redirections that only hide or join output."""
    kept = []
    for step in steps_of(command):
        words: list[str] = []
        for word in step.words:
            if words and word == "/dev/null" and _REDIRECT.fullmatch(words[-1]):
                words.pop()
            elif word not in _QUIET:
                words.append(word)
        if words:
            kept.append(Step(step.joint, tuple(words)))
    return kept


def without_pagers(steps: list[Step]) -> list[Step]:
    """Drop the ends of pipes that only shorten what is shown."""
    kept: list[Step] = []
    for number, step in enumerate(steps):
        kept.append(step)
        if number + 1 == len(steps) or steps[number + 1].joint != "|":
            while len(kept) > 1 and kept[-1].joint == "|" and _only_shows(kept[-1]):
                kept.pop()
    return kept


_SHOWING = frozenset({"head", "tail", "less", "more", "most", "cat"})


def _only_shows(step: Step) -> bool:
    """Tell whether a step at the end of a pipe only shows what it is given."""
    program, *given = step.words
    return program in _SHOWING and all(word[0] == "-" or word.isdecimal() for word in given)


_LEADING = frozenset({"cd", "sleep"})


def _without_leading(steps: list[Step]) -> list[Step]:
    """Drop the changes of folder and the waiting that a command begins with."""
    leading = takewhile(
        lambda pair: pair[0].words[0] in _LEADING and pair[1].joint in ("&&", ";"),
        pairwise(steps),
    )
    return steps[sum(1 for _ in leading) :]


_TEMPORARY = re.compile(
    r"(?:(?:/private)?(?:/var)?/tmp|/var/folders|/dev/shm|\$\{?TMPDIR\}?)"
    r"(?:/[^\s'\"`;|&<>()]*)?"
)
_BY_CHANCE = re.compile(
    r"(?<=/)tmp\.?[A-Za-z0-9_]{6,12}(?![A-Za-z0-9_])"
    r"|(?<=[._-])(?=[a-z]{0,11}[A-Z0-9])[A-Za-z0-9]{6,12}(?![A-Za-z0-9])"
    r"|\d+"
)
"""What differs in a temporary path from run to run."""
_STAND_INS = (
    (re.compile(r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b"), "‹id›"),
    (re.compile(r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?Z?)?\b"), "‹time›"),
    (re.compile(r"\b(?=[0-9]*[a-f])(?=[a-f]*[0-9][a-f]*[0-9])[0-9a-f]{7,64}\b"), "‹hash›"),
    (re.compile(r"(?<![\w.])\d{9,}(?![\w.])"), "‹number›"),
    (re.compile(r"(?<=/proc/)\d+"), "‹number›"),
)
"""What no two runs share: ids, moments, commits, long numbers, processes."""
_TAKE_CHANCE = frozenset({"kill", "wait", "sleep"})
"""Programs whose bare numbers are processes, or seconds to pass."""


def _without_chance(words: tuple[str, ...]) -> list[str]:
    """Put stand-ins for what differs at every run."""
    if program_name(words[0]) in _TAKE_CHANCE:
        words = tuple("‹number›" if word.isdecimal() else word for word in words)
    done = []
    for word in words:
        for pattern, stand_in in _STAND_INS:
            word = pattern.sub(stand_in, word)
        done.append(_TEMPORARY.sub(lambda path: _BY_CHANCE.sub("‹tmp›", path[0]), word))
    return done


def program_name(word: str) -> str:
    """Give a program's name without its folder."""
    return word.rpartition("/")[2]
