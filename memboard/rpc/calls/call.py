"""One running request: the store it works on, and its line to the client."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from memboard.engine import Memory
from memboard.engine.model import Value
from memboard.rpc.connection import Connection


class Call(Value, frozen=True):
    """What a method's body is given beside its parameters."""

    connection: Connection
    methods: Mapping[str, object]
    """The table, by name."""
    cancelled: Callable[[], bool]
    """Whether the client has lost interest; long jobs ask after each step."""
    progress: Callable[[int, int], None]
    """Tells the client how many are done, of how many."""

    @property
    def memory(self) -> Memory:
        """The open store; raises MemboardError while it cannot be opened."""
        return self.connection.memory()
