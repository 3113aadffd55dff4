"""Reads the invented notes and writes them as an export whose ages count from now."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from importlib import resources
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from memboard.engine import Memory

HEADER = b'{"memboard_export":1}'
SAMPLE_TAG = "sample"
"""What every sample note in a real store is tagged with."""
SAMPLE_SKIPPED = ("ignore all earlier",)
"""Starts of texts that have no place in a real store, in lower case."""
UNITS = {"m": 60, "h": 3_600, "d": 86_400, "w": 604_800, "y": 31_536_000}
AGE_PART = re.compile(r"(\d+)([mhdwy])")


def records() -> list[dict[str, Any]]:
    """Read the notes as they are in the package, each with an `age` such as `3d 5h`."""
    raw = resources.files("memboard.demo").joinpath("notes.jsonl").read_bytes()
    return [msgspec.json.decode(line) for line in raw.split(b"\n") if line.strip()]


def aged(record: dict[str, Any], now: dt.datetime) -> dict[str, Any]:
    """Turn a note's age into the time it was made."""
    parts = AGE_PART.findall(record["age"])
    seconds = sum(int(number) * UNITS[unit] for number, unit in parts)
    rest = {name: value for name, value in record.items() if name != "age"}
    return {**rest, "created_at": now - dt.timedelta(seconds=seconds)}


def demo_lines(now: dt.datetime) -> Iterator[bytes]:
    """Write all invented notes as lines of an export."""
    yield HEADER
    for record in records():
        yield msgspec.json.encode(aged(record, now))


def sample_lines(now: dt.datetime) -> Iterator[bytes]:
    """Write them for a real store: tagged, without fixed ids, without the poisoned one."""
    yield HEADER
    for record in records():
        if not record["text"].lower().startswith(SAMPLE_SKIPPED):
            sample = {**aged(record, now), "tags": [SAMPLE_TAG, *record.get("tags", [])]}
            sample.pop("id")
            yield msgspec.json.encode({**sample, "scope": "project"})


def sample_notes(memory: Memory) -> int:
    """Bring the sample notes into an open store; one undo takes them all out again.

    They belong to the present project where there is one, and carry the tag `sample`.

    Returns:
        How many notes are new.
    """
    return memory.import_lines(list(sample_lines(memory.now()))).new
