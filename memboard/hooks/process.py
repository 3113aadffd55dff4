"""The process of one hook: it ends in time, with exit code 0, and prints all or nothing."""

from __future__ import annotations

import _thread
import gc
import os

TYPE_CHECKING = False  # whoever is to do nothing need not load `typing`
if TYPE_CHECKING:
    from typing import NoReturn

    from memboard.hooks.answering import Unfinished

SECONDS = 0.74
"""How long a hook may take from here; its host waits for it."""
LAST_SECONDS = 0.06
"""How long the end may then wait for the spool and the log."""

OFF = ("MEMBOARD_CHILD", "MEMBOARD_DISABLE")
"""Set where hooks do nothing: in what memboard itself starts, or by whoever wants none."""


def run_hook(wanted: str, home: str | None = None, project: str | None = None) -> NoReturn:
    """Answer the event on stdin and end the process.

    Args:
        wanted: the host, or `auto`.
        home: a folder; None takes `MEMBOARD_HOME`, else the user's data folder.
        project: a name or folder; None finds it out from the folder that the event tells.
    """
    if any(os.environ.get(name) for name in OFF):
        os._exit(0)
    if project:
        os.environ["MEMBOARD_PROJECT"] = project
    gc.disable()  # a twentieth of the time, and the process ends before it matters
    unfinished: Unfinished = []
    _thread.start_new_thread(end_late, (SECONDS, home, unfinished))
    try:
        stdin, stdout = keep_descriptors()
        from memboard.hooks.answering import answer_of

        answer = answer_of(wanted, stdin, home, unfinished)
        if answer:
            os.write(stdout, answer)
    except BaseException as error:
        note(home, error)
    os._exit(0)


def keep_descriptors() -> tuple[int, int]:
    """Keep stdin and stdout; whoever else prints, a library or a warning, prints nowhere."""
    nothing = os.open(os.devnull, os.O_RDWR)
    stdin, stdout = duplicate(0, nothing), duplicate(1, nothing)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    return stdin, stdout


def duplicate(descriptor: int, otherwise: int) -> int:
    """Duplicate a descriptor; one that was closed stands for nothing."""
    try:
        return os.dup(descriptor)
    except OSError:
        return os.dup(otherwise)


def end_late(seconds: float, home: str | None, unfinished: Unfinished) -> None:
    """End the process when its time is over, whatever it waits for."""
    over = _thread.allocate_lock()
    over.acquire()
    over.acquire(timeout=seconds)
    # beside this thread, for a disk that hangs must not hold the end
    _thread.start_new_thread(say_late, (home, unfinished, over))
    over.acquire(timeout=LAST_SECONDS)
    os._exit(0)


def say_late(home: str | None, unfinished: Unfinished, over: _thread.LockType) -> None:
    """Keep what is not done for a later hook, and write into the log that the time was over."""
    try:
        if unfinished:  # what keeps it is loaded before anything stands there
            from memboard.hooks.answering import keep_unfinished

            keep_unfinished(unfinished)
        note(home, TimeoutError())
    except BaseException as error:
        note(home, error)
    finally:
        over.release()


def note(home: str | None, error: BaseException) -> None:
    """Write an error into the log; nothing comes of it where even that fails."""
    try:
        from memboard.engine.home import find_home
        from memboard.hooks.trouble import note_trouble, said

        note_trouble(find_home(home).folder, said(error))
    except BaseException:  # noqa: S110 - there is nobody left to tell
        pass
