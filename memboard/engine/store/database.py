"""Opens the file and runs transactions on it: one connection, used by one thread at a time."""

from __future__ import annotations

import importlib.util
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw

from memboard.engine.errors import (
    HomeRefused,
    MemboardError,
    StoreBusy,
    StoreDamaged,
    StoreFull,
    StoreReadOnly,
)
from memboard.engine.store import migrations

BUSY_MILLISECONDS = 10_000
"""How long a change waits for another process before it gives up."""

Extension = Callable[[apsw.Connection], None]
"""Loads sqlite-vec into a connection, or raises."""

Row = tuple[Any, ...]


class Database:
    """An open store file.

    `read_only` tells that changes will be refused, `vec_failure` why sqlite-vec is not there.
    """

    def __init__(
        self, path: Path, hash_key: Callable[[], bytes], load_vec: Extension | None = None
    ) -> None:
        self.path = path
        self.read_only = False
        self.vec_failure: str | None = None
        self._connection = self._open()
        try:
            self._load_extension(load_vec or load_sqlite_vec)
            self._prepare(hash_key)
        except apsw.Error as error:
            self._connection.close()
            raise translated(error, f"opening {path}") from error
        except MemboardError:
            self._connection.close()
            raise

    def rows(self, sql: str, bindings: Any = ()) -> list[Row]:
        """Read all rows of a query."""
        try:
            return self._connection.execute(sql, bindings).fetchall()
        except apsw.Error as error:
            raise translated(error, "reading") from error

    def row(self, sql: str, bindings: Any = ()) -> Row | None:
        """Read the first row of a query, if there is one."""
        found = self.rows(sql, bindings)
        return found[0] if found else None

    def value(self, sql: str, bindings: Any = ()) -> Any:
        """Read the first column of the first row, or None."""
        found = self.row(sql, bindings)
        return found[0] if found else None

    def run(self, sql: str, bindings: Any = ()) -> int:
        """Change rows inside a `writing` block; gives how many."""
        before = self._connection.total_changes()
        self._connection.execute(sql, bindings)
        return self._connection.total_changes() - before

    def insert(self, sql: str, bindings: Any = ()) -> int:
        """Insert one row inside a `writing` block; gives its rowid."""
        self._connection.execute(sql, bindings)
        return self._connection.last_insert_rowid()

    @contextmanager
    def writing(self, what: str) -> Iterator[None]:
        """Run one write transaction: all of the block, or nothing.

        Args:
            what: names the change in an error, such as `the note`.

        Raises:
            StoreBusy: another process held the lock for 10 s; nothing was written.
            StoreReadOnly: the store cannot be changed.
            StoreFull: no space; nothing was written.
        """
        if self.read_only:
            raise StoreReadOnly(
                f"Not written: {what}. The home {self.path.parent} cannot be written.",
                hint="Looking works, changing does not.",
            )
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except apsw.Error as error:
            raise translated(error, what) from error
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            if isinstance(error, apsw.Error):
                raise translated(error, what) from error
            raise

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Run several queries on one unchanging view of the store."""
        nested = self._connection.in_transaction
        if not nested:
            self._connection.execute("BEGIN")
        try:
            yield
        finally:
            if not nested:
                self._connection.execute("COMMIT")

    def state(self) -> tuple[int, int]:
        """Give a token that differs whenever any process has changed the store."""
        version = int(self._connection.pragma("data_version"))
        return version, self._connection.total_changes()

    def size(self) -> int:
        """Give the bytes of the file and its write-ahead log."""
        files = (self.path, self.path.with_name(self.path.name + "-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    def interrupt(self) -> None:
        """Stop the query that another thread is running, if any."""
        self._connection.interrupt()

    def checkpoint(self) -> None:
        """Move the write-ahead log into the file and empty it, as far as readers allow."""
        self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)

    def close(self) -> None:
        """Close the file; closing twice is fine."""
        self._connection.close()

    def _open(self) -> apsw.Connection:
        flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
        if self.path.exists() and not os.access(self.path, os.W_OK):
            return self._open_read_only()
        umask = os.umask(0o077)  # files 0600, also -wal and -shm
        try:
            connection = apsw.Connection(os.fspath(self.path), flags=flags)
            connection.set_busy_timeout(BUSY_MILLISECONDS)
            return connection
        except apsw.CantOpenError as error:
            if self.path.exists():
                return self._open_read_only()
            raise HomeRefused(
                f"The store {self.path} cannot be made: its folder cannot be written.",
                hint="Name another home with --home or MEMBOARD_HOME.",
            ) from error
        finally:
            os.umask(umask)

    def _open_read_only(self) -> apsw.Connection:
        self.read_only = True
        try:
            return self._reader("mode=ro")
        except apsw.Error:
            # without a -shm file and the right to make one, WAL can only be read as immutable
            return self._reader("mode=ro&immutable=1")

    def _reader(self, query: str) -> apsw.Connection:
        uri = self.path.absolute().as_uri() + "?" + query
        flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        connection = apsw.Connection(uri, flags=flags)
        connection.set_busy_timeout(BUSY_MILLISECONDS)
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
        return connection

    def _load_extension(self, load_vec: Extension) -> None:
        try:
            load_vec(self._connection)
        except (apsw.Error, ImportError, OSError, AttributeError) as error:
            self.vec_failure = str(error) or type(error).__name__

    def _prepare(self, hash_key: Callable[[], bytes]) -> None:
        connection = self._connection
        version = migrations.version_of(connection)
        connection.pragma("foreign_keys", True)
        connection.pragma("trusted_schema", False)  # no functions run from a tampered schema
        if self.read_only:
            if version < migrations.VERSION:
                raise StoreReadOnly(
                    f"The store {self.path} is of an older memboard and cannot be written.",
                    hint="Make the home writable once, so that it can be brought up to date.",
                )
            return
        self._use_wal()
        connection.pragma("synchronous", "FULL")  # what was acknowledged survives a power cut
        connection.pragma("cell_size_check", True)
        connection.pragma("secure_delete", True)  # what was purged is not left in free pages
        if version < migrations.VERSION:
            migrations.migrate(connection, hash_key())

    def _use_wal(self) -> None:
        deadline = time.monotonic() + BUSY_MILLISECONDS / 1000
        while self._connection.pragma("journal_mode") != "wal":
            try:
                self._connection.pragma("journal_mode", "wal")
            except apsw.BusyError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.01)  # SQLite does not call its busy handler for this change


def load_sqlite_vec(connection: apsw.Connection) -> None:
    """Load sqlite-vec without importing its package, which would import numpy."""
    spec = importlib.util.find_spec("sqlite_vec")
    if spec is None or not spec.submodule_search_locations:
        raise ImportError("sqlite-vec is not installed")
    connection.enable_load_extension(True)
    try:
        connection.load_extension(os.path.join(spec.submodule_search_locations[0], "vec0"))
    finally:
        connection.enable_load_extension(False)


def translated(error: apsw.Error, what: str) -> MemboardError:
    """Say what a SQLite error means for the change that met it."""
    if isinstance(error, apsw.BusyError | apsw.LockedError):
        seconds = BUSY_MILLISECONDS // 1000
        return StoreBusy(
            f"Not written: {what}. Another process kept the store busy for {seconds} s.",
            hint="Nothing was lost; try again.",
        )
    if isinstance(error, apsw.FullError):
        return StoreFull(f"Not written: {what}. The disk is full.", hint="Free space; try again.")
    if isinstance(error, apsw.ReadOnlyError):
        return StoreReadOnly(f"Not written: {what}. The store cannot be written.")
    if isinstance(error, apsw.CorruptError | apsw.NotADBError):
        return StoreDamaged(
            f"The store is damaged ({error}).", hint="memboard doctor says what can be saved."
        )
    if isinstance(error, apsw.IOError | apsw.CantOpenError):
        return StoreFull(
            f"Not written: {what}. The disk failed ({error}).", hint="Check the disk; try again."
        )
    return StoreDamaged(f"{what}: SQLite refused ({error}).")
