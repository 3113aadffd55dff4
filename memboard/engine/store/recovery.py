"""Recovery points: whole copies of the store beside it, made before a cycle changes notes.

They hold what the store held, so that they go when a text is erased for good.
"""

from __future__ import annotations

import os
from pathlib import Path

import apsw

from memboard.engine.errors import StoreError
from memboard.engine.store import opening

FOLDER = "recovery"
KEPT = 5
"""Recovery points that are kept, the newest."""
PATIENCE_SECONDS = 10.0
UNFINISHED = ".part"


def folder_of(store: Path) -> Path:
    """Give the folder of a store's recovery points."""
    return store.with_name(FOLDER)


def begin_copy(store: Path, name: str) -> Path:
    """Copy the store as it was last committed, under a name that says it is not yet trusted.

    Raises:
        StoreError: it cannot be copied, for want of space or of permission.
    """
    folder = folder_of(store)
    staged = folder / f"{name}.db{UNFINISHED}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        staged.unlink(missing_ok=True)
        os.close(os.open(staged, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        copy_store(store, staged)
    except (OSError, apsw.Error) as error:
        staged.unlink(missing_ok=True)
        raise StoreError(
            f"No recovery point was made: {error}.",
            hint="Nothing was changed. Look at the space and the rights of the home's folder.",
        ) from error
    return staged


def copy_store(store: Path, copy: Path) -> None:
    """Copy a store with SQLite's backup, into one file without a log."""
    source = opening.read_only(store, PATIENCE_SECONDS, "the copy could not be made")
    try:
        target = apsw.Connection(os.fspath(copy))
        try:
            with target.backup("main", source, "main") as backup:
                backup.step(-1)
            target.pragma("journal_mode", "delete")
        finally:
            target.close()
    finally:
        source.close()


def trust(staged: Path) -> str:
    """Check a copy, and only then give it the name of a recovery point; gives that name.

    Raises:
        StoreError: it is not whole, and was thrown away.
    """
    answers = checked(staged)
    if answers != ["ok"]:
        staged.unlink(missing_ok=True)
        raise StoreError(
            f"The recovery point is not whole: {'; '.join(answers[:3])}.",
            hint="Nothing was changed. memboard doctor looks at the store itself.",
        )
    final = staged.with_suffix("")
    staged.replace(final)
    sync(final.parent)
    return final.name


def checked(copy: Path) -> list[str]:
    """Let SQLite check a whole copy, and see that it is a store at all."""
    try:
        connection = apsw.Connection(os.fspath(copy), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            connection.execute("SELECT count(*) FROM notes").fetchall()
            return [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
        finally:
            connection.close()
    except apsw.Error as error:
        return [str(error)]


def sync(folder: Path) -> None:
    """Make a new name in a folder outlast a power cut, where the system can."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def points(store: Path) -> list[Path]:
    """List the recovery points of a store, oldest first."""
    found = folder_of(store).glob("*.db")
    return sorted(found, key=lambda point: (point.stat().st_mtime_ns, point.name))


def tidy(store: Path) -> None:
    """Throw away all recovery points but the newest, and copies that were never finished."""
    for old in (*points(store)[:-KEPT], *folder_of(store).glob(f"*{UNFINISHED}*")):
        old.unlink(missing_ok=True)


def drop_all(store: Path) -> None:
    """Throw away every recovery point, because a text must be nowhere any more."""
    for point in (*points(store), *folder_of(store).glob(f"*{UNFINISHED}*")):
        point.unlink(missing_ok=True)
