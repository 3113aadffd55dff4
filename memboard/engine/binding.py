"""Ties an open store to the embedder that answers there, and says what is degraded."""

from __future__ import annotations

import re

from memboard.engine.answers import Notice
from memboard.engine.curate.workshop import read_query
from memboard.engine.embed import (
    Calibration,
    Choice,
    EmbedderHandle,
    Read,
    choose_embedder,
    handle_for,
)
from memboard.engine.embed.protocol import IDENTITY
from memboard.engine.errors import EmbedderError, ModelMissing
from memboard.engine.home import Home
from memboard.engine.settings import Settings
from memboard.engine.store import namespaces, vectors
from memboard.engine.store.store import Store

PLAIN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
"""A name that can be written into a command, and says nothing to whoever reads it."""


class Binding:
    """The embedder of one open store; chosen anew when another process switches the store."""

    def __init__(
        self, store: Store, home: Home, settings: Settings, given: EmbedderHandle | None
    ) -> None:
        self._store = store
        self._home = home
        self._settings = settings
        self._given = given
        self._chosen: tuple[str | None, EmbedderHandle | None, str | None] | None = None

    def handle(self) -> EmbedderHandle | None:
        """Give the embedder that may be used here; None means by words."""
        return self._looked()[1]

    def calibration(self) -> Calibration:
        """Give the scale of the embedder's cosines."""
        handle = self.handle()
        return handle.calibration if handle else IDENTITY

    def read_query(self, query: str, *, wait: bool) -> tuple[Read | None, tuple[Notice, ...]]:
        """Embed a query, or say why it is answered by words.

        Args:
            query: the text; an empty one has no vector.
            wait: load the model now if need be; else start loading it and go on.
        """
        handle = self.handle()
        if not query.strip():
            return None, (Notice(code="empty_query", text="There is nothing to search for."),)
        if handle is None:
            return None, ()
        if not wait and handle.ready() is None and handle.failure is None:
            handle.warm()
            text = "By words: the model is still loading. Ask again in a second."
            return None, (Notice(code="model_loading", text=text),)
        try:
            return read_query(handle, query), ()
        except EmbedderError as error:
            return None, (Notice(code="words_only", text=f"By words only: {error}"),)

    def wanted(self, name: str | None) -> EmbedderHandle:
        """Give the embedder a reindex works with: the named one, else the present one.

        Raises:
            ModelMissing: there is none on disk.
            ModelDamaged: there is one, and it is not what it should be.
            InvalidInput: no embedder has this name.
        """
        if name is not None:
            given = self._given
            return given if given and given.id == name else handle_for(name, self._home.models)
        handle = self.handle()
        if handle is None:
            choice = None if self._given else self._choice(self._looked()[0])
            if choice and choice.refusal:
                raise choice.refusal
            raise ModelMissing(
                "No model is on disk.", hint="memboard model pull fetches bge-small once, 67 MB."
            )
        return handle

    def choose_again(self) -> None:
        """Look at the disk and the store again, after a pull or a switch."""
        self._chosen = None

    def warm(self) -> None:
        """Start loading the model in the background, if there is one."""
        handle = self.handle()
        if handle is not None:
            handle.warm()

    def notices(self) -> tuple[Notice, ...]:
        """List everything that works less well than it should."""
        _, handle, text = self._looked()
        found: list[Notice] = []
        if handle is None:
            found.append(Notice(code="words_only", text=text or "By words only: no model."))
        elif handle.failure is not None:
            found.append(Notice(code="words_only", text=f"By words only: {handle.failure}"))
        elif text:
            found.append(Notice(code="embedder", text=text))
        found += self._store_notices()
        return tuple(found)

    def _store_notices(self) -> list[Notice]:
        found: list[Notice] = []
        database = self._store.database
        if database.vec_failure is not None:
            reason = database.vec_failure
            text = f"sqlite-vec did not load ({reason}): vectors are compared one by one."
            found.append(Notice(code="brute_force", text=text))
        if database.read_only:
            reason = (
                "the disk is full" if database.disk_full else "the home folder cannot be written"
            )
            text = f"Read only: {reason}. Looking works, changing does not."
            found.append(Notice(code="read_only", text=text))
        if self._store.project is None:
            found.append(Notice(code="no_project", text="No project here: global notes only."))
        return [*found, *self.namesakes()]

    def namesakes(self) -> tuple[Notice, ...]:
        """Say that a project made by name may be this folder's, which has no notes of its own."""
        project = self._store.project
        if project is None or not namespaces.has_namesake(self._store.database, project):
            return ()
        name = project.name if PLAIN_NAME.fullmatch(project.name) else "NAME"
        text = (
            "A project made with --project has the name of this folder, which has no notes yet. "
            f"If they are one: memboard project merge {name} ."
        )
        return (Notice(code="same_name", text=text),)

    def _looked(self) -> tuple[str | None, EmbedderHandle | None, str | None]:
        bound = vectors.bound_embedder(self._store.database)
        if self._chosen is None or self._chosen[0] != bound:
            handle = self._chosen[1] if self._chosen else None
            kept = handle is not None and handle.id == bound  # loaded already: not twice
            self._chosen = (bound, handle, None) if kept else (bound, *self._look(bound))
        return self._chosen

    def _look(self, bound: str | None) -> tuple[EmbedderHandle | None, str | None]:
        given = self._given
        if given is not None:
            if bound in (None, given.id):
                return given, None
            return None, f"Words only: this store was embedded with {bound}, not {given.id}."
        choice = self._choice(bound)
        return choice.handle, choice.notice

    def _choice(self, bound: str | None) -> Choice:
        project = self._store.project
        return choose_embedder(
            bound=bound,
            configured=self._settings.embedder_for(project.name if project else None),
            models_dir=self._home.models,
        )
