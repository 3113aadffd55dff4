"""The board: the terminal on which a developer sees, searches, corrects and prunes the notes.

from memboard.board import run
run(lambda: open_memory())
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from memboard.board.app import BoardApp, Samples
from memboard.board.endings import handlers_kept
from memboard.engine import Memory
from memboard.engine.settings import BoardSettings
from memboard.warm.lending import warmly

__all__ = ["BoardApp", "run"]


def run(
    open: Callable[[], Memory],  # noqa: A002 - the verb a caller would write
    *,
    query: str | None = None,
    samples: Samples | None = None,
    settings: BoardSettings | None = None,
) -> int:
    """Run the board until the user leaves it; gives the exit code.

    Args:
        open: opens the store; called on the board's own thread, after the first frame.
        query: opens on a search for this.
        samples: fills an empty store with sample notes and gives how many; None offers none.
        settings: theme and signs; None takes the defaults.
    """
    app = BoardApp(warmly(open), query=query, samples=samples, settings=settings)
    with handlers_kept():
        code = app.run()
    if app.parting:
        sys.stdout.write(f"{app.parting}\n")
    return code if code is not None else app.return_code or 0
