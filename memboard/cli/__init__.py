"""The command line: reads arguments, chooses home and project, runs one command or front end.

Every command lives in a module of its own, imported when it is called: help and plain readings
load neither numpy nor a model, nor anything of the board.
"""

from memboard.cli.run import main

__all__ = ["main"]
