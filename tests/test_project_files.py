"""The files around the code say what is true."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import memboard

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    path
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    if ".venv" not in path.parts
)
LINK = re.compile(r"\[[^\]]+\]\((?!https?:|#)([^)#\s]+)[^)]*\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    """A relative link in a page names a file that exists."""
    broken = [
        target
        for target in LINK.findall(page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert not broken


def test_the_version_is_one() -> None:
    """The package and its metadata give the same version."""
    described = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert described["project"]["version"] == memboard.__version__


def test_no_file_names_a_package_index() -> None:
    """Constraints pin versions and carry no address."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = [line for line in lines if line and not line.startswith("#")]
    assert pinned
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!_-]+", line) for line in pinned)


def test_the_readme_example_runs(tmp_path: Path) -> None:
    """The README's Python example works as it stands."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    example = re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0]
    done = subprocess.run(
        [sys.executable, "-c", example],
        env={"MEMBOARD_HOME": str(tmp_path), "MEMBOARD_EMBEDDER": "hash", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "5433" in done.stdout


def test_every_decision_is_listed() -> None:
    """The decisions' index names each page."""
    folder = ROOT / "docs" / "decisions"
    index = (folder / "README.md").read_text(encoding="utf-8")
    pages = {path.name for path in folder.glob("*.md")} - {"README.md"}
    assert {page for page in pages if f"]({page})" not in index} == set()
