"""List what failing commands teach on the evaluation kit, for a person to judge, and count it.

    .venv/bin/python benchmarks/failures.py [--show]

Reads ../shared/eval, or the folder named by MEMBOARD_EVAL: agents' transcripts as published, a
command corrector's own cases, and public lists of commands.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from kit import eval_dir

from memboard.engine.errors import InvalidInput
from memboard.engine.session.commands import command_key
from memboard.engine.session.events import Event, Ran
from memboard.engine.session.likeness import RESEMBLES, resemblance
from memboard.engine.session.pairing import pair_runs
from memboard.engine.session.purpose import teaches_nothing
from memboard.engine.session.transcripts import read_transcript


class Case(NamedTuple):
    """A row of failures.jsonl: a command, and what the corrector offers for it."""

    command: str
    fixes: tuple[str, ...]
    rule: str


def main() -> None:
    """Print the lists and the counts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--show", action="store_true", help="list each case that goes wrong")
    arguments = parser.parse_args()
    kit = eval_dir()
    if not kit.is_dir():
        sys.exit(f"No evaluation data in {kit}; set MEMBOARD_EVAL to its folder.")
    print_transcripts(kit / "transcripts")
    cases = list(fixed_cases(kit / "dev" / "failures.jsonl"))
    print_sessions(cases, show=arguments.show)
    print_likeness(cases)
    print_keys(kit / "dev" / "retrieval", show=arguments.show)


def rows(path: Path) -> Iterator[dict[str, object]]:
    """The objects of a file of JSON lines."""
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def fixed_cases(path: Path) -> Iterator[Case]:
    """The failures for which there is a fix."""
    for row in rows(path):
        fixes = row["fixes"]
        if row["kind"] == "failure" and isinstance(fixes, list) and fixes:
            yield Case(str(row["command"]), tuple(map(str, fixes)), str(row["rule"]))


def print_transcripts(folder: Path) -> None:
    """What agents' own sessions teach."""
    print("Transcripts\n")
    for path in sorted(folder.iterdir()):
        try:
            read = read_transcript(path, "auto")
        except InvalidInput:
            print(f"  {path.name}: no transcript that is read here")
            continue
        runs = [event for event in read.events if isinstance(event, Ran)]
        failed = [run for run in runs if run.outcome == "failed"]
        silent = [run for run in failed if teaches_nothing(run.command, run.exit_code)]
        unknown = sum(run.outcome == "unknown" for run in runs)
        paired = pair_runs(read.events)
        print(
            f"  {path.name}: {len(runs)} runs, {len(failed)} failed, {len(silent)} of them teach"
            f" nothing, {unknown} unknown, {len(paired.pairs)} lessons"
        )
        for pair in paired.pairs:
            print(f"    {one_line(pair.failed.command)}  ->  {one_line(pair.fix.command)}")


def one_line(command: str) -> str:
    """A command as it can be listed."""
    return ascii(command)[1:-1][:110]


def print_sessions(cases: list[Case], *, show: bool) -> None:
    """Each case as a session: it fails, two other things are done, then its fix."""
    found: Counter[str] = Counter()
    print(f"\nSessions made of {len(cases)} cases: failure, look around, another case's fix, fix\n")
    for case, other in zip(cases, cases[7:] + cases[:7], strict=True):
        events: list[Event] = [
            Ran(tool="Bash", command=case.command, outcome="failed", exit_code=2),
            *(
                Ran(tool="Bash", command=command, outcome="ok", exit_code=0)
                for command in ("git status", other.fixes[0], case.fixes[0])
            ),
        ]
        pairs = pair_runs(events).pairs
        fix = pairs[0].fix.command if pairs else None
        kind = "none" if fix is None else "right" if fix == case.fixes[0] else "the other's"
        found[kind] += 1
        if show and kind != "right":
            print(f"    {kind}: {one_line(case.command)}  ->  {one_line(fix or '')}")
    for kind in ("right", "the other's", "none"):
        print(f"  {kind:<12} {found[kind]:>5}  {found[kind] / len(cases):.0%}")


def print_likeness(cases: list[Case]) -> None:
    """How often a fix resembles its failure, and how often another rule's does."""
    own = sum(
        max(resemblance(case.command, fix) for fix in case.fixes) >= RESEMBLES for case in cases
    )
    strangers = [
        (one.command, other.fixes[0])
        for one, other in itertools.product(cases, cases)
        if one.rule != other.rule and one.command != other.command
    ]
    alike = sum(resemblance(*pair) >= RESEMBLES for pair in strangers)
    print(f"\n  its own fix resembles a failure: {own} of {len(cases)}")
    print(f"  another rule's fix does: {alike} of {len(strangers)} ({alike / len(strangers):.2%})")


def print_keys(folder: Path, *, show: bool) -> None:
    """Which public commands share a key though they are written differently, and what one costs."""
    kept: dict[str, set[str]] = defaultdict(set)
    spent = []
    for name in ("nl2bash", "tldr"):
        for row in rows(folder / name / "notes.jsonl"):
            command = str(row["text"]).split("\n")[-1]
            started = time.perf_counter()
            key = command_key(command)
            spent.append(time.perf_counter() - started)
            kept[key].add(command)
    shared = [commands for commands in kept.values() if len(commands) > 1]
    print(f"\nKeys of {sum(map(len, kept.values())):,} public commands\n")
    print(f"  {len(kept):,} keys; {len(shared)} stand for several commands")
    if show:
        for commands in shared:
            print("    " + "  =  ".join(map(one_line, sorted(commands))))
    spent.sort()
    half, most = spent[len(spent) // 2], spent[len(spent) * 99 // 100]
    print(f"  a key takes {half * 1e6:.0f} µs (p50), {most * 1e6:.0f} µs (p99)")


if __name__ == "__main__":
    main()
