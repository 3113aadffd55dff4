"""The hooks in the files of the hosts: whether they are there, current, and answer in time."""

from __future__ import annotations

import os
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from memboard.cli.doctor.check import Check, bad, good, warn
from memboard.cli.faults import Failed, Usage
from memboard.cli.figures import counted, size
from memboard.cli.plain import plain_line
from memboard.cli.setup.files import find_file
from memboard.cli.setup.hosts import HOSTS, Host, Scope, hooks_file
from memboard.cli.setup.merging import Registered, registered
from memboard.cli.setup.places import read_tree
from memboard.cli.setup.program import NAME as PROGRAM
from memboard.engine import Home

NAME = "hooks"


def check_hosts(home: Home) -> Iterator[Check]:
    """Look at each host's files, and try the hooks of those that have them."""
    for host in HOSTS.values():
        files = list(hooks_in(host))
        if not files:
            yield good(NAME, f"{host.title} has none. memboard setup {host.name} adds them.")
            continue
        for path, tree in files:
            yield from check_file(host, path, tree)
        if len(files) > 1:
            yield warn(NAME, f"{host.title} has them twice.", remove_one(host))
        yield from check_answers(host)
    yield from check_traces(home)


def hooks_in(host: Host) -> Iterator[tuple[Path, Any]]:
    """Read the files with memboard's hooks; one that cannot be read comes without a tree."""
    scopes: tuple[Scope, ...] = ("user", "project")
    paths = dict.fromkeys(path for scope in scopes if (path := place_of(host, scope)))
    for path in paths:
        raw = content_of(path)
        if PROGRAM.encode() not in raw:
            continue
        try:
            tree = read_tree(raw.decode("utf-8-sig"))
        except (ValueError, RecursionError):
            yield path, None
            continue
        if registered(tree):
            yield path, tree


def place_of(host: Host, scope: Scope) -> Path | None:
    """Give a file's path; None where here is no project."""
    try:
        return hooks_file(host, scope)
    except (Usage, OSError):
        return None


def content_of(path: Path) -> bytes:
    """Read a file; empty where there is nothing that a host could read either."""
    try:
        found = find_file(path)
    except (Failed, OSError):
        return b""
    return found.raw if found else b""


def check_file(host: Host, path: Path, tree: Any) -> Iterator[Check]:
    """Look at memboard's entries in one file."""
    again = f"memboard setup {host.name} puts it right."
    if tree is None:
        yield bad(NAME, f"{path} is no JSON: {host.title} runs no hook in it.", "Mend the file.")
        return
    entries = registered(tree)
    troubles = [*starting_troubles(entries), *event_troubles(host, entries)]
    for trouble in troubles:
        yield warn(NAME, f"{path}: {trouble}", again)
    if tree.get("disableAllHooks") is True:
        yield warn(NAME, f"{path}: disableAllHooks turns them off.", "Set it to false for hooks.")
    elif not troubles:
        yield good(NAME, f"{path} has them for {counted(len(entries), 'event')}.")


def starting_troubles(entries: list[Registered]) -> Iterator[str]:
    """Say which programs are started that are not this one."""
    for program in sorted({one.words[0] for one in entries}):
        if os.path.isabs(program) and not os.path.exists(program):
            yield f"{program}, which they start, is not there."
        elif os.path.isabs(program) and program != os.path.abspath(sys.executable):
            yield f"they start another memboard, by {program}."
        elif not os.path.isabs(program) and not shutil.which(PROGRAM):
            yield "they start memboard by its name, and it is not on PATH."


def event_troubles(host: Host, entries: list[Registered]) -> Iterator[str]:
    """Say which events are missing, and which are there twice."""
    times = Counter(one.event for one in entries)
    missing = [hook.event for hook in host.hooks if not times[hook.event]]
    if missing:
        yield f"{', '.join(missing)} is missing."
    twice = [event for event, number in times.items() if number > 1]
    if twice:
        yield f"{', '.join(twice)} is there twice."


def remove_one(host: Host) -> str:
    """Say how one of two registrations goes."""
    return f"memboard setup {host.name} --scope project --remove takes out those of this project."


def check_answers(host: Host) -> Iterator[Check]:
    """Try the hooks, and tell each event's time beside that of an interpreter that does nothing."""
    from memboard.cli.setup.trying import bare_millis, try_host

    bare = bare_millis()
    for tried in try_host(host.name):
        what = f"{host.title}, {tried.event}"
        if tried.trouble:
            yield bad("hook", f"{what}: {tried.trouble}.", "Report it with memboard's version.")
        else:
            yield good("hook", f"{what}: {tried.millis:.0f} ms, Python alone {bare:.0f} ms.")


def check_traces(home: Home) -> Iterator[Check]:
    """Tell what hooks left behind, and who answers them with a model."""
    from memboard.hooks.spool import spool_file
    from memboard.hooks.trouble import log_folder
    from memboard.warm.asking import warm_processes

    waiting, log = spool_file(home), log_folder(home.folder) / "hooks.log"
    if length(waiting):
        events = counted(waiting_lines(waiting), "event")
        held = f"{events} in {size(length(waiting))}"
        yield good(NAME, f"{held} wait in {waiting}; the next hook writes them.")
    if length(log):
        yield warn(NAME, f"{log} holds {size(length(log))} of trouble.", "Its last lines say what.")
    yield from check_worker(home, log)
    yield good(NAME, answering(warm_processes(home.folder)))


def check_worker(home: Home, log: Path) -> Iterator[Check]:
    """Tell what waits for a worker, and how the last one failed."""
    waiting = waiting_captures(home)
    if waiting:
        wait = counted(waiting, "capture waits", "captures wait")
        yield good(NAME, f"{wait} for a worker; the next session's end starts one.")
    failure = last_failure(log)
    if failure:
        yield warn(NAME, f"A worker failed last at {plain_line(failure)}", f"{log} has the others.")


def waiting_captures(home: Home) -> int:
    """Count the captures that wait; a store that cannot be opened is another check's trouble."""
    from memboard.engine.errors import MemboardError
    from memboard.engine.session.quick import open_quick

    try:
        quick = open_quick(home, None)
        if quick is None:
            return 0
        with quick:
            return quick.waiting_captures()
    except (MemboardError, OSError):
        return 0


def last_failure(log: Path) -> str:
    """Give the last line on a worker, with its moment; empty where there is none."""
    lines = [line.partition(" ") for line in text_of(log).splitlines()]
    failures = [f"{at}: {what}" for at, _, what in lines if what.startswith("worker: ")]
    return failures[-1] if failures else ""


def waiting_lines(spool: Path) -> int:
    """Count the events that wait in a spool."""
    return sum(line.startswith("+") for line in text_of(spool).splitlines())


def text_of(path: Path) -> str:
    """Read a file of the home; empty where that is not possible."""
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""


def answering(processes: int) -> str:
    """Say how a prompt's notes are found."""
    if not processes:
        return "No memboard process here has a model loaded: hooks recall by words."
    have = counted(processes, "memboard process has", "memboard processes have")
    return f"{have} a model loaded: hooks recall by meaning."


def length(path: Path) -> int:
    """Give a file's length; 0 where there is none."""
    try:
        return path.stat().st_size
    except OSError:
        return 0
