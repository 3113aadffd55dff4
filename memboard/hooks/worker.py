"""The process that distils what ended sessions left: started by a hook, and left alone by it.

One works at a time, and one more may wait, so that what was queued while the first came to its
end is not forgotten. A program that it asks carries `MEMBOARD_CHILD`, so that its hooks do nothing.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memboard.engine.home import Home

MODULE = "memboard.hooks.worker"
WAIT_SECONDS = 900
"""How long a second worker waits for the first."""
WORK_SECONDS = 900
"""When a worker is ended by the system, whatever it is at."""
PATIENCE_SECONDS = 10.0


def start_worker(home: Home) -> int:
    """Start a worker that outlives this process and its group; gives its id."""
    null = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in (0, 1, 2)]
    return os.posix_spawn(
        sys.executable,
        [sys.executable, "-I", "-m", MODULE, os.fspath(home.folder), os.fspath(home.config)],
        os.environ,
        file_actions=null,
        setsid=True,
    )


def work(folder: str, config: str) -> None:
    """Do what is queued, if no other worker is about to."""
    import signal
    from pathlib import Path

    from filelock import FileLock, Timeout

    from memboard.engine.home import Home

    os.chdir(folder)
    os.nice(10)
    signal.alarm(WAIT_SECONDS + WORK_SECONDS)
    home = Home(folder=Path(folder), config=Path(config))
    turn = FileLock(home.folder / "worker.next.lock", mode=0o600, timeout=0)
    try:
        with turn:
            works = FileLock(home.folder / "worker.lock", mode=0o600, timeout=WAIT_SECONDS)
            works.acquire()
    except Timeout:
        return
    signal.alarm(WORK_SECONDS)
    with works:
        distil(home)


def distil(home: Home) -> None:
    """Write down what still waits in the spool, then do the captures."""
    from memboard.engine import open_memory
    from memboard.hooks import spool
    from memboard.hooks.replay import replay
    from memboard.hooks.trouble import note_trouble

    if spool.waits(home):
        replay(home, WORK_SECONDS, PATIENCE_SECONDS)
    with open_memory(home, folder=home.folder) as memory:
        for done in memory.run_captures():
            if done.passing:
                note_trouble(home.folder, f"worker: {done.host}: {done.failure}")


def main() -> None:
    """Work, and keep any trouble in the log."""
    folder, config = sys.argv[1:]
    try:
        work(folder, config)
    except BaseException as error:
        from pathlib import Path

        from memboard.hooks.trouble import note_trouble, said

        note_trouble(Path(folder), f"worker: {said(error)}")


if __name__ == "__main__":
    main()
