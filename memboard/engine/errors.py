"""Everything memboard raises on purpose.

    MemboardError
    ├── InvalidInput          what was given cannot be used; nothing was changed
    │   ├── InvalidNote       a note's text, topic, tags or importance
    │   └── InvalidSettings   a key or value in config.toml
    ├── NotFound              no such note, entry or project
    ├── Ambiguous             a prefix fits several
    ├── Conflict              something else changed it first
    ├── StoreError            the file under the home
    │   ├── HomeRefused       the home cannot be used at all
    │   ├── StoreBusy         locked for too long; retryable
    │   ├── StoreFull         no space left
    │   ├── StoreReadOnly     readable, not writable
    │   ├── StoreNewer        written by a newer memboard; untouched
    │   ├── StoreOlder        written by an older one, where nobody may bring it up to date
    │   └── StoreDamaged      not a store, or one that fails its checks
    ├── EmbedderError         turning text into vectors
    │   ├── EmbedderFailed    it is there, and failed
    │   ├── ModelMissing      it is not on disk
    │   ├── ModelDamaged      it is on disk, and not what it should be
    │   └── PullFailed        fetching it failed; what was fetched is kept for the next try
    ├── CheapQueryFailed      nobody answered a small question; what it was for is left out
    └── Cancelled             the caller asked to stop

Every message says what is, and `hint` what to do about it.
"""

from __future__ import annotations

from typing import ClassVar


class MemboardError(Exception):
    """The root: a message for people, a stable code for programs, a hint on what to do."""

    code: ClassVar[str] = "error"
    retryable: ClassVar[bool] = False

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}" if self.hint else self.message


class InvalidInput(MemboardError):
    """What was given cannot be used; nothing was changed."""

    code = "invalid_input"


class InvalidNote(InvalidInput):
    """A note's text, topic, tags or importance breaks a limit."""

    code = "invalid_note"


class InvalidSettings(InvalidInput):
    """A key or value in config.toml is unknown or of the wrong type."""

    code = "invalid_settings"


class NotFound(MemboardError):
    """No such note, entry or project; `near` holds ids that look like it."""

    code = "not_found"

    def __init__(
        self, message: str, *, hint: str | None = None, near: tuple[str, ...] = ()
    ) -> None:
        super().__init__(message, hint=hint)
        self.near = near


class Ambiguous(MemboardError):
    """A prefix fits several; `candidates` holds them."""

    code = "ambiguous"

    def __init__(
        self, message: str, *, hint: str | None = None, candidates: tuple[str, ...] = ()
    ) -> None:
        super().__init__(message, hint=hint)
        self.candidates = candidates


class Conflict(MemboardError):
    """Something else changed it first, or says the same already."""

    code = "conflict"


class StoreError(MemboardError):
    """Trouble with the file under the home."""

    code = "store"


class HomeRefused(StoreError):
    """The home cannot be used at all: a network file system, no folder, no permission."""

    code = "home_refused"


class StoreBusy(StoreError):
    """Another process held the lock for too long; the message names what was not written."""

    code = "store_busy"
    retryable = True


class StoreFull(StoreError):
    """No space left on the disk; nothing was written."""

    code = "store_full"


class StoreReadOnly(StoreError):
    """The store can be read but not changed."""

    code = "store_read_only"


class StoreNewer(StoreError):
    """The store was written by a newer memboard and was left untouched."""

    code = "store_newer"


class StoreOlder(StoreError):
    """The store was written by an older memboard, and this caller may not change that."""

    code = "store_older"


class StoreDamaged(StoreError):
    """The file is not a memboard store, or fails its own checks."""

    code = "store_damaged"


class EmbedderError(MemboardError):
    """Trouble with turning text into vectors."""

    code = "embedder"


class EmbedderFailed(EmbedderError):
    """The embedder is there, and failed."""

    code = "embedder_failed"


class ModelMissing(EmbedderError):
    """The model is not on disk."""

    code = "model_missing"


class ModelDamaged(EmbedderError):
    """The model is on disk, and is not what it should be; the message names the file."""

    code = "model_damaged"


class PullFailed(EmbedderError):
    """Fetching a model failed; what was fetched so far is kept for the next try."""

    code = "pull_failed"


class CheapQueryFailed(MemboardError):
    """Nobody answered a small question in time and within its limits; the message says why."""

    code = "cheap_query_failed"


class Cancelled(MemboardError):
    """The caller asked to stop; what was finished before is kept."""

    code = "cancelled"
