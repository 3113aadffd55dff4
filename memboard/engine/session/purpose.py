"""What a shell command is for: a failure teaches, and a success fixes, only for some of these."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from memboard.engine.session.forms import plain_steps
from memboard.engine.session.programs import (
    ASKING,
    ASKING_PARTS,
    BARE_PARTS,
    BARE_WORDS,
    INTERPRETERS,
    LINKING,
    LOOKING,
    LOOKING_PARTS,
    REFUSING,
    TASK_RUNNERS,
    TELLING,
    TIDYING,
    core,
    judges_code,
    part_of,
)
from memboard.engine.session.shell import HERE, Step

NOT_STARTED = frozenset({126, 127})
"""Exit codes of a shell that could not start the program."""
CALLED_OFF = frozenset({129, 130, 141, 143})
"""Exit codes of what was hung up on, interrupted, no longer read from, or ended from outside."""
_INTO_FILE = re.compile(r"\d?>{1,2}\|?(?!&|\().*", re.DOTALL)


def is_look_around(command: str) -> bool:
    """Tell whether a command only looks, tells or prepares: it is no fix of anything."""
    steps = plain_steps(command)
    return all(_looks(step) for step in steps) and not edits_files(command)


def _looks(step: Step) -> bool:
    words = core(step.words)
    if words[0] in LOOKING or words[0] in LINKING:
        return True
    if len(words) == 2 and words[1] in TELLING:
        return True
    part = part_of(words)
    if part in BARE_PARTS.get(words[0], ()):
        after = [word for word in words[1:] if not word.startswith("-")][1:]
        return not after or after[0] in BARE_WORDS
    return part in LOOKING_PARTS.get(words[0], ())


def is_tidying(command: str) -> bool:
    """Tell whether a command only goes before or after the work: folders, commits, processes."""
    return all(_looks(step) or core(step.words)[0] in TIDYING for step in plain_steps(command))


def is_check(command: str) -> bool:
    """Tell whether a command judges code: its failure is most often that of the code."""
    return any(judges_code(step) for step in plain_steps(command))


def was_refused(command: str, exit_code: int | None) -> bool:
    """Tell whether a check could not begin: it is not there, or was called wrongly."""
    if exit_code in NOT_STARTED:
        return True
    names = (core(step.words)[0] for step in plain_steps(command))
    return any(exit_code in REFUSING.get(name, ()) for name in names)


def runs_code(command: str) -> bool:
    """Tell whether a command runs a program of the project's own, which fails by itself."""
    return any(_runs_code(step) for step in plain_steps(command))


def _runs_code(step: Step) -> bool:
    words = core(step.words)
    if words[0] in TASK_RUNNERS:
        return part_of(words) in ("run", "start")
    return words[0] in INTERPRETERS and part_of(words) is not None


def edits_files(command: str) -> bool:
    """Tell whether a command writes files by itself, as an editor would."""
    return any(_edits(step) for step in plain_steps(command))


def _edits(step: Step) -> bool:
    words = core(step.words)
    if words[0] in ("sed", "perl") and any(re.match(r"-[a-z]*i", word) for word in words[1:]):
        return True
    if words[0] in ("tee", "patch", "ed") or (words[0] == "git" and part_of(words) == "apply"):
        return True
    if words[0] in INTERPRETERS:
        return HERE in words
    return words[0] in LOOKING and any(_INTO_FILE.match(word) for word in words)


def runs_a_script(command: str) -> bool:
    """Tell whether the program of a here-document is what runs: its words are not the command's."""
    return any(
        core(step.words)[0] in INTERPRETERS and HERE in step.words for step in plain_steps(command)
    )


def teaches_nothing(command: str, exit_code: int | None) -> bool:
    """Tell whether a failure is no mistake in the command.

    `grep`, `diff`, `test` and their like answer with exit code 1, also at the end of a pipe or
    within a chain, where the code may be theirs; what was interrupted did not fail; looking for
    what is not there is no mistake; and a script that came with the command fails by itself.
    """
    if exit_code in CALLED_OFF or exit_code == 0:
        return True
    if exit_code in NOT_STARTED:
        return is_look_around(command)
    if is_look_around(command) or runs_a_script(command):
        return True
    if exit_code is not None and exit_code != 1:
        return False
    return any(_asks(end) for end in _ends(plain_steps(command)))


def _asks(step: Step) -> bool:
    words = core(step.words)
    return words[0] in ASKING or part_of(words) in ASKING_PARTS.get(words[0], ())


def _ends(steps: Sequence[Step]) -> Iterator[Step]:
    """Give the steps whose exit code a command's may be: ends of pipes in its last chain."""
    for number in range(len(steps) - 1, -1, -1):
        following = steps[number + 1].joint if number + 1 < len(steps) else ";"
        if following == ";" and number + 1 < len(steps):
            return
        if following != "|":
            yield steps[number]


def hides_failure(command: str) -> bool:
    """Tell whether a command ends well whatever happened in it, so that its success says nothing.

    A pipe ends as its last program does, and so does a chain after `;` or `||`.
    """
    steps = plain_steps(command)
    if not steps or command.rstrip().endswith("&"):
        return True
    if any("pipefail" in step.words for step in steps):
        return False
    working = [number for number, step in enumerate(steps) if not _passes_on(step)]
    if not working:
        return False
    return any(step.joint != "&&" for step in steps[working[-1] + 1 :])


def _passes_on(step: Step) -> bool:
    """Tell whether a step only looks, or writes down what it is given."""
    return _looks(step) or (step.joint == "|" and core(step.words)[0] == "tee")
