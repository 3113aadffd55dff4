"""How the board feels on 100 and on 100,000 notes: `python -m benchmarks.board`.

Each size runs in a process of its own: the board is opened without a terminal on a store made for
it, and what is measured is the time until the first page is drawn, the time from a key to its row
being drawn (median and 95th of 120), and the memory that opening and moving took.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual import events

SIZES = (100, 100_000)
BATCH = 1_000
DAYS = 300
TARGET_MEGABYTES = 60


def fill(home: Path, size: int) -> None:
    """Write so many notes, spread over 300 days."""
    from memboard.engine import Draft, EmbedderHandle, HashEmbedder, open_memory

    end = dt.datetime.now(dt.UTC)
    moment = [end]
    with open_memory(
        home,
        "bench",
        clock=lambda: moment[0],
        embedder=EmbedderHandle.of(HashEmbedder(32)),
    ) as memory:
        for start in range(0, size, BATCH):
            moment[0] = end - dt.timedelta(days=DAYS * (1 - start / size))
            stop = min(size, start + BATCH)
            memory.add_many(
                [
                    Draft(text=f"Note {n}: gauge {n % 97} is read by src/ingest/file_{n % 311}.py")
                    for n in range(start, stop)
                ]
            )


def megabytes() -> float:
    """Give the most memory this process has had resident."""
    scale = 1 if sys.platform == "darwin" else 1_024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale / 2**20


def watched(home: Path) -> Any:
    """Make a board that tells when it has drawn."""
    from memboard.board import BoardApp
    from memboard.engine import EmbedderHandle, HashEmbedder, open_memory

    class Watched(BoardApp):
        """Sets an event at every frame."""

        drawn = asyncio.Event()

        def _display(self, screen: Any, renderable: Any) -> None:
            super()._display(screen, renderable)
            self.drawn.set()

    handle = EmbedderHandle.of(HashEmbedder(32))
    return Watched(lambda: open_memory(home, "bench", embedder=handle))


async def next_frame(app: Any, ready: Callable[[], bool]) -> None:
    """Wait for a frame drawn once something is there."""
    while True:
        app.drawn.clear()
        await app.drawn.wait()
        if ready():
            return


async def measure(home: Path) -> dict[str, float]:
    """Open the board and press keys."""
    before, started = megabytes(), time.perf_counter()
    app = watched(home)
    async with app.run_test(size=(120, 36)) as pilot:
        frame = time.perf_counter() - started
        board = app.screen
        while board.recent.note is None:
            await next_frame(app, lambda: True)
        page = time.perf_counter() - started
        await pilot.pause(1)
        taken = [
            await key_to_row(app, key) for key in ("j", "pagedown", "k", "G", "pageup", "g") * 20
        ]
        figures = {
            "frame": frame * 1_000,
            "page": page * 1_000,
            "median": statistics.median(taken) * 1_000,
            "slow": sorted(taken)[int(len(taken) * 0.95)] * 1_000,
            "memory": megabytes() - before,
        }
        await app.leave()
    return figures


async def key_to_row(app: Any, key: str) -> float:
    """Press a key; gives the seconds until the row it leads to is drawn."""
    board = app.screen
    pressed = time.perf_counter()
    app.post_message(events.Key(key, key if len(key) == 1 else None))
    await next_frame(app, lambda: board.recent.note is not None)
    taken = time.perf_counter() - pressed
    await asyncio.sleep(0.15)
    return taken


def run(size: int) -> dict[str, float]:
    """Measure one size in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="memboard-bench-") as folder:
        home = Path(folder) / "home"
        fill(home, size)
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.board", str(home)],
            capture_output=True,
            check=True,
            text=True,
        )
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    """Measure both sizes and print them side by side, or one store when asked to."""
    if len(sys.argv) > 1:
        print(json.dumps(asyncio.run(measure(Path(sys.argv[1])))))
        return
    results = [run(size) for size in SIZES]
    rows = (
        ("first frame", "frame", "ms"),
        ("first page of notes", "page", "ms"),
        ("key to row, median", "median", "ms"),
        ("key to row, 95th", "slow", "ms"),
        ("memory taken", "memory", "MB"),
    )
    print(f"{'':22}" + "".join(f"{size:>14,} notes" for size in SIZES))
    for label, name, unit in rows:
        print(f"{label:22}" + "".join(f"{found[name]:>16.1f} {unit} " for found in results))
    print(f"\nmemory target: under {TARGET_MEGABYTES} MB at {SIZES[-1]:,} notes")


if __name__ == "__main__":
    main()
