"""The keys of a project, found by one of them: what is kept by key outlives merging."""

from __future__ import annotations

from memboard.engine.store.database import Database
from memboard.engine.store.namespaces import name_of


def keys_beside(database: Database, key: str) -> tuple[str, ...]:
    """List the keys that lead where one leads, that one first."""
    rows = database.rows(
        "SELECT b.key FROM identities a JOIN identities b ON b.namespace = a.namespace"
        " WHERE a.key = ? ORDER BY b.key",
        (key,),
    )
    return tuple(dict.fromkeys((key, *(other for (other,) in rows))))


def project_named(database: Database, key: str) -> str:
    """Give the name of the project that a key leads to; the key itself where it leads nowhere."""
    found = database.value("SELECT namespace FROM identities WHERE key = ?", (key,))
    return key if found is None else name_of(database, int(found))
