"""What a prompt is given: by a process that has the model, else by words in this one."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from memboard.engine.home import Home
from memboard.hooks.events import Event, Host

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memboard.engine import EmbedderHandle, Memory
    from memboard.engine.embed import Embedder
    from memboard.engine.shown import Recall

PROJECT_VARIABLE = "MEMBOARD_PROJECT"
"""As in `memboard.engine.project`, which a warm answer does without."""
WARM_SECONDS = 0.35
"""How long a process that has the model may take; what is left of a hook's time does for words."""


def recalled(host: Host, event: Event, home: Home) -> str:
    """Recall for a prompt; nothing that the session was given before."""
    block = asked(host, event, home)
    if block is not None:
        return block
    with opened(host, event, home) as memory:
        turn = memory.session(event.session, host.name).turn(
            event.text, budget=host.budget, wait=False
        )
        return turn.block if is_kept(turn.recall) else ""


def searched_again(host: Host, event: Event, home: Home) -> str:
    """Recall for what a compaction left, where that is on."""
    with opened(host, event, home) as memory:
        session = memory.session(event.session, host.name)
        recall = session.research(budget=host.budget, wait=False)
        return recall.block if recall and is_kept(recall) else ""


def is_kept(recall: Recall) -> bool:
    """Tell whether a store that cannot be written would have it given again at every turn."""
    return all(notice.code != "read_only" for notice in recall.notices)


def asked(host: Host, event: Event, home: Home) -> str | None:
    """Ask a process that has the model; None where nobody answers."""
    from memboard.warm.asking import ask

    request: dict[str, object] = {
        "op": "turn",
        "folder": event.folder,
        "project": os.environ.get(PROJECT_VARIABLE),
        "session": event.session,
        "host": host.name,
        "prompt": event.text,
        "budget": host.budget,
    }
    answer = ask(home.folder, request, WARM_SECONDS)
    block = answer.get("block") if answer else None
    return block if isinstance(block, str) else None


@contextmanager
def opened(host: Host, event: Event, home: Home) -> Iterator[Memory]:
    """Open the store to recall by words; one that is not there or of an older memboard is not.

    Raises:
        StoreOlder: another command has to bring it up to date.
    """
    if not home.store.is_file():
        raise FileNotFoundError
    from memboard.engine.memory import open_memory  # 60 ms, which a warm answer spares
    from memboard.engine.session.quick import PATIENCE_SECONDS

    with open_memory(
        home,
        folder=Path(event.folder),
        actor=host.name,
        session=event.session,
        embedder=no_model(),
        patience=PATIENCE_SECONDS,
        as_it_is=True,
    ) as memory:
        yield memory


def no_model() -> EmbedderHandle:
    """Stand for the model, which takes longer to load than a hook may take."""
    from memboard.engine.embed import Calibration, EmbedderHandle

    return EmbedderHandle(id="words", dimensions=1, calibration=Calibration(), load=not_here)


def not_here() -> Embedder:
    """Load nothing."""
    from memboard.engine.errors import ModelMissing

    raise ModelMissing("A hook loads no model.")
