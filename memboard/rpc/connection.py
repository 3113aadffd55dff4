"""One client's store: opened when first needed, tried again while it cannot be."""

from __future__ import annotations

from collections.abc import Callable

from memboard.engine import Memory


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

    def memory(self) -> Memory:
        """Give the open store.

        Raises:
            MemboardError: it cannot be opened now; the next call tries again.
        """
        if self._memory is None:
            self._memory = self._open_store()
        return self._memory

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
