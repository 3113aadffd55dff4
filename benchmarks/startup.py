"""How long a command takes from a cold start: `python benchmarks/startup.py`.

Each line is the median of fresh processes. `recent` is compared with an empty Python, `add` with
a Python that only loads the model and embeds the same text.
"""

from __future__ import annotations

import compileall
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import memboard
from memboard.engine.embed.bundled import packaged_onnx

RUNS = 15
BARE_MODEL = """
import sys
import onnxruntime
onnxruntime.InferenceSession(sys.argv[1])
"""
LOAD_MODEL = """
from memboard.engine import find_home
from memboard.engine.embed import handle_for
handle_for("minilm", find_home().models).get().embed_documents(["one fact"])
"""


def seconds(*arguments: str) -> float:
    """Time one fresh Python process."""
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, *arguments], stdin=subprocess.DEVNULL, capture_output=True, check=True
    )
    return time.perf_counter() - started


def median(*arguments: str, runs: int = RUNS) -> float:
    """Give the median of several runs; the first one, which warms the disk, is left out."""
    seconds(*arguments)
    return statistics.median(seconds(*arguments) for _ in range(runs))


def added() -> float:
    """Time adding texts that are new each time."""
    texts = [f"fact number {number} about the gauge at Brest" for number in range(RUNS + 1)]
    times = [seconds("-m", "memboard", "add", text) for text in texts]
    return statistics.median(times[1:])


def row(name: str, value: float, compared: str = "") -> None:
    """Print one line of the table."""
    print(f"{name:<42} {value * 1000:7.0f} ms  {compared}")


def main() -> None:
    """Measure and print the table."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed memboard is compiled
    compileall.compile_dir(Path(memboard.__file__).parent, quiet=1)
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(MEMBOARD_HOME=folder, MEMBOARD_PROJECT="tidepool")
        os.environ["MEMBOARD_EMBEDDER"] = "minilm"
        add = added()
        nothing = median("-c", "pass")
        row("python -c pass", nothing)
        row("python -c 'import click, msgspec, apsw'", median("-c", "import click, msgspec, apsw"))
        for command in ("--help", "recent", "stats", "history"):
            took = median("-m", "memboard", command)
            row(f"memboard {command}", took, f"{took / nothing:.1f} × python -c pass")
        bare = median("-c", BARE_MODEL, str(packaged_onnx()))
        row("onnxruntime imported, MiniLM loaded", bare)
        row("the engine's MiniLM, one text embedded", median("-c", LOAD_MODEL))
        row("memboard add, MiniLM", add, f"{add / bare:.2f} × onnxruntime and the model alone")
        row("memboard search, MiniLM", median("-m", "memboard", "search", "tide gauge"))


if __name__ == "__main__":
    main()
