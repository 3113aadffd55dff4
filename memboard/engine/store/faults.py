"""What SQLite's errors mean to somebody who reads or changes notes."""

from __future__ import annotations

from typing import TypeVar

import apsw

from memboard.engine.errors import (
    Cancelled,
    InvalidInput,
    MemboardError,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreReadOnly,
)

REFUSALS = (apsw.Error, OverflowError, UnicodeError)
"""What a statement raises: SQLite's own errors, and apsw's for a value it cannot bind or read."""

RESCUE = (
    "Put memory.db aside (copy it first), start anew and import your last export; "
    "memboard export may still read some of it."
)
Kind = TypeVar("Kind")


def decoded(text: str, kind: type[Kind]) -> Kind:
    """Read JSON that we wrote.

    Raises:
        StoreDamaged: it is not what we wrote.
    """
    import msgspec  # 25 ms, which a process that decodes nothing does not pay

    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as error:
        raise damaged(error) from error


def damaged(error: Exception) -> StoreDamaged:
    """Say that the file holds what nobody wrote."""
    return StoreDamaged(f"The store is damaged ({error}).", hint=RESCUE)


def is_full(error: Exception) -> bool:
    """Tell whether the disk is full; making the -shm file SQLite calls that an I/O error."""
    return isinstance(error, apsw.FullError) or (
        isinstance(error, apsw.IOError)
        and getattr(error, "extendedresult", 0) == apsw.SQLITE_IOERR_SHMSIZE
    )


def translated(error: Exception, lost: str) -> MemboardError:
    """Say what a refusal means for the reading, opening or change that met it.

    Args:
        error: one of `REFUSALS`.
        lost: what did not happen, a sentence: "Not read.", "Not written: the note."
    """
    if isinstance(error, OverflowError):
        return InvalidInput(f"{lost} A number is too large.")
    if isinstance(error, UnicodeEncodeError):
        return InvalidInput(f"{lost} A text holds half a character (a lone surrogate).")
    if isinstance(error, apsw.InterruptError):
        return Cancelled("Stopped.")
    if isinstance(error, apsw.ConnectionClosedError):
        return StoreError(f"{lost} The store was closed.")
    if isinstance(error, apsw.BusyError | apsw.LockedError):
        return StoreBusy(
            f"{lost} Another process kept the store busy for too long.",
            hint="Nothing was lost; try again.",
        )
    if is_full(error):
        return StoreFull(f"{lost} The disk is full.", hint="Free space; try again.")
    if isinstance(error, apsw.ReadOnlyError):
        return StoreReadOnly(f"{lost} The store cannot be written.")
    if isinstance(error, apsw.CorruptError | apsw.NotADBError | UnicodeDecodeError):
        return damaged(error)
    if isinstance(error, apsw.IOError | apsw.CantOpenError):
        return StoreFull(f"{lost} The disk failed ({error}).", hint="Check the disk; try again.")
    return StoreDamaged(f"{lost} SQLite refused ({error}).")
