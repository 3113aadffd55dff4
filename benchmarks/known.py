"""Known facts: which pairs of the evaluation kit a capture takes for one fact.

    python benchmarks/known.py [--data FOLDER] [--show KIND]

Compares nearness alone (cosine of the embedder, from 0.92 on) with the rule that captures use:
that near and with nothing that tells facts apart, or in the same words. None of the hand-written
pairs that must stay apart may be taken for one fact, and at least as many of the hand-written
rewordings must be recognised as by nearness alone. The other kinds are shown for what they are:
pairs that people or programs labelled for other questions.

Reads ../shared/eval, or the folder named by MEMBOARD_EVAL or --data; MEMBOARD_EMBEDDER names the
model, minilm otherwise.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from kit import Pair, eval_dir, read_pairs

from memboard.engine import Settings, open_memory
from memboard.engine.curate.workshop import vectors_of
from memboard.engine.session.judging import says_the_same
from memboard.engine.session.known import KNOWN_COSINE, difference
from memboard.engine.settings import MemorySettings

HAND_WRITTEN = "minimal"
"""The kind of the pairs that were written to be told apart, or to be recognised."""


class Judged(NamedTuple):
    """A pair with what nearness and the rule say of it."""

    pair: Pair
    cosine: float
    near: bool
    """From `KNOWN_COSINE` on."""
    known: bool
    """What a capture would skip."""


def main() -> None:
    """Print the table; the exit code tells whether the targets are met."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=None, help="the folder that holds pairs.jsonl")
    parser.add_argument(
        "--show", metavar="KIND", help="list this kind's pairs that are judged wrong"
    )
    arguments = parser.parse_args()
    pairs = read_pairs(arguments.data or eval_dir() / "dev")
    judged = list(judge(pairs))
    print_table(judged)
    if arguments.show:
        print_wrong([one for one in judged if one.pair.family == arguments.show])
    sys.exit(0 if targets_met(judged) else 1)


def judge(pairs: Sequence[Pair]) -> Iterator[Judged]:
    """Embed all texts with a real model, and judge each pair."""
    texts = sorted({text for pair in pairs for text in (pair.a, pair.b)})
    chosen = os.environ.get("MEMBOARD_EMBEDDER", "minilm")
    settings = Settings(memory=MemorySettings(embedder=chosen))
    with (
        tempfile.TemporaryDirectory(prefix="memboard-bench-") as home,
        open_memory(Path(home), "bench", settings=settings) as memory,
    ):
        handle = memory.embedder
        if handle is None:
            sys.exit(f"{chosen} is not on disk: memboard model pull")
        made = vectors_of(handle, texts)
    rows = {
        text: np.frombuffer(vector.floats, "<f4") for text, vector in zip(texts, made, strict=True)
    }
    for pair in pairs:
        cosine = round(float(rows[pair.a] @ rows[pair.b]), 5)
        known = says_the_same(pair.a, pair.b, cosine)
        yield Judged(pair, cosine, cosine >= KNOWN_COSINE, known)


def print_table(judged: Sequence[Judged]) -> None:
    """Print for each class how many pairs are taken for one fact."""
    print("| pairs | label | n | cosine alone | the rule | of these near |")
    print("|---|---|---|---|---|---|")
    for family, label in sorted({(one.pair.family, one.pair.label) for one in judged}):
        rows = of(judged, family, label)
        both = sum(one.near and one.known for one in rows)
        near, known = sum(one.near for one in rows), sum(one.known for one in rows)
        print(f"| {family} | {label} | {len(rows)} | {near} | {known} | {both} |")


def of(judged: Sequence[Judged], family: str, label: str) -> list[Judged]:
    """Choose the pairs of one class."""
    return [one for one in judged if (one.pair.family, one.pair.label) == (family, label)]


def print_wrong(judged: Sequence[Judged]) -> None:
    """List what the rule takes for one fact and should not, and the other way round."""
    for one in sorted(judged, key=lambda one: -one.cosine):
        if (one.near or one.known) and one.known != (one.pair.label == "same"):
            what = difference(one.pair.a, one.pair.b) or "nothing"
            print(f"\n{one.cosine:.3f} {one.pair.label}; told apart by {what}")
            print(f"  {one.pair.a}\n  {one.pair.b}")


def targets_met(judged: Sequence[Judged]) -> bool:
    """Print the two targets."""
    apart = sum(one.known for one in of(judged, HAND_WRITTEN, "different"))
    reworded = of(judged, HAND_WRITTEN, "same")
    known, near = sum(one.known for one in reworded), sum(one.near for one in reworded)
    print(f"\nhand-written pairs that must stay apart, skipped as known: {apart} (target 0)")
    print(f"hand-written rewordings recognised: {known} (target ≥ {near}, cosine alone)")
    return apart == 0 and known >= near


if __name__ == "__main__":
    main()
