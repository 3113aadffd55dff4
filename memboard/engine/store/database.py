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
    StoreFull,
    StoreOlder,
    StoreReadOnly,
)
from memboard.engine.store import migrations, opening
from memboard.engine.store.faults import REFUSALS, is_full, translated

BUSY_SECONDS = 10.0
"""How long a change waits for another process before it gives up."""

NOT_READ = "Not read."

Extension = Callable[[apsw.Connection], None]
"""Loads sqlite-vec into a connection, or raises."""

Row = tuple[Any, ...]


class Database:
    """An open store file.

    `read_only` tells that changes will be refused, `disk_full` that this is why, `vec_failure`
    why sqlite-vec is not there.
    """

    def __init__(
        self,
        path: Path,
        hash_key: Callable[[], bytes],
        load_vec: Extension | None = None,
        patience: float = BUSY_SECONDS,
        *,
        as_it_is: bool = False,
    ) -> None:
        """Open the file, made or brought up to date unless it is to be taken `as_it_is`.

        Raises:
            StoreOlder: it is not of the present schema, and to be taken as it is.
        """
        self.path = path
        self.read_only = False
        self.disk_full = False
        self.vec_failure: str | None = None
        self._patience = patience
        self._as_it_is = as_it_is
        load = load_vec or load_sqlite_vec
        try:
            try:
                self._begin(self._open, load, hash_key)
            except apsw.Error as error:
                if not is_full(error) or self.read_only or not path.stat().st_size:
                    raise
                self.disk_full = True
                self._begin(self._open_read_only, load, hash_key)
        except apsw.Error as error:
            raise translated(error, f"Not opened: {path}.") from error
        self._file = file_number(path)

    def rows(self, sql: str, bindings: Any = ()) -> list[Row]:
        """Read all rows of a query."""
        try:
            return self._connection.execute(sql, bindings).fetchall()
        except REFUSALS as error:
            raise translated(error, NOT_READ) from error

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
            HomeRefused: the file was deleted or replaced since it was opened.
            StoreReadOnly: the store cannot be changed.
            StoreFull: no space; nothing was written.
        """
        if self.disk_full:
            raise StoreFull(
                f"Not written: {what}. The disk is full.", hint="Free space; start again."
            )
        if self.read_only:
            raise StoreReadOnly(
                f"Not written: {what}. The home {self.path.parent} cannot be written.",
                hint="Looking works, changing does not.",
            )
        if file_number(self.path) != self._file:
            raise HomeRefused(
                f"Not written: {what}. {self.path} was deleted or replaced while it was open.",
                hint="Start again to open what is there now.",
            )
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except apsw.Error as error:
            raise translated(error, f"Not written: {what}.") from error
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            if isinstance(error, REFUSALS):
                raise translated(error, f"Not written: {what}.") from error
            raise

    @contextmanager
    def hasty(self, patience: int) -> Iterator[None]:
        """Wait at most `patience` milliseconds for the lock, and not at all for the disk."""
        self._connection.set_busy_timeout(min(patience, round(self._patience * 1000)))
        self._connection.pragma("synchronous", "NORMAL")
        try:
            yield
        finally:
            self._connection.pragma("synchronous", "FULL")
            self._connection.set_busy_timeout(round(self._patience * 1000))

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Run several queries on one unchanging view of the store."""
        try:
            nested = self._connection.in_transaction
        except apsw.Error as error:
            raise translated(error, NOT_READ) from error
        if not nested:
            self.rows("BEGIN")
        try:
            yield
        finally:
            if not nested and self._connection.in_transaction:
                self._connection.execute("ROLLBACK")  # nothing to keep; unlike COMMIT, never fails

    def state(self) -> tuple[int, int]:
        """Give a token that differs whenever any process has changed the store."""
        version = int(self.value("PRAGMA data_version"))
        return version, self._connection.total_changes()

    def size(self) -> int:
        """Give the bytes of the file and its write-ahead log."""
        files = (self.path, self.path.with_name(self.path.name + "-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    def interrupt(self) -> None:
        """Stop the query that another thread is running, if any."""
        self._connection.interrupt()

    def checkpoint(self) -> bool:
        """Move the write-ahead log into the file and empty it; False while a reader needs it.

        What is left then goes when the last process closes the store.
        """
        try:
            self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        except apsw.BusyError:
            return False
        return True

    def close(self) -> None:
        """Close the file; closing twice is fine."""
        self._connection.close()

    def _begin(
        self,
        connect: Callable[[], apsw.Connection],
        load_vec: Extension,
        hash_key: Callable[[], bytes],
    ) -> None:
        """Open the file and make it ready, or close it again."""
        self._connection = connect()
        try:
            self._load_extension(load_vec)
            self._prepare(hash_key)
        except apsw.Error:
            self._connection.close()
            raise
        except MemboardError:
            self._leave_untouched()
            raise

    def _leave_untouched(self) -> None:
        """Close a store that is not ours to change; the last to close would tidy its log."""
        if opening.logged(self.path):
            self._connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        self._connection.close()

    def _open(self) -> apsw.Connection:
        made = opening.read_and_write(self.path, self._patience, make=not self._as_it_is)
        return self._open_read_only() if made is None else made

    def _open_read_only(self) -> apsw.Connection:
        self.read_only = True
        why = "the disk is full" if self.disk_full else "the folder cannot be written"
        return opening.read_only(self.path, self._patience, why)

    def _load_extension(self, load_vec: Extension) -> None:
        try:
            load_vec(self._connection)
        except (apsw.Error, ImportError, OSError, AttributeError) as error:
            self.vec_failure = str(error) or type(error).__name__

    def _prepare(self, hash_key: Callable[[], bytes]) -> None:
        connection = self._connection
        version = migrations.version_of(connection)
        if self._as_it_is and version < migrations.VERSION:
            raise StoreOlder(
                f"The store {self.path} is of an older memboard.",
                hint="Any other memboard command brings it up to date.",
            )
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
        deadline = time.monotonic() + self._patience
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


def file_number(path: Path) -> tuple[int, int] | None:
    """Tell files apart that had the same path one after the other; None where there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
