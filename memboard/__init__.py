"""memboard: the board on which you see what your coding agents remember, and its engine."""

__version__ = "0.1.0"
