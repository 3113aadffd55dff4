"""Where `memboard` and `python -m memboard` start."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit code."""
    from memboard.cli import main as run

    return run(argv)


if __name__ == "__main__":
    sys.exit(main())
