"""The npm inspector, a client by other people, finds nothing to complain about."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.rpc.client import HANG_SECONDS

PACKAGE = "@modelcontextprotocol/inspector@2.12.0"
SERVER = [sys.executable, "-m", "memboard", "mcp"]


@pytest.fixture(scope="module")
def inspector() -> list[str]:
    """The inspector, if npm has it already: a test fetches 111 MB for nobody."""
    npx = shutil.which("npx")
    if npx is None:
        pytest.skip("npm is not installed")
    command = [npx, "--yes", "--offline", PACKAGE]
    probe = subprocess.run(
        [*command, "--version"], capture_output=True, check=False, stdin=subprocess.DEVNULL
    )
    if probe.returncode != 0:
        pytest.skip(f"not in npm's cache: npx --yes {PACKAGE} --version fetches it")
    return [*command, "--cli", *SERVER]


def inspected(inspector: list[str], home: Path, *options: str) -> Any:
    """Run the inspector and give the result it shows."""
    given = ["-e", f"MEMBOARD_HOME={home}", "-e", "MEMBOARD_EMBEDDER=hash"]  # it hands on no others
    done = subprocess.run(
        [*inspector, *given, *options, "--format", "json"],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=HANG_SECONDS * 2,
        check=False,
    )
    assert done.returncode == 0, (done.stdout, done.stderr)
    return json.loads(done.stdout)["result"]


def test_the_tool_passes_the_strict_check(inspector: list[str], home: Path) -> None:
    """Name, schemas and annotations are as the protocol wants them."""
    (tool,) = inspected(inspector, home, "--method", "tools/list", "--strict")["tools"]
    assert tool["name"] == "memory"


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_a_call_is_answered_in_both_eras(inspector: list[str], home: Path, era: str) -> None:
    """With a structured answer that fits the schema."""
    arguments = json.dumps({"op": "add", "text": "a fact"})
    method = ["--method", "tools/call", "--tool-name", "memory", "--tool-args-json", arguments]
    answer = inspected(inspector, home, *method, "--protocol-era", era)
    assert answer["structuredContent"]["status"] == "added"
