"""What SQLite's errors mean to somebody who reads or changes notes."""

from __future__ import annotations

from typing import TypeVar

import apsw
import msgspec

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

DOCTOR = "memboard doctor says what can be saved."
Kind = TypeVar("Kind")


def decoded(text: str, kind: type[Kind]) -> Kind:
    """Read JSON that we wrote.

    Raises:
        StoreDamaged: it is not what we wrote.
    """
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as error:
        raise damaged(error) from error


def damaged(error: Exception) -> StoreDamaged:
    """Say that the file holds what nobody wrote."""
    return StoreDamaged(f"The store is damaged ({error}).", hint=DOCTOR)


def translated(error: Exception, what: str | None) -> MemboardError:
    """Say what a refusal means for the change that met it; None stands for a reading."""
    lost = f"Not written: {what}." if what else "Not read."
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
    if isinstance(error, apsw.FullError):
        return StoreFull(f"{lost} The disk is full.", hint="Free space; try again.")
    if isinstance(error, apsw.ReadOnlyError):
        return StoreReadOnly(f"{lost} The store cannot be written.")
    if isinstance(error, apsw.CorruptError | apsw.NotADBError | UnicodeDecodeError):
        return damaged(error)
    if isinstance(error, apsw.IOError | apsw.CantOpenError):
        return StoreFull(f"{lost} The disk failed ({error}).", hint="Check the disk; try again.")
    return StoreDamaged(f"{lost} SQLite refused ({error}).")
