"""What a hook costs its host, next to an interpreter that does nothing.

    python benchmarks/hooks.py [--notes 20000] [--rounds 40] [--embedder hash] [--profile]

Every line is a whole process, from its start to its end; all kinds take turns, so that whatever
else the machine does falls on all of them. The targets are multiples of `python -c pass`: 4 for
a prompt that is answered by words and for a tool's event, 5 for one that a live process answers
by meaning.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import memboard
from memboard.engine import Draft, find_home, open_memory
from memboard.warm.asking import ask

BATCH = 500
WORDS = 3_000
HOOK = (sys.executable, "-I", "-m", "memboard", "hook", "claude-code")
BARE = (sys.executable, "-I", "-c", "pass")
WAIT_SECONDS = 120


class Kind(NamedTuple):
    """One kind of process that is timed."""

    name: str
    target: float | None
    """The most it may take, in times of an interpreter that does nothing."""
    command: tuple[str, ...]
    home: Path
    payload: Callable[[int], dict[str, Any] | None]
    answers: bool | None
    """Whether it must print something; None where either will do."""


class Words:
    """Sentences of a made-up language; its words are as unevenly common as a real one's.

    A word ends in its place among them, the most common first.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        syllables = [first + second for first in "bdfgklmnprstvz" for second in "aeiou"]
        draw = random.Random(0)
        self._words = ["".join(draw.choices(syllables, k=3)) + f"{n:04d}" for n in range(WORDS)]
        self._shares = [1 / (n + 3) for n in range(WORDS)]

    def sentence(self, length: int) -> str:
        """Make one."""
        return " ".join(self._random.choices(self._words, self._shares, k=length))


def fill(home: Path, folder: Path, count: int) -> list[str]:
    """Make a store; gives its notes' texts."""
    words = Words(1)
    texts = [f"{words.sentence(14)}; it listens on port {n}." for n in range(count)]
    with open_memory(home, folder=folder) as memory:
        for start in range(0, count, BATCH):
            memory.add_many([Draft(text=text) for text in texts[start : start + BATCH]])
    return texts


def prompts(folder: Path, texts: list[str]) -> Callable[[int], dict[str, Any]]:
    """Make payloads that ask about a note each, in a session of their own."""

    def payload(number: int) -> dict[str, Any]:
        about = texts[number * 7919 % len(texts)].split(";")[0]
        rarest = sorted(about.split(), key=lambda word: word[-4:])[-5:]
        asked = f"Is {' '.join(rarest)} what {about.split()[0]} waits for?"
        return event(folder, f"s-{number}", "UserPromptSubmit", prompt=asked)

    return payload


def event(folder: Path, session: str, name: str, **more: Any) -> dict[str, Any]:
    """Make a payload."""
    return {"session_id": session, "cwd": str(folder), "hook_event_name": name, **more}


def tool(folder: Path, name: str, **more: Any) -> Callable[[int], dict[str, Any]]:
    """Make payloads of a command's run."""
    return lambda number: event(
        folder,
        "s-tools",
        name,
        tool_name="Bash",
        tool_input={"command": f"make test-{number} -- --quiet"},
        tool_use_id=f"call-{number}",
        **more,
    )


def seconds(kind: Kind, number: int) -> float:
    """Time one process."""
    given = kind.payload(number)
    stdin = b"" if given is None else json.dumps(given).encode()
    began = time.perf_counter()
    done = subprocess.run(
        kind.command, input=stdin, capture_output=True, env=environment(kind.home), check=True
    )
    took = time.perf_counter() - began
    if kind.answers is not None and bool(done.stdout) is not kind.answers:
        log = kind.home / "log" / "hooks.log"
        sys.exit(f"{kind.name}: printed {done.stdout!r}\n{log.read_text() if log.exists() else ''}")
    return took


def environment(home: Path) -> dict[str, str]:
    """Give the environment of a hook, which finds its home where the system has it."""
    data = {"XDG_DATA_HOME": str(home.parent), "XDG_CONFIG_HOME": str(home.parent)}
    return {"PATH": os.environ["PATH"], "HOME": str(home.parent.parent), **data}


@contextmanager
def warm(home: Path, folder: Path) -> Iterator[None]:
    """Run a process that answers recalls on a home by meaning."""
    server = subprocess.Popen(
        [sys.executable, "-m", "memboard", "rpc"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(home),
        cwd=folder,
    )
    assert server.stdin
    assert server.stdout
    try:
        request = {"jsonrpc": "2.0", "id": 1, "method": "memory.search", "params": {"query": "x"}}
        server.stdin.write(json.dumps(request).encode() + b"\n")
        server.stdin.flush()
        server.stdout.readline()
        until = time.monotonic() + WAIT_SECONDS
        turn = {"op": "turn", "folder": str(folder), "session": "warm-up", "host": "x"}
        while ask(home, {**turn, "prompt": "warm up", "budget": None}, 1.0) is None:
            if time.monotonic() > until:
                sys.exit("No process answers by meaning.")
        yield
    finally:
        server.stdin.close()
        server.wait(WAIT_SECONDS)
        server.stdout.close()


def measured(kinds: list[Kind], rounds: int) -> dict[str, list[float]]:
    """Time all kinds in turn, after one round that warms the disk."""
    found: dict[str, list[float]] = {kind.name: [] for kind in kinds}
    for number in range(rounds + 1):
        for kind in kinds:
            took = seconds(kind, number)
            if number:
                found[kind.name].append(took)
    return found


def show(kinds: list[Kind], found: dict[str, list[float]]) -> None:
    """Print the table."""
    bare = statistics.median(found[kinds[0].name])
    print(f"{'':<44}{'p50':>8}{'p95':>8}  {'× bare':>7}  target")
    for kind in kinds:
        ordered = sorted(found[kind.name])
        middle, late = statistics.median(ordered), ordered[int(len(ordered) * 0.95)]
        target = "" if kind.target is None else f"≤ {kind.target:.0f}"
        figures = f"{middle * 1e3:>8.1f}{late * 1e3:>8.1f}  {middle / bare:>7.2f}"
        print(f"{kind.name:<44}{figures}  {target}")


def profile(kind: Kind) -> None:
    """Print where one process of a kind spends its time: its imports, then its calls."""
    stdin = json.dumps(kind.payload(1_000_003)).encode()
    for options in (("-X", "importtime"), ()):
        code = (
            "import cProfile, pstats, sys\n"
            "from memboard.engine.home import find_home\n"
            "from memboard.hooks.answering import answer\n"
            "raw = sys.stdin.buffer.read()\n"
            "watch = cProfile.Profile()\n"
            "watch.runcall(answer, 'auto', raw, find_home())\n"
            "pstats.Stats(watch, stream=sys.stderr).sort_stats('cumtime').print_stats(45)\n"
        )
        command = [*kind.command[1:]] if options else ["-I", "-c", code]
        done = subprocess.run(
            [sys.executable, *options, *command],
            input=stdin,
            capture_output=True,
            env=environment(kind.home),
            check=True,
        )
        lines = done.stderr.decode().splitlines()
        if options:
            lines = sorted(lines[1:], key=lambda line: -int(line.split("|")[1] or 0))[:45]
        print(f"\n{kind.name}", *lines, sep="\n")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--embedder", default="hash", help="hash, minilm or bge-small")
    parser.add_argument("--profile", action="store_true")
    chosen = parser.parse_args()
    os.environ["MEMBOARD_EMBEDDER"] = chosen.embedder
    compileall.compile_dir(Path(memboard.__file__).parent, quiet=1)
    with tempfile.TemporaryDirectory(prefix="memboard-hooks-") as place:
        folder, home = Path(place) / "project", Path(place) / "alone" / "memboard"
        folder.mkdir()
        texts = fill(home, folder, chosen.notes)
        served = Path(place) / "served" / "memboard"
        shutil.copytree(home, served)
        kinds = kinds_of(folder, home, served, texts)
        with warm(find_home(served).folder, folder):
            found = measured(kinds, chosen.rounds)
        print(f"{chosen.notes:,} notes, {chosen.embedder}, {chosen.rounds} rounds, milliseconds")
        show(kinds, found)
        if chosen.profile:
            for kind in kinds[2:4]:
                profile(kind)


def kinds_of(folder: Path, home: Path, served: Path, texts: list[str]) -> list[Kind]:
    """List what is timed."""
    asked = prompts(folder, texts)
    response = {"stdout": "line\n" * 400, "stderr": "", "interrupted": False}
    ended = tool(folder, "PostToolUse", tool_response=response)
    failed = tool(folder, "PostToolUseFailure", error="Exit code 2\nmake: nothing to be done")
    return [
        Kind("python -I -c pass", None, BARE, home, lambda _: None, False),
        Kind("an event of no concern (Stop)", None, HOOK, home, stop(folder), False),
        Kind("prompt, by words, nobody else answers", 4, HOOK, home, asked, True),
        Kind("after a tool that went well", 4, HOOK, home, ended, False),
        Kind("after a tool that failed", 4, HOOK, home, failed, False),
        Kind("before a tool", 4, HOOK, home, tool(folder, "PreToolUse"), False),
        Kind("prompt, by meaning, a live process answers", 5, HOOK, served, asked, True),
    ]


def stop(folder: Path) -> Callable[[int], dict[str, Any]]:
    """Make payloads that ask for nothing."""
    return lambda _: event(folder, "s-tools", "Stop")


if __name__ == "__main__":
    main()
