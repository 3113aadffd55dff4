"""Invented notes of an invented project, so that a newcomer sees what memboard is for.

They come in through the engine's import, like anybody's; their ages count from now.
"""

from memboard.demo.home import demo_home
from memboard.demo.notes import sample_notes

__all__ = ["demo_home", "sample_notes"]
