"""Runs the hooks as a host does, on sample payloads and in a home that is thrown away.

What is started is this very memboard, never what a settings file says: that file may be a
stranger's, of a project that was only looked at.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from memboard.cli.setup.program import hook_words
from memboard.cli.setup.samples import samples_of

RUNS = 3
"""How often each is run; the middle one counts."""
AT_MOST_SECONDS = 10.0
"""When a process is given up."""
NOTE = "The forecast tests are run with make forecast-tests before a commit"
OTHERS = tuple(f"Tide station {one} sends its readings to port {7000 + one}" for one in range(40))
"""Without these, no word of the note would be rarer than any other."""
STARTING = frozenset({"PreCompact", "SessionEnd"})
"""Events after which a process goes on; they are tried once."""
SILENT = STARTING | {"PostCompact"}
"""Events whose answer no host reads, or takes for an order to go on."""


class Tried(NamedTuple):
    """How one event was answered."""

    event: str
    millis: float
    trouble: str
    """What a host would make of it; empty where that is nothing."""


def try_host(host: str) -> Iterator[Tried]:
    """Try each event of a host once or more."""
    with TemporaryDirectory(prefix="memboard-", ignore_cleanup_errors=True) as folder:
        home, project = Path(folder) / "home", Path(folder) / "project"
        project.mkdir()
        remember(home, project)
        by_event: dict[str, list[dict[str, Any]]] = {}
        for payload in samples_of(host):
            by_event.setdefault(payload["hook_event_name"], []).append(payload)
        for event, payloads in by_event.items():
            yield tried(host, event, payloads, home, project)


def remember(home: Path, project: Path) -> None:
    """Make a store with a note that a sample asks for, and some others."""
    from memboard.engine import Draft, HashEmbedder, open_memory
    from memboard.engine.embed import EmbedderHandle

    with open_memory(home, folder=project, embedder=EmbedderHandle.of(HashEmbedder())) as memory:
        memory.add_many([Draft(text=text) for text in (*OTHERS, NOTE)])


def tried(
    host: str, event: str, payloads: list[dict[str, Any]], home: Path, project: Path
) -> Tried:
    """Send the payloads of one event, each in a session of its own."""
    times: list[float] = []
    trouble = ""
    for payload in payloads:
        for run in range(1 if event in STARTING else RUNS):
            session = f"{payload['session_id']}-{run}"
            sent = json.dumps({**payload, "cwd": str(project), "session_id": session})
            done, seconds = timed(hook_words(host, None), home, sent.encode())
            times.append(seconds)
            trouble = trouble or found_fault(event, done)
    return Tried(event, median(times) * 1000, trouble or logged(home))


def bare_millis() -> float:
    """Give how long an interpreter takes that does nothing."""
    words = [sys.executable, "-I", "-c", "pass"]
    return median(timed(words, Path(os.devnull), b"")[1] for _ in range(RUNS)) * 1000


def timed(
    words: list[str], home: Path, sent: bytes
) -> tuple[subprocess.CompletedProcess[bytes], float]:
    """Run a command to its end, and wait for what it started; gives its own time in seconds."""
    with waiting() as end:
        began = time.perf_counter()
        try:
            done = subprocess.run(
                words,
                input=sent,
                capture_output=True,
                env=surroundings(home),
                pass_fds=(end,),
                timeout=AT_MOST_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            done = subprocess.CompletedProcess(words, -1, b"", b"it does not end")
        seconds = time.perf_counter() - began
    return done, seconds


@contextmanager
def waiting() -> Iterator[int]:
    """Give the end of a pipe to pass on; wait afterwards until everyone who has it is gone."""
    import select

    heard, passed = os.pipe()
    try:
        yield passed
    finally:
        os.close(passed)
        select.select([heard], [], [], AT_MOST_SECONDS)
        os.close(heard)


def surroundings(home: Path) -> dict[str, str]:
    """Give this environment with another home and nothing else of memboard's."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MEMBOARD_")}
    return {**kept, "MEMBOARD_HOME": str(home)}


def found_fault(event: str, done: subprocess.CompletedProcess[bytes]) -> str:
    """Say what a host would object to; empty where it would not."""
    if done.returncode or done.stderr:
        last = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        return f"it ended with exit code {done.returncode}: {last or 'it said nothing'}"
    if event in SILENT or (not done.stdout and event != "UserPromptSubmit"):
        return "it answers where nothing is asked" if done.stdout else ""
    try:
        told = json.loads(done.stdout or b"{}")["hookSpecificOutput"]
        fits = told == {"hookEventName": event, "additionalContext": str(told["additionalContext"])}
    except (ValueError, KeyError, TypeError):
        fits = False
    return "" if fits else "it does not answer as a host reads it"


def logged(home: Path) -> str:
    """Give the last line of the hooks' log; empty where there is none."""
    from memboard.hooks.trouble import log_folder

    try:
        log = (log_folder(home) / "hooks.log").read_text("utf-8", "replace")
    except OSError:
        return ""
    return log.strip().rpartition("\n")[2]
