"""Whether vec0's tables are in step: a process without sqlite-vec leaves them behind."""

from __future__ import annotations

from memboard.engine.store.database import Database


def mark_unfiled(database: Database) -> None:
    """Note that vec0 lags behind or is not there, for the next process that has sqlite-vec."""
    database.run("INSERT INTO meta VALUES ('vec_unfiled', 1) ON CONFLICT DO NOTHING")


def filed(database: Database) -> bool:
    """Tell whether vec0 can be asked: sqlite-vec is here, and its tables are up to date."""
    return database.vec_failure is None and not unfiled(database)


def unfiled(database: Database) -> bool:
    """Tell whether a process without sqlite-vec changed vectors."""
    return (
        database.value("SELECT 1 FROM meta WHERE key = 'vec_unfiled'") is not None
        or database.value("SELECT 1 FROM loose_vectors LIMIT 1") is not None
    )


def mark_filed(database: Database) -> None:
    """Note that vec0 is up to date again."""
    database.run("DELETE FROM meta WHERE key = 'vec_unfiled'")
