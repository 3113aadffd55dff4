"""The home folder, the settings file, and which project this is."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from memboard.cli.call import Call
from memboard.cli.doctor.check import Check, bad, failed, good, warn
from memboard.cli.figures import size
from memboard.engine import Home, MemboardError, Project, find_project, read_settings
from memboard.engine.home import file_system, refuse_network
from memboard.engine.project import PROJECT_VARIABLE

LEAST_FREE = 100_000_000
"""Bytes free under which the doctor warns."""


def check_home(home: Home) -> Iterator[Check]:
    """Look at the folder, who may read it, and the disk under it."""
    folder = home.folder
    try:
        refuse_network(folder)
    except MemboardError as error:
        yield failed("home", error)
        return
    if not folder.exists():
        yield good("home", f"{folder} is not there yet; the first note makes it.")
        return
    if not folder.is_dir():
        yield bad("home", f"{folder} is not a folder.", "Name another with --home.")
        return
    yield writable(folder)
    yield from check_modes(home)
    yield free_space(folder)


def writable(folder: Path) -> Check:
    """Tell whether the folder can be written."""
    kind = file_system(folder)
    named = f"{folder}, on {kind}." if kind else f"{folder}."
    if os.access(folder, os.W_OK | os.X_OK):
        return good("home", named)
    todo = f"chmod u+rwx {folder} gives the right to write. Looking works, changing does not."
    return bad("home", f"{folder} cannot be written.", todo)


def check_modes(home: Home) -> Iterator[Check]:
    """Tell whether others on this machine can read the notes."""
    wanted = ((home.folder, 0o700), (home.store, 0o600))
    loose = [(path, mode) for path, mode in wanted if path.exists() and path.stat().st_mode & 0o077]
    for path, mode in loose:
        yield warn("rights", f"Others may look into {path}.", f"chmod {mode:o} {path} closes it.")
    if not loose:
        yield good("rights", "Only you may look into it.")


def free_space(folder: Path) -> Check:
    """Tell how much room is left."""
    free = shutil.disk_usage(folder).free
    if free < LEAST_FREE:
        return warn("disk", f"{size(free)} are free.", "Free some space: writes may fail soon.")
    return good("disk", f"{size(free)} are free.")


def check_config(home: Home) -> Iterator[Check]:
    """Read the settings."""
    try:
        read_settings(home.config)
    except MemboardError as error:
        yield failed("settings", error)
        return
    there = "" if home.config.exists() else " is not there: the defaults hold"
    yield good("settings", f"{home.config}{there}.")


def check_project(call: Call) -> Iterator[Check]:
    """Tell which project this is, and why."""
    try:
        project = find_project(call.project)
    except MemboardError as error:
        yield failed("project", error)
        return
    if project is None:
        yield warn(
            "project",
            "Your home folder and / are no projects: only global notes here.",
            "Go to a project's folder, or name one with --project.",
        )
        return
    yield good("project", f"{project.name}, {reason(call, project)}.")


def reason(call: Call, project: Project) -> str:
    """Say what a project was told by."""
    kind, _, value = project.keys[0].partition(":")
    if kind == "name":
        return "named by --project" if call.project else f"named by {PROJECT_VARIABLE}"
    told = {"git": "by its git origin", "repo": "by its git repository", "dir": "by its folder"}
    return f"{told[kind]} {value}"
