"""A cheap query answered by a program: the question on its stdin, the answer on its stdout.

The program is started from an argument list, never through a shell, and heads a process group of
its own. However it ends, its group is ended: what it started does not outlive it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from memboard.engine.errors import CheapQueryFailed
from memboard.engine.session.cheap import CHILD_VARIABLE
from memboard.engine.session.cheap.saying import checked_answer, harmless, too_long

if TYPE_CHECKING:
    from subprocess import Popen

    from memboard.engine.session.cheap.pipes import Pipes

LOOK_SECONDS = 0.05
"""How often it is looked at what a running program said."""
LONGEST_CHARACTER = 4
"""Bytes of one character in UTF-8."""
HINT = "memory.cheap_query.command is a list: the program, then its arguments."


class CommandQuery:
    """Starts a program for each question."""

    name = "command"

    def __init__(self, argv: Sequence[str], folder: Path) -> None:
        """Take a program with its arguments, and the folder it is to run in."""
        self._argv = tuple(argv)
        self._folder = folder

    def ask(self, prompt: str, *, max_chars: int, timeout: float) -> str:
        """Run the program; at the timeout it has a second to end by itself.

        Raises:
            CheapQueryFailed: it cannot be started, fails, says nothing, too much or no UTF-8.
        """
        from memboard.engine.session.cheap.groups import end_group
        from memboard.engine.session.cheap.pipes import Pipes

        deadline = time.monotonic() + timeout
        process = self._start()
        try:
            pipes = Pipes(process, prompt.encode("utf-8", "replace"), max_chars * LONGEST_CHARACTER)
            ended = ends_by(process, pipes, deadline)
            if ended:
                pipes.finish()  # first taken, then ended: what was left behind may write on
        finally:
            end_group(process)
        pipes.finish()
        if pipes.too_much.is_set():
            raise too_long(self._argv[0], max_chars)
        if not ended:
            raise self._failed(f"did not answer within {timeout:g} seconds")
        if process.returncode:
            raise self._failed(said_end(process.returncode), pipes.complaint or pipes.answer)
        return checked_answer(self._argv[0], bytes(pipes.answer), max_chars)

    def _start(self) -> Popen[bytes]:
        import subprocess  # 5 ms

        try:
            return subprocess.Popen(
                self._argv,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=self._folder,
                env={**os.environ, CHILD_VARIABLE: "1"},
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError as error:
            where = error.filename or self._argv[0]
            raise CheapQueryFailed(
                f"{self._argv[0]} cannot be started: {where}: {error.strerror}.", hint=HINT
            ) from error
        except ValueError as error:
            raise CheapQueryFailed(
                f"{self._argv[0]!r} cannot be started: {error}.", hint=HINT
            ) from error

    def _failed(self, what: str, said: bytes | bytearray = b"") -> CheapQueryFailed:
        reason = harmless(said.decode("utf-8", "replace"))
        return CheapQueryFailed(f"{self._argv[0]} {what}{': ' if reason else ''}{reason}.")


def ends_by(process: Popen[bytes], pipes: Pipes, deadline: float) -> bool:
    """Wait until a program has ended, or said too much; False where it takes too long."""
    from subprocess import TimeoutExpired

    while not pipes.too_much.is_set():
        left = deadline - time.monotonic()
        try:
            process.wait(max(0, min(left, LOOK_SECONDS)))
            return True
        except TimeoutExpired:
            if left <= 0:
                return False
    return True


def said_end(code: int) -> str:
    """Say how a program ended."""
    return f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
