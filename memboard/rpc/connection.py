"""One client's store: opened when first needed, tried again while it cannot be."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from memboard.engine import Memory
from memboard.engine.sources import new_id, system_entropy
from memboard.rpc.conversation import HostSettings

MAX_BEGUN = 10_000
"""Conversations that are remembered of one client; the oldest makes room."""


class Begun(NamedTuple):
    """A conversation that a client began."""

    host: str | None
    lends: bool
    """Whether the client answers its cheap queries."""
    settings: HostSettings | None


NOT_BEGUN = Begun(None, False, None)
"""What is known of a conversation that this client did not begin."""


class Connection:
    """The memory behind a server, and in whose name it is changed.

    Used by the serving thread; only `interrupt` may be called by another.
    """

    def __init__(
        self, open_store: Callable[[], Memory], *, home: str, actor: str, session: str
    ) -> None:
        self.home = home
        self.actor = actor
        self.session = session
        self._open_store = open_store
        self._memory: Memory | None = None
        self._last_session: str | None = None
        self.begun: dict[str, Begun] = {}
        """The conversations that this client began."""

    def memory(self) -> Memory:
        """Give the open store.

        Raises:
            MemboardError: it cannot be opened now; the next call tries again.
        """
        if self._memory is None:
            self._memory = self._open_store()
        return self._memory

    def begin(
        self, session: str | None, host: str | None, settings: HostSettings | None, *, lends: bool
    ) -> str:
        """Note whose conversation it is; gives its id, drawn where the client has none."""
        id_ = session if session is not None else f"rpc-{new_id(system_entropy)}"
        self.begun.pop(id_, None)
        self.begun[id_] = Begun(host, lends, settings)
        if len(self.begun) > MAX_BEGUN:
            del self.begun[next(iter(self.begun))]
        return id_

    def changing(self, session: str | None) -> str | None:
        """Note in whose name the next change is made; None is the connection's own."""
        self._last_session = session
        return session

    def undoing(self, session: str | None) -> str | None:
        """Settle whose last change an undo means: the named session's, else the last used."""
        return self._last_session if session is None else session

    def interrupt(self) -> None:
        """Stop the query that is running, if any."""
        if self._memory is not None:
            self._memory.interrupt()

    def close(self) -> None:
        """Close the store, if it was opened."""
        if self._memory is not None:
            self._memory.close()
