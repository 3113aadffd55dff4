"""Where the stylesheets lie: in the package once it is installed, beside it in a checkout."""

from __future__ import annotations

from pathlib import Path

NAMES = ("board.tcss", "panes.tcss", "dialogs.tcss")


def stylesheets() -> list[Path]:
    """Give the stylesheets in order, from `memboard/css`, else from `css` beside the package."""
    package = Path(__file__).parent.parent
    packaged = package / "css"
    folder = packaged if packaged.is_dir() else package.parent / "css"
    return [folder / name for name in NAMES]
