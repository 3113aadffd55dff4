"""What the floors keep and let through in stores of a few notes, on public data.

    python benchmarks/small_stores.py [--size N …] [--set tldr …] [--words] [--plain] [--trials N]

A store takes the notes that answer some questions of one group, and others of that group up to
its size; then those questions are asked, and sixty prompts that no note answers. With `--words`
no model is used; with `--plain` words are scored as SQLite does it, also where notes are few. The
target is, at the default floor, at most 10 % of unrelated prompts answered, whatever the size.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from recall import FLOORS, SIX, by_group, data_folder, fill, lines, strangers

from memboard.engine import Settings, open_memory
from memboard.engine.settings import MemorySettings
from memboard.engine.store import words

SIZES = (10, 30, 100)
DEPTH = 8


class Small(NamedTuple):
    """A few notes, and the questions that some of them answer."""

    notes: list[dict[str, Any]]
    questions: list[dict[str, Any]]


class Measured(NamedTuple):
    """What was found in the stores of one set and size."""

    first: list[bool]
    """Whether the best hit of each question is relevant."""
    relevant: list[float]
    """The relevance of each relevant note among the 8 best."""
    unrelated: list[float]
    """The best relevance for each unrelated prompt."""


def drawn(folder: Path, size: int, chance: random.Random) -> Small:
    """Draw a store out of one group of a set."""
    questions = [
        query
        for query in lines(folder / "queries.jsonl")
        if query["relevant"] and query.get("category") != "adversarial"
    ]
    group = chance.choice(questions)["group"]
    notes = by_group(lines(folder / "notes.jsonl"))[group]
    own = [query for query in questions if query["group"] == group]
    asked = chance.sample(own, min(len(own), max(2, size // 2)))
    wanted = {name for query in asked for name in query["relevant"]}
    chosen = [note for note in notes if note["id"] in wanted][:size]
    rest = [note for note in notes if note["id"] not in wanted]
    return Small([*chosen, *chance.sample(rest, min(len(rest), size - len(chosen)))], asked)


def measure(small: Small, prompts: Sequence[str], settings: Settings, into: Measured) -> None:
    """Fill a store of its own, and ask it everything."""
    with (
        tempfile.TemporaryDirectory(prefix="memboard-bench-") as home,
        open_memory(home, "small", settings=settings) as memory,
    ):
        names = fill(memory, small.notes)
        for question in small.questions:
            relevant = set(question["relevant"]) & set(names.values())
            hits = memory.search(question["text"], k=DEPTH).hits if relevant else ()
            fitting = [names[hit.note.id] in relevant for hit in hits]
            into.first.extend(fitting[:1])
            pairs = zip(hits, fitting, strict=True)
            into.relevant.extend(hit.parts.relevance for hit, fits in pairs if fits)
        for prompt in prompts:
            hits = memory.search(prompt, k=DEPTH).hits
            into.unrelated.append(max((hit.parts.relevance for hit in hits), default=0.0))


def row(name: str, size: int, one: Measured) -> str:
    """Write one line of the table."""
    cells = [
        f"{100 * mean(best >= floor for best in one.relevant):.1f} % / "
        f"{100 * mean(best >= floor for best in one.unrelated):.1f} %"
        for floor in FLOORS
    ]
    return f"| {size} | {name} | {' | '.join(cells)} | {mean(one.first):.3f} |"


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--size", action="append", dest="sizes", type=int)
    parser.add_argument("--set", action="append", dest="sets")
    parser.add_argument("--words", action="store_true", help="without a model")
    parser.add_argument("--plain", action="store_true", help="with SQLite's own BM25")
    parser.add_argument("--trials", type=int, default=4, help="stores of each set and size")
    options = parser.parse_args()
    folder = data_folder()
    settings = Settings(memory=MemorySettings(embedder="none" if options.words else "minilm"))
    if options.plain:
        words.SMALL = 0
    heads = " | ".join(f"at {floor:.2f}: kept / let through" for floor in FLOORS)
    print(f"| notes | set | {heads} | first is right |\n|---|---|{'---|' * len(FLOORS)}---|")
    for size in options.sizes or SIZES:
        for name in options.sets or SIX:
            one, chance = Measured([], [], []), random.Random(f"{name} {size}")
            for _ in range(options.trials):
                small = drawn(folder / "retrieval" / name, size, chance)
                measure(small, strangers(folder), settings, one)
            print(row(name, size, one), flush=True)
    print("\ntarget at 0.35: let through ≤ 10 %")


if __name__ == "__main__":
    main()
