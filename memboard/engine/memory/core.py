"""What all of Memory's calls share: the store, the embedder, whose change it is."""

from __future__ import annotations

import datetime as dt
from types import TracebackType
from typing import Self, TypeVar

import msgspec

from memboard.engine.answers import Added, Edited, Found, Imported, Notice, Page
from memboard.engine.binding import Binding
from memboard.engine.curate import ids
from memboard.engine.curate.workshop import Workshop
from memboard.engine.embed import EmbedderHandle
from memboard.engine.home import Home
from memboard.engine.limits import checked_session
from memboard.engine.model import Scope
from memboard.engine.project import Project
from memboard.engine.recall.search import MAX_QUERY, Question, checked_k
from memboard.engine.settings import MemorySettings, Settings
from memboard.engine.shown import Recall
from memboard.engine.store.journal import Author
from memboard.engine.store.store import Store

Answer = TypeVar("Answer", bound=Added | Edited | Found | Imported | Page | Recall)


class Core:
    """An open store for one project, used from one thread at a time."""

    def __init__(
        self,
        home: Home,
        store: Store,
        settings: Settings,
        author: Author,
        embedder: EmbedderHandle | None,
    ) -> None:
        self.home = home
        self.settings = settings
        self._store = store
        self._author = author
        self._binding = Binding(store, home, settings, embedder)

    @property
    def project(self) -> Project | None:
        """The project whose notes are seen; None in `$HOME` and `/`."""
        return self._store.project

    @property
    def embedder(self) -> EmbedderHandle | None:
        """The embedder that answers here; None while this store works by words."""
        return self._binding.handle()

    def resolve(self, prefix: str, *, forgotten: bool = False) -> str:
        """Turn a prefix of three characters or more into the one id it means."""
        return ids.resolve(self._store, prefix, forgotten=forgotten)

    def notices(self) -> tuple[Notice, ...]:
        """Say what works less well than it should."""
        return self._binding.notices()

    def state(self) -> tuple[int, int]:
        """Give a token that differs after any change by any process: what a live view polls."""
        return self._store.database.state()

    def warm(self) -> None:
        """Start loading the model in the background."""
        self._binding.warm()

    def interrupt(self) -> None:
        """Stop the query that another thread is running on this object, if any."""
        self._store.database.interrupt()

    def now(self) -> dt.datetime:
        """Give the present moment of this object's clock."""
        return self._store.clock()

    def close(self) -> None:
        """Close the store; closing twice is fine."""
        self._store.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _workshop(self, session: str | None) -> Workshop:
        work = Workshop(store=self._store, embedder=self._binding.handle(), author=self._author)
        return work.as_session(checked_session(session))

    def _question(
        self, text: str, *, k: int, scope: Scope | None, wait: bool
    ) -> tuple[Question, tuple[Notice, ...]]:
        """Make a search of a text; says why it will be answered by words, if so."""
        text = text[:MAX_QUERY].encode("utf-8", "replace").decode("utf-8")  # half characters too
        count = checked_k(k)
        read, notices = self._binding.read_query(text, wait=wait)
        handle = self._binding.handle()
        question = Question(
            text=text,
            read=read,
            embedder=handle.id if handle else None,
            calibration=self._binding.calibration(),
            k=count,
            scope=scope,
            min_score=None,
            weights=self._memory_settings().weights,
        )
        return question, notices

    def _memory_settings(self) -> MemorySettings:
        project = self._store.project
        return self.settings.memory_for(project.name if project else None)

    def _noted(self, answer: Answer, notices: tuple[Notice, ...] = ()) -> Answer:
        """Add what is degraded here to an answer."""
        known = {notice.code for notice in (*answer.notices, *notices)}
        more = (notice for notice in self.notices() if notice.code not in known)
        return msgspec.structs.replace(answer, notices=(*answer.notices, *notices, *more))
