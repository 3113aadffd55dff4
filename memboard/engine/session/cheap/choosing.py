"""Who answers: the host's model, else the configured command or address, else nobody."""

from __future__ import annotations

import os
import shutil

from memboard.engine.home import Home
from memboard.engine.session.cheap import CHILD_VARIABLE, CheapQuery
from memboard.engine.session.cheap.command import CommandQuery
from memboard.engine.session.cheap.counting import Counted
from memboard.engine.session.cheap.url import UrlQuery
from memboard.engine.settings import CheapQuerySettings, MemorySettings
from memboard.engine.store.store import Store


def chosen_query(
    store: Store, settings: MemorySettings, home: Home, lent: CheapQuery | None = None
) -> CheapQuery | None:
    """Give who answers here, every question counted within the daily cap.

    Args:
        store: where questions are counted.
        settings: the project's.
        home: in whose folder a command runs.
        lent: the host's own model; it goes before a configured one.
    """
    query = lent or configured(settings.cheap_query, home)
    if query is None:
        return None
    return Counted(query, store.database, store.clock, settings.cheap_query.daily_cap)


def configured(settings: CheapQuerySettings, home: Home) -> CheapQuery | None:
    """Give who is configured; neither counted nor capped."""
    if settings.command:
        return CommandQuery(settings.command, home.folder)
    if settings.url:
        return UrlQuery(settings.url, settings.model, settings.key_env)
    return None


def obstacle(settings: CheapQuerySettings) -> str | None:
    """Say what keeps a configured provider from answering, as far as that shows without asking."""
    if os.environ.get(CHILD_VARIABLE):
        return f"{CHILD_VARIABLE} is set: nothing is asked from here."
    if settings.command and shutil.which(settings.command[0]) is None:
        return f"The program {settings.command[0]} is not found."
    if settings.url and settings.key_env and not os.environ.get(settings.key_env):
        return "The environment variable that key_env names is not set."
    return None
