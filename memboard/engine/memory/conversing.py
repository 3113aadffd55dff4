"""Memory's calls that a host makes while it holds a conversation."""

from __future__ import annotations

import msgspec

from memboard.engine.limits import MAX_HOST, MAX_SESSION, checked_name
from memboard.engine.memory.conversation import Session
from memboard.engine.memory.desk import Desk
from memboard.engine.memory.dreaming import Dreaming
from memboard.engine.memory.failures import Failures
from memboard.engine.memory.recalling import Recalling
from memboard.engine.model import Level
from memboard.engine.recall.inject import Wish
from memboard.engine.recall.levels import captures, re_searches
from memboard.engine.session.cheap import CheapQuery
from memboard.engine.session.cheap.choosing import chosen_query
from memboard.engine.session.tools import ToolWatch
from memboard.engine.settings import MemorySettings
from memboard.engine.shown import Recall
from memboard.engine.store import namespaces, sessions


class Conversing(Recalling, Failures, Dreaming):
    """Sessions: what a host asks and tells, from its first prompt to its end."""

    def session(
        self,
        session: str,
        host: str | None = None,
        *,
        query: CheapQuery | None = None,
        settings: MemorySettings | None = None,
        dreams: bool = True,
    ) -> Session:
        """Take up a conversation, wherever it stands.

        Args:
            session: the host's id of it, 1 to 200 characters.
            host: the program whose conversation it is, such as `claude-code`; None takes what
                it was begun with.
            query: the cheap model that the host lends; None takes the configured one.
            settings: instead of the project's.
            dreams: whether its end may start a cycle of consolidation, where that is on and due.

        Raises:
            InvalidInput: the id or the name is empty, too long, or holds control characters.
        """
        checked_name("session's id", session, MAX_SESSION)
        if host is not None:
            checked_name("host's name", host, MAX_HOST)
        own = settings or self._memory_settings()
        asks = chosen_query(self._store, own, self.home, query)
        keys = namespaces.keys_of(self._store.database, self._store.project)
        desk = Desk(
            store=self._store,
            workshop=self._workshop(session),
            settings=own,
            captures=captures(own),
            re_searches=re_searches(own),
            watch=ToolWatch(self._store.database, self.home.folder, keys, self._store.now),
            project=keys[0],
            recall=self._recall_for,
            learn=self.learn_failures,
            query=asks,
            dream=lambda timeout: (
                self._dream_at_end(own, asks, timeout, session) if dreams else None
            ),
        )
        return Session(desk, session, host or sessions.host_of(self._store.database, session))

    def session_settings(
        self,
        aggressiveness: Level | None = None,
        auto_capture: bool | None = None,
        re_search: bool | None = None,
    ) -> MemorySettings:
        """Give the project's settings with what a host sets for a conversation; None leaves one."""
        own = {
            "aggressiveness": aggressiveness,
            "auto_capture": auto_capture,
            "re_search": re_search,
        }
        given = {name: value for name, value in own.items() if value is not None}
        return msgspec.structs.replace(self._memory_settings(), **given)

    def _recall_for(self, text: str, wish: Wish, wait: bool) -> Recall:
        return self._recall(text, wish, wait=wait)
