"""An embedder that is known at once and loaded when it is first needed."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Literal

from memboard.engine.embed.protocol import IDENTITY, Calibration, Embedder
from memboard.engine.errors import EmbedderFailed, MemboardError

if TYPE_CHECKING:
    from collections.abc import Callable

HandleState = Literal["unloaded", "loading", "ready", "failed"]


class EmbedderHandle:
    """Stands for an embedder; may be shared by threads, and loads at most once."""

    def __init__(
        self,
        *,
        id: str,  # noqa: A002 - the protocol's own word
        dimensions: int,
        calibration: Calibration,
        load: Callable[[], Embedder],
    ) -> None:
        self.id = id
        self.dimensions = dimensions
        self.calibration = calibration
        self._load = load
        self._lock = threading.Lock()
        self._embedder: Embedder | None = None
        self._error: MemboardError | None = None
        self._loading = False
        self._warming: threading.Thread | None = None

    @classmethod
    def of(cls, embedder: Embedder, calibration: Calibration = IDENTITY) -> EmbedderHandle:
        """A handle on an embedder that is loaded already."""
        handle = cls(
            id=embedder.id,
            dimensions=embedder.dimensions,
            calibration=calibration,
            load=lambda: embedder,
        )
        handle._embedder = embedder
        return handle

    @property
    def state(self) -> HandleState:
        """Where the loading stands; never blocks."""
        if self._embedder is not None:
            return "ready"
        if self._error is not None:
            return "failed"
        return "loading" if self._loading else "unloaded"

    @property
    def failure(self) -> str | None:
        """Why the load failed, and what to do about it."""
        return None if self._error is None else str(self._error)

    def get(self) -> Embedder:
        """The embedder, loaded now if need be; blocks.

        Raises ModelMissing, ModelDamaged or EmbedderFailed; after a failure the same again, without
        another attempt, until `retry`.
        """
        if self._embedder is not None:
            return self._embedder
        with self._lock:
            if self._error is not None:
                raise type(self._error)(self._error.message, hint=self._error.hint)
            if self._embedder is None:
                self._embedder = self._loaded()
            return self._embedder

    def ready(self) -> Embedder | None:
        """The embedder if it is loaded; never blocks."""
        return self._embedder

    def warm(self) -> None:
        """Start loading in the background; a second call changes nothing."""
        if self._warming is None and self._embedder is None:
            self._warming = threading.Thread(
                target=self._warm, name="memboard-embedder", daemon=True
            )
            self._warming.start()

    def retry(self) -> None:
        """Forget a failure, so that the next `get` or `warm` tries again."""
        with self._lock:
            self._error = None
            self._warming = None

    def _loaded(self) -> Embedder:
        self._loading = True
        try:
            return self._load()
        except MemboardError as error:
            self._error = error
            raise
        except Exception as error:
            self._error = EmbedderFailed(f"{self.id} failed to load: {error}")
            raise self._error from error
        finally:
            self._loading = False

    def _warm(self) -> None:
        try:
            self.get()
        except MemboardError:
            return  # kept in `failure`, and raised again by `get`
