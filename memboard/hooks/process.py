"""The process of one hook: it ends in time, with exit code 0, and prints all or nothing."""

from __future__ import annotations

import _thread
import gc
import os

TYPE_CHECKING = False  # whoever is to do nothing need not load `typing`
if TYPE_CHECKING:
    from typing import NoReturn

    from memboard.hooks.in_hand import InHand

SECONDS = 0.74
"""How long a hook may take from here to answer; its host waits for it."""
LEAST, MOST = 0.05, 30.0
"""Within these another limit may be set."""
PARSE_SECONDS = 1.2
"""How long the end then waits for a payload to be read, on a machine that has no time for it."""
LAST_SECONDS = 2.0
"""How long the end waits at most until what happened is kept; a host waits for 3 s or longer."""
STEP_SECONDS = 0.01

KNOWN = ("claude-code", "codex", "auto")
"""What a line of the log may name: any other word of a command line could be anything."""
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
    from memboard.hooks.in_hand import InHand

    in_hand = InHand(wanted if wanted in KNOWN else "?")
    _thread.start_new_thread(end_late, (limit(), home, in_hand))
    try:
        stdin, stdout = keep_descriptors()
        from memboard.hooks.answering import answer_of

        answer = answer_of(wanted, stdin, home, in_hand)
        if answer:
            os.write(stdout, answer)
    except BaseException as error:
        note(home, in_hand, error)
    os._exit(0)


def limit() -> float:
    """Give the seconds that a hook may take, by `MEMBOARD_HOOK_SECONDS` on a slow machine."""
    try:
        chosen = float(os.environ.get("MEMBOARD_HOOK_SECONDS", ""))
    except ValueError:
        return SECONDS
    return chosen if LEAST <= chosen <= MOST else SECONDS


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


def end_late(seconds: float, home: str | None, in_hand: InHand) -> None:
    """End the process when its time is over, whatever it waits for."""
    over = _thread.allocate_lock()
    over.acquire()
    over.acquire(timeout=seconds)
    # beside this thread, for a disk that hangs must not hold the end
    _thread.start_new_thread(say_late, (home, in_hand, over))
    over.acquire(timeout=LAST_SECONDS)
    os._exit(0)


def say_late(home: str | None, in_hand: InHand, over: _thread.LockType) -> None:
    """Write into the log that the time was over, and keep what is not done for a later hook."""
    try:
        wait_for_event(in_hand)
        note(home, in_hand, TimeoutError())
        if in_hand.raw is not None and not in_hand.done:
            from memboard.hooks.answering import keep_unfinished

            keep_unfinished(in_hand)
    except BaseException as error:
        note(home, in_hand, error)
    finally:
        over.release()


def wait_for_event(in_hand: InHand) -> None:
    """Let the other thread come as far as the event: only then it is known what to keep."""
    pause = _thread.allocate_lock()
    pause.acquire()
    for _ in range(round(PARSE_SECONDS / STEP_SECONDS)):
        if in_hand.event or in_hand.done:
            return
        pause.acquire(timeout=STEP_SECONDS)


def note(home: str | None, in_hand: InHand, error: BaseException) -> None:
    """Write an error into the log; nothing comes of it where even that fails."""
    try:
        from memboard.engine.home import find_home
        from memboard.hooks.trouble import note_trouble, said

        note_trouble(find_home(home).folder, f"{in_hand.names()}: {said(error)}")
    except BaseException:  # noqa: S110 - there is nobody left to tell
        pass
