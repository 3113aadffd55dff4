"""What a hook has in hand, as far as it has come: for the thread that ends it when time is over."""

from __future__ import annotations

TYPE_CHECKING = False  # whoever is to do nothing need not load `typing`
if TYPE_CHECKING:
    from memboard.engine.home import Home
    from memboard.hooks.events import Event


class InHand:
    """The event that is being worked on; each field is set as soon as it is known."""

    __slots__ = ("done", "event", "home", "host", "raw")

    def __init__(self, host: str) -> None:
        self.host = host
        """As the command line names it, then as the payload tells it."""
        self.home: Home | None = None
        self.raw: bytes | None = None
        self.event: Event | None = None
        self.done = False
        """Whether nothing of it has to be kept any more."""

    def names(self) -> str:
        """Name the host and the event for the log; what is not known is a question mark."""
        return f"{self.host} {self.event.name if self.event else '?'}"
