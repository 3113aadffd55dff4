"""Measure the guard on the evaluation kit: what it withholds, what it wrongly stops, what it costs.

    .venv/bin/python benchmarks/scan.py [--show] [--halves]

Reads ../shared/eval, or the folder named by MEMBOARD_EVAL. The kit's hostile texts are data.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from memboard.engine.guard.masking import mask_secrets
from memboard.engine.guard.scanning import scan

WITHHELD = {
    "instruction-override": 0.88,
    "unicode-obfuscation": 0.98,
    "role-impersonation": 0.60,
    "exfil-c2": 0.50,
}
"""The share of each class of attack that must be withheld, by the kit's names."""

EVERYDAY = frozenset(
    {
        "command",
        "command-network",
        "code",
        "dev-rule",
        "multilingual-command",
        "multilingual-prose",
        "emoji-sequence",
        "chat-prompt",
    }
)
"""Tags of the benign texts that a store is full of."""

HARD = frozenset({"curl-pipe-sh", "placeholder-secret", "discusses-injection"})
"""Tags of the benign texts that look like attacks."""

MOST_EVERYDAY, MOST_HARD = 0.003, 0.05
"""The shares of benign texts that may be stopped."""


class Attack(msgspec.Struct):
    """A row of malicious.jsonl."""

    id: str
    text: str
    class_: str = msgspec.field(name="class")
    class_by: str
    source: str
    family: str | None = None

    @property
    def half(self) -> str:
        """A or B, by source and family: rules were written looking at A only."""
        key = f"{self.source}|{self.family or self.id}"
        return "A" if hashlib.sha256(key.encode()).digest()[0] % 5 < 3 else "B"


class Benign(msgspec.Struct):
    """A row of benign.jsonl."""

    text: str
    tag: str


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--show", action="store_true", help="list each miss and false alarm")
    parser.add_argument("--halves", action="store_true", help="recall by the half rules came from")
    arguments = parser.parse_args()
    dev = eval_dir() / "dev"
    if not dev.is_dir():
        sys.exit(
            f"no evaluation kit at {dev.parent}: set MEMBOARD_EVAL to the folder that holds dev/"
        )
    print_recall(dev, show=arguments.show, halves=arguments.halves)
    print_false_alarms(dev, show=arguments.show)
    print_notes(dev, show=arguments.show)
    print_secrets(dev)
    print_cost(dev)


def eval_dir() -> Path:
    """Where the kit lies."""
    beside = Path(__file__).resolve().parents[2] / "shared" / "eval"
    return Path(os.environ.get("MEMBOARD_EVAL", beside))


def lines(path: Path) -> Iterator[str]:
    """The lines of a file."""
    with path.open(encoding="utf-8") as file:
        yield from file


def labelled_attacks(dev: Path) -> Iterator[Attack]:
    """The attacks whose class their source gives, in the classes that the scan knows."""
    for line in lines(dev / "injection" / "malicious.jsonl"):
        attack = msgspec.json.decode(line, type=Attack)
        if attack.class_by == "source" and attack.class_ in WITHHELD:
            yield attack


def benign_texts(dev: Path) -> Iterator[Benign]:
    """The texts that should pass."""
    for line in lines(dev / "injection" / "benign.jsonl"):
        yield msgspec.json.decode(line, type=Benign)


def print_recall(dev: Path, *, show: bool, halves: bool) -> None:
    """What share of each class is withheld."""
    seen: dict[str, list[bool]] = {}
    missed = []
    for attack in labelled_attacks(dev):
        caught = bool(scan(attack.text))
        for key in (attack.class_, f"{attack.class_}, half {attack.half}"):
            seen.setdefault(key, []).append(caught)
        if not caught:
            missed.append(f"  missed {attack.id} {attack.class_}: {short(attack.text)}")
    print(f"{'withheld':<34}{'n':>6}{'share':>9}{'target':>9}")
    for key, caught_ones in sorted(seen.items()):
        target = WITHHELD.get(key)
        if target is not None or halves:
            goal = f"{target:9.1%}" if target else ""
            print(f"{key:<34}{len(caught_ones):>6}{sum(caught_ones) / len(caught_ones):9.1%}{goal}")
    if show:
        print(*missed, sep="\n")


def print_false_alarms(dev: Path, *, show: bool) -> None:
    """What share of each kind of benign text is stopped."""
    stopped: dict[str, list[bool]] = {}
    listed = []
    for benign in benign_texts(dev):
        findings = scan(benign.text)
        keys = [benign.tag, "all everyday texts"] if benign.tag in EVERYDAY else [benign.tag]
        for key in keys:
            stopped.setdefault(key, []).append(bool(findings))
        if findings:
            rules = ", ".join(finding.rule for finding in findings)
            listed.append(f"  false alarm {benign.tag} {rules}: {short(benign.text)}")
    print(f"\n{'false alarms':<34}{'n':>6}{'stopped':>9}{'share':>9}{'target':>9}")
    for key, alarms in sorted(stopped.items()):
        target = (
            MOST_EVERYDAY if key == "all everyday texts" else MOST_HARD if key in HARD else None
        )
        goal = f"{target:9.1%}" if target else ""
        print(f"{key:<34}{len(alarms):>6}{sum(alarms):>9}{sum(alarms) / len(alarms):9.1%}{goal}")
    if show:
        print(*listed, sep="\n")


def note_files(dev: Path) -> list[Path]:
    """Files of real notes, none of which is an attack."""
    return [dev / "devnotes.jsonl", *sorted(dev.glob("retrieval/*/notes.jsonl"))]


def texts(path: Path) -> Iterator[str]:
    """The texts of a file of notes."""
    for line in lines(path):
        yield json.loads(line)["text"]


def print_notes(dev: Path, *, show: bool) -> None:
    """How many notes of the retrieval sets would be stopped."""
    print(f"\n{'notes stopped':<34}{'n':>6}{'stopped':>9}")
    for path in note_files(dev):
        stopped = [(text, found) for text in texts(path) if (found := scan(text))]
        print(f"{path.relative_to(dev)!s:<34}{sum(1 for _ in texts(path)):>6}{len(stopped):>9}")
        for text, found in stopped if show else ():
            print(f"  {', '.join(finding.rule for finding in found)}: {short(text)}")


def print_secrets(dev: Path) -> None:
    """Every value that would be masked in texts that hold no live secret."""
    print("\nmasked in notes and benign texts")
    rows = [(path.name, text) for path in note_files(dev) for text in texts(path)]
    rows += [(benign.tag, benign.text) for benign in benign_texts(dev)]
    hits = [(place, text, hit) for place, text in rows for hit in mask_secrets(text).found]
    for place, text, hit in hits:
        print(f"  {place} {hit.kind}: {short(text[max(0, hit.span[0] - 30) : hit.span[0] + 12])}")
    print(f"  {len(hits)} of {len(rows)} texts")


def print_cost(dev: Path) -> None:
    """Time per kB beside splitting the same text, and how it grows on hostile repetition."""
    notes = list(texts(dev / "devnotes.jsonl"))
    long_text = "\n".join(notes)[:100_000]
    print(f"\n{'microseconds per kB':<34}{'notes':>9}{'100 kB':>9}")
    jobs: tuple[tuple[str, Callable[[str], object]], ...] = (
        ("len(text.split())", lambda text: len(text.split())),
        ("scan", scan),
        ("mask_secrets", mask_secrets),
    )
    for name, job in jobs:
        print(f"{name:<34}{cost(job, notes):9.1f}{cost(job, [long_text]):9.1f}")
    print(f"\n{'scan of a repeated token':<34}{'25 kB':>9}{'100 kB':>9}{'ratio':>9}")
    for token in (
        "ignore all previous ",
        "you are now ",
        "curl ",
        "<!--",
        "a ",
        "\u200b",
        "е",
        "=[",
    ):
        short_time, long_time = (
            seconds(scan, token * (size // len(token))) for size in (25_000, 100_000)
        )
        print(f"{token!a:<34}{short_time:8.3f}s{long_time:8.3f}s{long_time / short_time:9.1f}")


def seconds(job: Callable[[str], object], text: str) -> float:
    """The best of three runs."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        job(text)
        times.append(time.perf_counter() - start)
    return min(times)


def cost(job: Callable[[str], object], all_texts: list[str]) -> float:
    """Microseconds per 1,000 characters, the best of three runs over all texts."""
    size = sum(map(len, all_texts))

    def over_all(_: str) -> None:
        for text in all_texts:
            job(text)

    return seconds(over_all, "") / size * 1e9


def short(text: str) -> str:
    """The beginning of a text, in ASCII, on one line."""
    return ascii(text[:150])[1:-1]


if __name__ == "__main__":
    main()
