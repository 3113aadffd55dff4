"""How Activity looks. Its claims are asserted in words beside its commands."""

from __future__ import annotations

import pytest

from tests.board.driving import World
from tests.board.test_activity import busy
from tests.board.test_snapshots import Compare, looks_right

__all__ = ["busy"]


@pytest.mark.parametrize(
    ("size", "theme"),
    [
        pytest.param((80, 24), "dark", id="80x24-dark"),
        pytest.param((140, 40), "light", id="140x40-light"),
    ],
)
def test_activity_with_an_entry_put_back(
    snap_compare: Compare,
    busy: World,
    size: tuple[int, int],
    theme: str,
) -> None:
    """Runs of mine and of a session; one of its entries is taken back, another under the cursor."""
    assert looks_right(snap_compare, busy, size, theme, "5", "}", "j", "j", "r", "k")


def test_an_empty_journal(snap_compare: Compare, empty_world: World) -> None:
    """What would be there."""
    assert looks_right(snap_compare, empty_world, (80, 24), "dark", "5")
