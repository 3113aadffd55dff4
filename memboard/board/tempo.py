"""How long the board waits for what; a test waits for nothing."""

from __future__ import annotations

from typing import NamedTuple


class Tempo(NamedTuple):
    """Seconds."""

    poll: float = 0.5
    """Between two looks at whether somebody changed the store."""
    search_pause: float = 0.15
    """Of quiet typing before a search."""
    close_pause: float = 0.3
    """Of quiet typing before the editor looks for near notes."""
    detail_pause: float = 0.06
    """The cursor must rest before the detail asks the store."""
    first_page: float = 0.15
    """For the first page to be drawn before all keys are read: both want the interpreter."""

    toast: float = 6.0
    """That something stays said."""


AT_ONCE = Tempo(
    poll=3_600.0,
    search_pause=0.0,
    close_pause=0.0,
    detail_pause=0.0,
    first_page=0.0,
    toast=3_600.0,
)
"""For tests: no pauses, and nothing that happens or goes by itself."""
