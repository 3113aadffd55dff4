"""The user guide says what the board does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from memboard.board.commands import COMMANDS
from memboard.board.guide import END, START, keys_table, with_table

GUIDE = Path(__file__).parent.parent.parent / "docs" / "board.md"


def test_the_table_of_keys_is_the_boards_own() -> None:
    """`python -m memboard.board.guide docs/board.md` writes it anew."""
    guide = GUIDE.read_text(encoding="utf-8")
    assert guide == with_table(guide)
    assert keys_table() in guide


def test_every_command_is_in_the_guide() -> None:
    """None is left out."""
    table = keys_table()
    assert all(f"| {command.label} | {command.help} |" in table for command in COMMANDS)
    assert with_table(f"a{START}{END}z").startswith("a")


def test_the_stylesheets_are_found_beside_the_package_and_in_it() -> None:
    """A checkout has them at its top."""
    from memboard.board.sheets import NAMES, stylesheets

    assert [path.name for path in stylesheets()] == list(NAMES)
    assert all(path.is_file() for path in stylesheets())


def test_importing_the_engine_loads_no_board() -> None:
    """And importing the board loads neither a model nor numpy."""
    code = (
        "import sys, memboard.engine; assert 'textual' not in sys.modules;"
        "import memboard.board; assert 'numpy' not in sys.modules;"
        "assert 'fastembed' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
