"""A throw-away home with the invented notes and a little history, removed at the end."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from memboard.demo.notes import demo_lines

if TYPE_CHECKING:
    from memboard.engine import EmbedderHandle, Home, Memory

PROJECT = "tidepool"
NARRATOR = "memboard"
"""Who brought the notes in: not the person, whose undo must not empty the board."""
AGENT = "claude-code"
AGENT_SESSION = "c41f9b7e"


@contextmanager
def demo_home(real: Home | None = None) -> Iterator[Callable[[], Memory]]:
    """Fill a throw-away home; gives what opens its store, and removes all of it at the end.

    Args:
        real: the person's own home, whose models and settings are used; None finds it.
    """
    from memboard.engine import Home, find_home, open_memory

    own = real or find_home()
    folder = Path(tempfile.mkdtemp(prefix="memboard-demo-"))
    try:
        home = Home(folder=folder, config=own.config)
        lend_models(own, home)
        embedder = fill(home)
        yield lambda: open_memory(home, PROJECT, embedder=embedder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def lend_models(real: Home, throw_away: Home) -> None:
    """Let the throw-away home use the models that are on disk; removing it leaves them alone."""
    if real.models.is_dir():
        with contextlib.suppress(OSError):
            os.symlink(real.models, throw_away.models)


def fill(home: Home) -> EmbedderHandle | None:
    """Import the notes and make a few changes; gives the embedder, loaded, for the board."""
    from memboard.engine import open_memory
    from memboard.engine.sources import system_clock

    with open_memory(home, PROJECT, actor=NARRATOR) as memory:
        memory.import_lines(list(demo_lines(memory.now())))
        embedder = memory.embedder

    def lately() -> dt.datetime:
        return system_clock() - dt.timedelta(seconds=90)

    with open_memory(
        home, PROJECT, actor=AGENT, session=AGENT_SESSION, embedder=embedder, clock=lately
    ) as agent:
        change_as_agent(agent)
    with open_memory(home, PROJECT, embedder=embedder) as person:
        change_as_person(person)
    return embedder


def change_as_agent(memory: Memory) -> None:
    """Leave what an agent leaves behind: an edit, and a note it dropped."""
    memory.edit(found(memory, "Ingest retries live"), importance=0.7)
    memory.forget(found(memory, "Tool output was long"))


def change_as_person(memory: Memory) -> None:
    """Correct the newest note, as a person at the board would."""
    corrected = "Staging Postgres listens on 5433, not 5432; ops/tunnel.sh maps it to localhost."
    memory.edit(found(memory, "Staging Postgres listens on 5432;"), text=corrected)


def found(memory: Memory, start: str) -> str:
    """Find the id of the note whose text starts so."""
    notes = memory.recent(1_000).notes
    return next(note.id for note in notes if note.text.startswith(start))
