"""Who answers cheap queries. Nobody is asked to find out."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from memboard.cli.call import Call
from memboard.cli.doctor.check import Check, good, warn
from memboard.engine import (
    Home,
    MemboardError,
    Project,
    Settings,
    find_project,
    read_settings,
)
from memboard.engine.answers import CheapQueries
from memboard.engine.recall.levels import captures
from memboard.engine.session.cheap.choosing import obstacle
from memboard.engine.settings import CheapQuerySettings, MemorySettings

NAME = "cheap query"
SET_ONE = "memory.cheap_query.command or .url names somebody; docs/cheap-query.md has examples."


def check_before_any(call: Call, home: Home) -> Iterator[Check]:
    """Tell who is configured where there is no store yet; faulty settings are another's to say."""
    try:
        settings, project = read_settings(home.config), find_project(call.project)
    except MemboardError:
        return
    yield from check_asking(settings, project, None)


def check_asking(
    settings: Settings, project: Project | None, today: CheapQueries | None
) -> Iterator[Check]:
    """Tell who is configured, what is in the way, and how much was asked today, if anything."""
    chosen = settings.memory_for(project.name if project else None)
    asked = chosen.cheap_query
    if asked.provider == "none":
        yield nobody(chosen)
    else:
        nothing = CheapQueries(provider=asked.provider, asked=0, failed=0, cap=asked.daily_cap)
        yield somebody(asked, today or nothing)


def somebody(asked: CheapQuerySettings, today: CheapQueries) -> Check:
    """Say who is configured, and what is in the way."""
    text = f"{named(asked)} is asked. {used(today)}"
    trouble = obstacle(asked)
    if trouble:
        return warn(NAME, f"{text} {trouble}", "Until then only a host's own model answers.")
    if today.asked >= today.cap:
        todo = "There are more at 00:00 UTC; memory.cheap_query.daily_cap says how many."
        return warn(NAME, text, todo)
    if today.asked == today.failed > 0:
        return warn(NAME, text, "Try the program or the address by hand; each capture says why.")
    return good(NAME, text)


def nobody(settings: MemorySettings) -> Check:
    """Say that nobody is configured; it matters where something would be asked."""
    if not captures(settings):
        return good(NAME, "Nobody is configured, and capture is off: nothing is asked.")
    text = "Capture is on, and nobody is configured: a host has to lend its own model."
    return warn(NAME, text, SET_ONE)


def named(asked: CheapQuerySettings) -> str:
    """Name who is asked; an argument may be a secret."""
    if asked.command:
        return f"The program {asked.command[0]}"
    return f"{asked.model} at {urlsplit(asked.url).hostname}"


def used(today: CheapQueries) -> str:
    """Say how much was asked today."""
    failed = f", {today.failed:,} without an answer" if today.failed else ""
    return f"Today {today.asked:,} of {today.cap:,} questions{failed}."
