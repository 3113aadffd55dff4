"""Dream: which pairs of the evaluation kit are shown together, and which may become one note.

    python benchmarks/dream.py [--data FOLDER] [--show KIND]

Each pair is stored by itself, as two notes of a namespace. `near`: both are in one neighbourhood,
so that a model sees them together. `clustered`: besides, a merge of them stands the checks with one
of the two texts. `clustered by any text`: it stands them with one of the texts or with both joined,
as a model would write that keeps every value and merges what it should not. `clash`: they are
proposed as a contradiction without a model. Pairs with a text that is too long for a merged note
are left alone by a cycle, and are in the figures.

No pair that people wrote or labelled as two different facts may be clustered by any text: those of
the hand-written pairs and of the rule lines are the target, and the other kinds are shown.

Reads ../shared/eval, or the folder named by MEMBOARD_EVAL or --data; MEMBOARD_EMBEDDER names the
model, minilm otherwise.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from kit import Pair, eval_dir, read_pairs

from memboard.engine import Draft, Memory, Settings, open_memory
from memboard.engine.dream.clashes import clashes
from memboard.engine.dream.neighbourhoods import neighbourhoods
from memboard.engine.dream.parsing import proposed_from
from memboard.engine.dream.values import MAX_MERGED, Neighbourhood
from memboard.engine.settings import MemorySettings
from memboard.engine.store.namespaces import GLOBAL

COUNTED = ("minimal", "devnotes")
"""Kinds whose `different` must never be clustered: hand-written pairs, and rule lines."""


class Judged(NamedTuple):
    """A pair with what a cycle makes of it."""

    pair: Pair
    near: bool
    clustered: bool
    by_any_text: bool
    clash: bool


def main() -> None:
    """Print the table; the exit code tells whether the target is met."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=None, help="the folder that holds pairs.jsonl")
    parser.add_argument("--show", metavar="KIND", help="list this kind's pairs that are clustered")
    arguments = parser.parse_args()
    judged = list(judge(read_pairs(arguments.data or eval_dir() / "dev")))
    print_table(judged)
    if arguments.show:
        print_clustered([one for one in judged if one.pair.family == arguments.show])
    sys.exit(0 if target_met(judged) else 1)


def judge(pairs: Sequence[Pair]) -> Iterator[Judged]:
    """Store each pair in a store of a real model, look as a cycle does, and take it out again."""
    chosen = os.environ.get("MEMBOARD_EMBEDDER", "minilm")
    settings = Settings(memory=MemorySettings(embedder=chosen))
    with (
        tempfile.TemporaryDirectory(prefix="memboard-bench-") as home,
        open_memory(Path(home), "bench", settings=settings) as memory,
    ):
        if memory.embedder is None:
            sys.exit(f"{chosen} is not on disk: memboard model pull")
        for pair in pairs:
            yield judge_pair(memory, pair)


def judge_pair(memory: Memory, pair: Pair) -> Judged:
    """Let a cycle look at one pair."""
    added = memory.add_many(
        [Draft(text=pair.a, scope="global"), Draft(text=pair.b, scope="global")]
    )
    found = neighbourhoods(memory._store, GLOBAL, asked=lambda _: False)
    memory.forget(*{one.note.id for one in added if one.note is not None})
    apart = pair.a, pair.b
    joined = (f"{pair.a} {pair.b}", f"{pair.a}; {pair.b}", f"{pair.a}, and {pair.b}")
    return Judged(
        pair,
        near=bool(found),
        clustered=any(stands(found, text) for text in apart),
        by_any_text=any(stands(found, text) for text in (*apart, *joined)),
        clash=any(clashes(one) for one in found),
    )


def stands(found: tuple[Neighbourhood, ...], text: str) -> bool:
    """Tell whether a merge of all the notes with this text stands the checks."""
    if not found or len(text) > MAX_MERGED:
        return False
    reply = json.dumps({"merges": [{"notes": [1, 2], "text": text}], "clashes": []})
    return bool(proposed_from(reply, found).merges)


def print_table(judged: Sequence[Judged]) -> None:
    """Print for each class of pairs what becomes of them."""
    print("| pairs | label | n | near | clustered | clustered by any text | clash |")
    print("|---|---|---|---|---|---|---|")
    classes = Counter((one.pair.family, one.pair.label) for one in judged)
    for (family, label), n in sorted(classes.items()):
        rows = of(judged, family, label)
        counts = [
            sum(one.near for one in rows),
            sum(one.clustered for one in rows),
            sum(one.by_any_text for one in rows),
            sum(one.clash for one in rows),
        ]
        print(f"| {family} | {label} | {n} | {' | '.join(map(str, counts))} |")


def of(judged: Sequence[Judged], family: str, label: str) -> list[Judged]:
    """Choose the pairs of one class."""
    return [one for one in judged if (one.pair.family, one.pair.label) == (family, label)]


def print_clustered(judged: Sequence[Judged]) -> None:
    """List the pairs that are clustered and should not be, and the other way round."""
    for one in judged:
        if one.by_any_text != (one.pair.label == "same"):
            said = "clustered" if one.by_any_text else "near" if one.near else "not near"
            print(f"\n{one.pair.label}, {said}\n  {one.pair.a}\n  {one.pair.b}")


def target_met(judged: Sequence[Judged]) -> bool:
    """Print the two shares."""
    wrong = other = right = same = 0
    for family in COUNTED:
        different, alike = of(judged, family, "different"), of(judged, family, "same")
        wrong, other = wrong + sum(one.by_any_text for one in different), other + len(different)
        right, same = right + sum(one.clustered for one in alike), same + len(alike)
    print(f"\nhand-written pairs and rule lines that repeat, clustered: {right} of {same}")
    print(f"those that differ, clustered by any text: {wrong} of {other} (target 0)")
    return wrong == 0


if __name__ == "__main__":
    main()
