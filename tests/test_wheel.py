"""The wheel holds what a user needs, and installs anywhere."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """Build the wheel with the project's own backend, without the network."""
    folder = tmp_path_factory.mktemp("wheel")
    code = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return zipfile.ZipFile(next(folder.glob("*.whl")))


def test_the_wheel_holds_the_stylesheets(wheel: zipfile.ZipFile) -> None:
    """Every stylesheet of `css/` lies in the wheel as `memboard/css/`."""
    names = set(wheel.namelist())
    sheets = sorted((ROOT / "css").glob("*.tcss"))
    assert sheets
    assert {f"memboard/css/{sheet.name}" for sheet in sheets} <= names


def test_the_wheel_holds_every_module_and_its_data(wheel: zipfile.ZipFile) -> None:
    """Nothing that git tracks below `memboard/` is missing from the wheel."""
    names = set(wheel.namelist())
    there = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "memboard").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert there <= names


def test_the_wheel_holds_nothing_else(wheel: zipfile.ZipFile) -> None:
    """No tests, no snapshots, no caches are shipped."""
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert tops == {"memboard", next(top for top in tops if top.endswith(".dist-info"))}


def test_the_wheel_gives_a_console_script(wheel: zipfile.ZipFile) -> None:
    """`memboard` is a command after installing."""
    entry = next(name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "memboard = memboard.__main__:main" in wheel.read(entry).decode()
