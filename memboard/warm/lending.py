"""Has a process that opens a store answer the recalls of hooks too, from then on."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from typing import ParamSpec

from memboard.engine import MemboardError, Memory

Given = ParamSpec("Given")
Log = Callable[[str], None]


def warmly(
    open_store: Callable[Given, Memory], log: Log = lambda _: None
) -> Callable[Given, Memory]:
    """Give an opener whose first store lends its model to hooks until the process ends.

    Args:
        open_store: opens the store, in the thread that will use it.
        log: told why hooks are not answered, or where answering them failed.
    """
    begun = False

    def opened(*args: Given.args, **options: Given.kwargs) -> Memory:
        nonlocal begun
        memory = open_store(*args, **options)
        if not begun:
            begun = True
            begin(memory, log)
        return memory

    return opened


def begin(memory: Memory, log: Log) -> None:
    """Answer hooks on a store's home, unless it works by words alone or that cannot be done."""
    from memboard.warm.asking import possible  # what a refused store does not pay for

    try:
        embedder = memory.embedder
        if embedder is None or not possible():
            return
        from memboard.warm.serving import serve_warm

        serving = serve_warm(memory.home, embedder, log)
        atexit.register(serving.close)
    except (MemboardError, OSError) as error:
        log(f"hooks are not answered here: {error}")
    except Exception as error:  # whoever opened the store goes on
        log(f"hooks are not answered here: {type(error).__name__}: {error}")
