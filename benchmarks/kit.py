"""Where the evaluation kit lies, and its labelled pairs."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec


class Pair(msgspec.Struct):
    """A row of pairs.jsonl."""

    a: str
    b: str
    label: str
    kind: str

    @property
    def family(self) -> str:
        """The kind without its details."""
        return self.kind.split(":")[0]


def eval_dir() -> Path:
    """Find the evaluation kit: MEMBOARD_EVAL, else beside the project."""
    beside = Path(__file__).resolve().parents[2] / "shared" / "eval"
    return Path(os.environ.get("MEMBOARD_EVAL", beside))


def read_pairs(folder: Path) -> list[Pair]:
    """Read the labelled pairs."""
    path = folder / "pairs.jsonl"
    if not path.is_file():
        sys.exit(f"no pairs at {path}: set MEMBOARD_EVAL, or name their folder with --data")
    return [msgspec.json.decode(line, type=Pair) for line in path.read_bytes().splitlines()]
