"""The table from command ids to what they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memboard.board.screen import BoardScreen

Order = Callable[["BoardScreen"], None]

ORDERS: dict[str, Order] = {}
"""Filled by `order` as the modules beside this one are imported."""


def order(*command_ids: str) -> Callable[[Order], Order]:
    """Enter a function as what some commands do."""

    def enter(function: Order) -> Order:
        for command_id in command_ids:
            ORDERS[command_id] = function
        return function

    return enter
