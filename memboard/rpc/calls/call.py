"""One running request: the store it works on, and its line to the client."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from memboard.engine import Memory
from memboard.engine.memory.conversation import Session
from memboard.engine.model import Value
from memboard.rpc.connection import NOT_BEGUN, Connection
from memboard.rpc.lending import HostQuery
from memboard.rpc.questions import Questions


class Call(Value, frozen=True):
    """What a method's body is given beside its parameters."""

    connection: Connection
    methods: Mapping[str, object]
    """The table, by name."""
    cancelled: Callable[[], bool]
    """Whether the client has lost interest; long jobs ask after each step."""
    progress: Callable[[int, int], None]
    """Tells the client how many are done, of how many."""

    questions: Questions
    """What is asked of the client meanwhile."""

    def session(self, session: str) -> Session:
        """Take up a conversation, with what this client lends it and sets for it."""
        begun = self.connection.begun.get(session, NOT_BEGUN)
        own = None
        if begun.settings is not None:
            own = self.memory.session_settings(**msgspec.structs.asdict(begun.settings))
        return self.memory.session(session, begun.host, query=self.lent(session), settings=own)

    def lent(self, session: str) -> HostQuery | None:
        """Give the model that this client lends to a conversation, if it does."""
        begun = self.connection.begun.get(session, NOT_BEGUN)
        return HostQuery(self.questions, session, self.cancelled) if begun.lends else None

    @property
    def memory(self) -> Memory:
        """The open store; raises MemboardError while it cannot be opened."""
        return self.connection.memory()
