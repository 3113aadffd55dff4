"""Brings a store to the present schema, step by step."""

from __future__ import annotations

import apsw

from memboard.engine.errors import StoreDamaged, StoreNewer
from memboard.engine.store.schema import FIRST, SECOND, THIRD

APPLICATION_ID = 0x6D656D62
"""`memb`, in the file's header."""

STEPS: tuple[str, ...] = (FIRST, SECOND, THIRD)
"""Step n brings a store from version n to n + 1."""

VERSION = len(STEPS)


def version_of(connection: apsw.Connection) -> int:
    """Read the schema version of an open file.

    Raises:
        StoreDamaged: it is another program's SQLite file, or no SQLite file.
        StoreNewer: a newer memboard wrote it.
    """
    try:
        # in this order: another process may be making the store, all three at once
        empty = connection.execute("SELECT count(*) FROM sqlite_schema").get == 0
        owner = int(connection.pragma("application_id"))
        version = int(connection.pragma("user_version"))
    except apsw.NotADBError as error:
        raise StoreDamaged(
            f"{connection.filename} is not a SQLite file.",
            hint="Move it away, or name another home with --home.",
        ) from error
    if owner != APPLICATION_ID and not empty:
        raise StoreDamaged(
            f"{connection.filename} is another program's database; it was not touched.",
            hint="Name another home with --home.",
        )
    if version > VERSION:
        raise StoreNewer(
            f"The store was written by a newer memboard (schema {version}, this one knows "
            f"{VERSION}); it was not touched.",
            hint="Update memboard.",
        )
    return version


def migrate(connection: apsw.Connection, hash_key: bytes) -> None:
    """Bring the open file to `VERSION`, each step in one transaction with its number.

    Args:
        connection: the open file.
        hash_key: 32 random bytes, kept by a new store for its keyed hashes.
    """
    while version_of(connection) < VERSION:
        connection.execute("BEGIN IMMEDIATE")
        try:
            step(connection, version_of(connection), hash_key)
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise


def step(connection: apsw.Connection, version: int, hash_key: bytes) -> None:
    """Take one step inside a transaction, unless another process took it first."""
    if version >= VERSION:
        return
    connection.execute(STEPS[version])
    if version == 0:
        connection.pragma("application_id", APPLICATION_ID)
        connection.execute("INSERT INTO meta VALUES ('hash_key', ?)", (hash_key,))
    connection.pragma("user_version", version + 1)
