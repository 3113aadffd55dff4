"""A process that learns until it is done or killed; run by `test_lessons.py`.

Each line on its stdout acknowledges a lesson that is kept.
"""

from __future__ import annotations

import sys
from pathlib import Path

from memboard.engine.session.commands import command_key
from memboard.engine.session.lessons import Happened, LessonBook


def main(home: str, name: str, count: str) -> None:
    """Learn so many lessons, one by one."""
    book = LessonBook(Path(home))
    for number in range(int(count)):
        command = f"deploy {name} part-{number}"
        happened = Happened(command_key(command), command, f"{command} --now", "Bash", number)
        learned = book.learn(["demo"], f"session of {name}", [happened])
        sys.stdout.write(f"{learned} {command}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
