"""The board, driven as a user drives it."""
