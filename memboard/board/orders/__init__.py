"""What each command does, by its id; one function a command, in files by kind."""

from memboard.board.orders import changing, moving, putting_back, typing, viewing
from memboard.board.orders.registry import ORDERS
from memboard.board.orders.viewing import open_menu

__all__ = ["ORDERS", "changing", "moving", "open_menu", "putting_back", "typing", "viewing"]
