"""What the JSON-RPC door costs: the first answer, a round trip against a bare echo, the end.

    python benchmarks/rpc.py [--notes 100] [--rounds 2000]

The echo is a program that decodes each line, and answers with the same bytes that `memory.recent`
gives, so that both move as much; the difference is memboard's own work.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from typing import Any

import msgspec

SERVER = "from memboard.rpc import run; raise SystemExit(run(None, 'benchmark'))"
ECHO = """
import sys, msgspec
out, answer = sys.stdout.buffer, None
for line in sys.stdin.buffer:
    request = msgspec.json.decode(line)
    answer = answer or request["params"]
    sent = {"jsonrpc": "2.0", "id": request["id"], "result": answer}
    out.write(msgspec.json.encode(sent) + b"\\n")
    out.flush()
"""


class Pipe:
    """A program that answers one line with one line."""

    def __init__(self, code: str, env: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env
        )

    def call(self, method: str, params: Any) -> Any:
        """Send one request and wait for its answer."""
        assert self._process.stdin
        assert self._process.stdout
        sent = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        self._process.stdin.write(msgspec.json.encode(sent) + b"\n")
        self._process.stdin.flush()
        answer = msgspec.json.decode(self._process.stdout.readline())
        return answer["result"]

    def end(self) -> float:
        """Close its input; gives the seconds until it is gone."""
        assert self._process.stdin
        began = time.perf_counter()
        self._process.stdin.close()
        self._process.wait()
        return time.perf_counter() - began


def seconds_of(pipe: Pipe, method: str, params: Any, rounds: int) -> list[float]:
    """Time each of many calls."""
    found = []
    for _ in range(rounds):
        began = time.perf_counter()
        pipe.call(method, params)
        found.append(time.perf_counter() - began)
    return found


def first_answers(env: dict[str, str], times: int = 10) -> tuple[list[float], list[float]]:
    """Time spawn to first answer, and end of input to end of process."""
    firsts, ends = [], []
    for _ in range(times):
        began = time.perf_counter()
        pipe = Pipe(SERVER, env)
        pipe.call("memory.recent", {})
        firsts.append(time.perf_counter() - began)
        ends.append(pipe.end())
    return firsts, ends


def show(name: str, seconds: Sequence[float]) -> None:
    """Print a line of the table."""
    ordered = sorted(seconds)
    late = ordered[int(len(ordered) * 0.95)]
    median = statistics.median(ordered)
    print(f"{name:<28}{median * 1e3:>10.3f}{late * 1e3:>10.3f}  ms")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=2_000)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "MEMBOARD_HOME": home, "MEMBOARD_EMBEDDER": "hash"}
        server = Pipe(SERVER, env)
        drafts = [
            {"text": f"Service {n} listens on port {5_000 + n}."} for n in range(chosen.notes)
        ]
        server.call("memory.add_many", {"notes": drafts})
        page = server.call("memory.recent", {})
        echo = Pipe(ECHO, env)
        echo.call("echo", page)
        print(f"{'':<28}{'median':>10}{'95 %':>10}")
        bare = seconds_of(echo, "echo", {}, chosen.rounds)
        show("bare JSON echo", bare)
        for method, params in (
            ("server.info", {}),
            ("memory.recent", {}),
            ("memory.recent", {"limit": 1}),
            ("memory.search", {"query": "port 5042"}),
        ):
            show(f"{method} {params or ''}"[:27], seconds_of(server, method, params, chosen.rounds))
        echo.end()
        server.end()
        firsts, ends = first_answers(env)
        show("spawn to first answer", firsts)
        show("end of input to end", ends)


if __name__ == "__main__":
    main()
