"""Triage: how many good notes it suspects, for which reason, and how long it takes.

    python benchmarks/triage.py [--data FOLDER] [--show REASON] [--notes N] [--by-words]

The rule lines and command notes of the evaluation kit are good notes, so that a suspect among them
is a false alarm, but for true repeats; `--show` lists those suspected for one reason. The clock
stands two years after they were written. `--notes N` instead times a triage of that many made-up
notes, on a hash embedder, without looking at who is suspected.

Reads ../shared/eval, or the folder named by MEMBOARD_EVAL or --data. Near duplicates are told by
the model that MEMBOARD_EMBEDDER names, minilm otherwise; with --by-words by words.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from kit import eval_dir

from memboard.engine import Draft, EmbedderHandle, HashEmbedder, Memory, Settings, open_memory
from memboard.engine.settings import MemorySettings
from memboard.engine.triage.values import CODES, Suspect, Triage

WRITTEN = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
READ = WRITTEN + dt.timedelta(days=730)
SETS = {"devnotes": "devnotes.jsonl", "tldr": "retrieval/tldr/notes.jsonl"}
BATCH = 500


def main() -> None:
    """Print the shares, or the time."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=None, help="the folder of the kit's open half")
    parser.add_argument("--show", choices=CODES, help="list the notes suspected for this")
    parser.add_argument("--notes", type=int, help="time so many made-up notes")
    parser.add_argument("--by-words", action="store_true", help="use no model")
    arguments = parser.parse_args()
    if arguments.notes:
        print_time(arguments.notes)
        return
    print("| notes | n | any | " + " | ".join(CODES) + " | seconds |")
    print("|---|---" + "|---" * (len(CODES) + 2) + "|")
    for name, file in SETS.items():
        texts = texts_of((arguments.data or eval_dir() / "dev") / file)
        found, seconds = judged(texts, by_words=arguments.by_words)
        counts = Counter(one.code for suspect in found.suspects for one in suspect.reasons)
        shares = [f"{counts[code]} ({counts[code] / len(texts):.2%})" for code in CODES]
        any_share = f"{found.found} ({found.found / len(texts):.2%})"
        print("|", " | ".join([name, str(len(texts)), any_share, *shares, f"{seconds:.1f}"]), "|")
        print_suspects(found.suspects, arguments.show)


def texts_of(path: Path) -> list[str]:
    """Read the different texts of a set."""
    if not path.is_file():
        sys.exit(f"no notes at {path}: set MEMBOARD_EVAL, or name their folder with --data")
    rows = (msgspec.json.decode(line) for line in path.read_bytes().splitlines())
    return list(dict.fromkeys(row["text"].strip() for row in rows))


def judged(texts: Sequence[str], *, by_words: bool) -> tuple[Triage, float]:
    """Store some texts, and triage them two years later; gives it and the seconds."""
    chosen = "no-such-model" if by_words else os.environ.get("MEMBOARD_EMBEDDER", "minilm")
    settings = Settings(memory=MemorySettings(embedder=chosen))
    with tempfile.TemporaryDirectory(prefix="memboard-bench-") as home:
        moments = [WRITTEN]
        with open_memory(
            Path(home), "bench", settings=settings, clock=lambda: moments[0]
        ) as memory:
            fill(memory, texts)
            moments[0] = READ
            started = time.perf_counter()
            found = memory.triage(1_000)
            return found, time.perf_counter() - started


def fill(memory: Memory, texts: Sequence[str]) -> None:
    """Store texts in batches."""
    for at in range(0, len(texts), BATCH):
        memory.add_many([Draft(text=text[:2_000]) for text in texts[at : at + BATCH]])


def print_suspects(suspects: Sequence[Suspect], code: str | None) -> None:
    """List the notes suspected for one reason."""
    for suspect in suspects:
        for one in suspect.reasons:
            if one.code == code:
                print(f"\n{suspect.score:.2f} {one.text}\n  {suspect.note.text!r}")


def print_time(number: int) -> None:
    """Time a triage of made-up notes, and say how long its longest step was."""
    with (
        tempfile.TemporaryDirectory(prefix="memboard-bench-") as home,
        open_memory(Path(home), "bench", embedder=EmbedderHandle.of(HashEmbedder(384))) as memory,
    ):
        fill(memory, made_up(number))
        started = last = time.perf_counter()
        longest = 0.0
        found: Any = None
        steps = memory.triage_steps(20)
        while found is None:
            try:
                next(steps)
            except StopIteration as end:
                found = end.value
            moment = time.perf_counter()
            longest, last = max(longest, moment - last), moment
        seconds = last - started
    print(f"{number:,} notes, {found.found:,} suspects: {seconds:.1f} s, longest {longest:.3f} s")


def made_up(number: int) -> list[str]:
    """Invent notes as they pile up: the same few things, with other names and values."""
    draw = random.Random(7)
    things = ("staging", "the worker", "CI", "the gateway", "billing", "search", "the importer")
    deeds = ("listens on port", "keeps logs for days:", "retries times:", "needs Go version")
    ends = ("in every region", "on weekdays", "since the move", "behind the proxy", "by default")
    texts: dict[str, None] = {}
    while len(texts) < number:
        text = f"{draw.choice(things)} {draw.choice(deeds)} {draw.randrange(9_000)}"
        filler = " ".join(draw.choice(ends).split()[:3])
        texts[f"{text} {filler} for team {draw.randrange(50)}"] = None
    return list(texts)


if __name__ == "__main__":
    main()
