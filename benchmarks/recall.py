"""Retrieval on public data, through the public API: recall and rank of the right notes.

    python benchmarks/recall.py [--set tldr …] [--words] [--no-floor] [--limit N]

Each group of a data set becomes a project of one throw-away home. Adversarial questions, which
have no answer, are left out. With `--words` no model is used. The targets are those of the
project: a mean R@5 of 0.765 over the six sets of notes, and, at the default floor, at least 95 %
of the relevant notes among the 8 best kept and at most 10 % of unrelated prompts answered.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean, median
from typing import Any, NamedTuple

from memboard.engine import Draft, Found, Hit, Memory, Settings, open_memory
from memboard.engine.settings import MemorySettings

SIX = ("locomo_obs", "locomo", "devfaq", "tldr", "nl2bash", "cosqa")
FLOORS = (0.25, 0.35, 0.50)
BATCH = 64
DEPTH = 10
TEXT_LIMIT = 2_000
"""Longer texts of the data are cut: a note holds no more."""


class Ranked(NamedTuple):
    """What one query found."""

    found: list[str]
    relevant: set[str]
    hits: tuple[Hit, ...]
    milliseconds: float


def data_folder() -> Path:
    """Find the evaluation kit."""
    named = os.environ.get("MEMBOARD_EVAL")
    folder = Path(named) if named else Path(__file__).parents[2] / "shared" / "eval"
    if not (folder / "dev" / "retrieval").is_dir():
        sys.exit(f"No evaluation data in {folder}; set MEMBOARD_EVAL to its folder.")
    return folder / "dev"


def lines(path: Path) -> list[dict[str, Any]]:
    """Read JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def by_group(rows: Sequence[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Sort rows into their groups."""
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        groups[row["group"]].append(row)
    return groups


def fill(memory: Memory, notes: Sequence[dict[str, Any]]) -> dict[str, str]:
    """Store the notes of one group; gives the data's id of each note's id."""
    names: dict[str, str] = {}
    for start in range(0, len(notes), BATCH):
        batch = notes[start : start + BATCH]
        drafts = [Draft(text=note["text"][:TEXT_LIMIT]) for note in batch]
        for note, answer in zip(batch, memory.add_many(drafts), strict=True):
            if answer.note is not None:
                names.setdefault(answer.note.id, note["id"])
    return names


def answers(memory: Memory, names: dict[str, str], queries: Sequence[Any]) -> Iterator[Ranked]:
    """Ask one group's questions."""
    for query in queries:
        started = time.perf_counter()
        found: Found = memory.search(query["text"], k=DEPTH)
        spent = 1000 * (time.perf_counter() - started)
        ids = [names[hit.note.id] for hit in found.hits]
        yield Ranked(ids, set(query["relevant"]), found.hits, spent)


class Measured(NamedTuple):
    """What was found in one set."""

    ranked: list[Ranked]
    unrelated: list[float]
    """The best relevance for each unrelated prompt, in each group."""


def measure(name: str, folder: Path, home: Path, settings: Settings, options: Any) -> Measured:
    """Run one data set."""
    notes = by_group(lines(folder / "retrieval" / name / "notes.jsonl"))
    queries = by_group(
        [
            query
            for query in lines(folder / "retrieval" / name / "queries.jsonl")
            if query["relevant"] and query.get("category") != "adversarial"
        ]
    )
    ranked: list[Ranked] = []
    unrelated: list[float] = []
    for group, asked in queries.items():
        with open_memory(home, f"{name} {group}"[:80], settings=settings) as memory:
            names = fill(memory, notes[group])
            chosen = random.Random(0).sample(asked, min(len(asked), options.limit))
            ranked += answers(memory, names, chosen)
            for prompt in [] if options.no_floor else strangers(folder):
                hits = memory.search(prompt, k=8).hits
                unrelated.append(max((hit.parts.relevance for hit in hits), default=0.0))
    return Measured(ranked, unrelated)


def strangers(folder: Path) -> list[str]:
    """Choose sixty prompts that no note answers."""
    benign = lines(folder / "injection" / "benign.jsonl")
    texts = [row["text"] for row in benign if row["tag"] in ("notinject", "chat-prompt")]
    return random.Random(1).sample(texts, 60)


def recall_at(ranked: Sequence[Ranked], k: int) -> float:
    """Average the share of relevant notes among the k best."""
    return mean(len(one.relevant & set(one.found[:k])) / len(one.relevant) for one in ranked)


def reciprocal_rank(ranked: Sequence[Ranked]) -> float:
    """Average 1 / rank of the first relevant note."""
    return mean(
        next((1 / at for at, found in enumerate(one.found, 1) if found in one.relevant), 0.0)
        for one in ranked
    )


def kept_share(ranked: Sequence[Ranked], floor: float) -> float:
    """Give the share of relevant notes among the 8 best that pass a floor."""
    passed = [
        hit.parts.relevance >= floor
        for one in ranked
        for found, hit in list(zip(one.found, one.hits, strict=True))[:8]
        if found in one.relevant
    ]
    return mean(passed) if passed else 0.0


def print_ranks(results: dict[str, Measured]) -> None:
    """Print recall and rank of each set."""
    print(
        "\n| set | queries | R@1 | R@5 | R@8 | MRR@10 | ms a query |\n|---|---|---|---|---|---|---|"
    )
    for name, one in results.items():
        figures = [recall_at(one.ranked, k) for k in (1, 5, 8)]
        cells = " | ".join(f"{value:.3f}" for value in (*figures, reciprocal_rank(one.ranked)))
        spent = median(row.milliseconds for row in one.ranked)
        print(f"| {name} | {len(one.ranked)} | {cells} | {spent:.1f} |")
    if set(SIX) <= set(results):
        average = mean(recall_at(results[name].ranked, 5) for name in SIX)
        print(f"\nmean R@5 of the six: {average:.4f} (target 0.765)")


def print_floors(results: dict[str, Measured]) -> None:
    """Print what each floor keeps and lets through."""
    heads = " | ".join(f"at {floor:.2f}: kept / let through" for floor in FLOORS)
    print(f"\n| set | {heads} |\n|---|{'---|' * len(FLOORS)}")
    for name, one in results.items():
        cells = [
            f"{100 * kept_share(one.ranked, floor):.1f} % / "
            f"{100 * mean(best >= floor for best in one.unrelated):.1f} %"
            for floor in FLOORS
        ]
        print(f"| {name} | {' | '.join(cells)} |")
    print("\ntarget at 0.35: kept ≥ 95 %, let through ≤ 10 %")


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--set", action="append", dest="sets")
    parser.add_argument("--words", action="store_true", help="without a model")
    parser.add_argument("--no-floor", action="store_true", help="only recall and rank")
    parser.add_argument("--limit", type=int, default=10**6, help="queries of a group, sampled")
    options = parser.parse_args()
    folder = data_folder()
    chosen = "none" if options.words else os.environ.get("MEMBOARD_EMBEDDER", "minilm")
    settings = Settings(memory=MemorySettings(embedder=chosen))
    with tempfile.TemporaryDirectory(prefix="memboard-bench-") as home:
        results = {
            name: measure(name, folder, Path(home) / name, settings, options)
            for name in options.sets or SIX
        }
    print_ranks(results)
    if not options.no_floor:
        print_floors(results)


if __name__ == "__main__":
    main()
