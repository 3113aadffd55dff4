"""The one object through which everything reads and writes: a thin face over the rooms below."""

from __future__ import annotations

from pathlib import Path

from memboard.engine.embed import EmbedderHandle
from memboard.engine.home import Home, find_home, prepare_home, refuse_network
from memboard.engine.memory.changing import Changing
from memboard.engine.memory.importing import Importing
from memboard.engine.memory.reading import Reading
from memboard.engine.memory.triaging import Triaging
from memboard.engine.memory.upkeep import Upkeep
from memboard.engine.memory.waiting import Waiting
from memboard.engine.project import Project, find_project
from memboard.engine.settings import Settings, read_settings
from memboard.engine.sources import Clock, Entropy, system_clock, system_entropy
from memboard.engine.store.database import BUSY_SECONDS, Database, Extension
from memboard.engine.store.journal import PERSON, Author
from memboard.engine.store.store import Store


def open_memory(
    home: Home | Path | str | None = None,
    project: Project | str | None = None,
    *,
    actor: str = PERSON,
    session: str | None = None,
    folder: Path | None = None,
    settings: Settings | None = None,
    embedder: EmbedderHandle | None = None,
    clock: Clock = system_clock,
    entropy: Entropy = system_entropy,
    load_vec: Extension | None = None,
    patience: float = BUSY_SECONDS,
    as_it_is: bool = False,
) -> Memory:
    """Open the store of a home for one project; the only function that opens the file.

    Args:
        home: a folder; None takes `MEMBOARD_HOME`, else the user's data folder.
        project: a name or folder; None finds it out from `folder`.
        actor: who makes the changes: `you` for a person, else an agent's name.
        session: the caller's session, written into the journal.
        folder: where to look for a project; None is the working directory.
        settings: instead of config.toml.
        embedder: instead of the one the store, the settings and the disk lead to.
        clock: gives the present moment.
        entropy: gives random bytes, for ids and the store's hash key.
        load_vec: loads sqlite-vec into a connection.
        patience: seconds a change waits for other processes before it is refused as busy.
        as_it_is: make no home and no store, and bring none up to date.

    Raises:
        HomeRefused, StoreNewer, StoreDamaged, StoreBusy: the store cannot be used.
        StoreOlder: it is of an older memboard, and to be taken as it is.
        InvalidSettings: config.toml has an unknown or ill-typed key.
    """
    place = home if isinstance(home, Home) else find_home(home)
    chosen = project if isinstance(project, Project) else find_project(project, folder)
    if as_it_is:
        refuse_network(place.folder)
    else:
        prepare_home(place)
    wanted = settings if settings is not None else read_settings(place.config)
    database = Database(place.store, lambda: entropy(32), load_vec, patience, as_it_is=as_it_is)
    store = Store(database, clock, entropy, chosen)
    return Memory(place, store, wanted, Author(actor=actor, session=session), embedder)


class Memory(Changing, Reading, Importing, Waiting, Upkeep, Triaging):
    """An open store closure for one project, used from one thread at a time.

    Ids may be given as any unambiguous prefix of three characters or more. Calls that take a
    `session` make the change in that session's name.
    """


__all__ = ["Memory", "open_memory"]
