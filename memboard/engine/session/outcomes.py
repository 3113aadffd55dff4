"""What a conversation answers: frozen values that every door shows or encodes as they are."""

from __future__ import annotations

from memboard.engine.answers import Notice
from memboard.engine.model import Value
from memboard.engine.session.capture import Captured
from memboard.engine.shown import Dreamt, Recall


class Started(Value, frozen=True):
    """A conversation that is known from now on."""

    session: str
    host: str | None
    known: bool
    """Whether it was known before: what it was given and told still counts."""
    captures: bool
    """Whether what was said is distilled at its boundaries."""
    re_searches: bool
    """Whether what a compaction left is searched with for the next turn."""
    notices: tuple[Notice, ...] = ()


class Turn(Value, frozen=True):
    """What a turn is given."""

    block: str
    """To be put before the prompt; empty where nothing is worth it."""
    recall: Recall
    """What the prompt recalled."""
    research: Recall | None
    """What the last compaction's summary recalled, once; its notes come first in the block."""
    notices: tuple[Notice, ...] = ()
    """What could not be kept of this turn; how notes were found is said in the recalls."""


class Hinted(Value, frozen=True):
    """What a tool's call is worth saying."""

    hint: str | None
    """One line, once a command and conversation."""
    logged: bool
    """Whether the end of a command was written down; False for what is no command."""
    notices: tuple[Notice, ...] = ()


class Compacted(Value, frozen=True):
    """A conversation that may be given again what its compaction dropped."""

    re_search: bool
    """Whether the summary waits to be searched with."""


class Boundary(Value, frozen=True):
    """What was kept of a conversation where it was compacted or ended."""

    learned: int
    """Failure lessons that are new or happened again."""
    retired: int
    """Failure lessons whose command works again."""
    capture: Captured
    dream: Dreamt | None = None
    """What the cycle came to that the end of a session started; None where none was due."""
    notices: tuple[Notice, ...] = ()


class Distilled(Value, frozen=True):
    """What became of one conversation that waited for its capture."""

    session: str
    host: str
    boundary: Boundary | None
    again: bool
    """Whether it waits on, to be tried again; three times in all."""
    failure: str | None
    """Why nothing came of it."""
    passing: bool
    """Whether that was trouble, which may be over another time, and not the way things are."""
