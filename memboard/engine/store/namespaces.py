"""Namespaces: the bucket of each project, the single global one, and the keys that lead there."""

from __future__ import annotations

from memboard.engine.project import Project
from memboard.engine.store.database import Database

GLOBAL = 1
"""The namespace id of the global bucket."""
NO_PROJECT = "global"
"""The key of what belongs to no project."""


def find_namespace(database: Database, project: Project) -> int | None:
    """Find a project's namespace by the strongest of its keys that the store knows.

    A weaker key (the repository's folder) counts only while its namespace has no origin of
    its own: a folder that now holds another clone is another project.
    """
    strongest, *weaker = project.keys
    found = database.value("SELECT namespace FROM identities WHERE key = ?", (strongest,))
    if found is not None:
        return int(found)
    for key in weaker:
        found = database.value(
            "SELECT namespace FROM identities i WHERE key = ? AND NOT EXISTS"
            " (SELECT 1 FROM identities o WHERE o.namespace = i.namespace AND o.key GLOB 'git:*')",
            (key,),
        )
        if found is not None:
            return int(found)
    if strongest.startswith("name:"):
        return named_namespace(database, project.name)
    return None


def named_namespace(database: Database, name: str) -> int | None:
    """Find the one project of this name; none where several share it."""
    rows = database.rows(
        "SELECT id FROM namespaces WHERE scope = 'project' AND name = ? COLLATE NOCASE", (name,)
    )
    return int(rows[0][0]) if len(rows) == 1 else None


def ensure_namespace(database: Database, project: Project, now: int) -> int:
    """Find or make a project's namespace inside a write transaction, and learn its new keys.

    A folder's key leads to the project that was there last.
    """
    namespace = find_namespace(database, project)
    if namespace is None:
        namespace = database.insert(
            "INSERT INTO namespaces (name, scope, created_at) VALUES (?, 'project', ?)",
            (project.name, now),
        )
    for key in project.keys:
        database.run(
            "INSERT INTO identities (key, namespace) VALUES (?, ?)"
            " ON CONFLICT (key) DO UPDATE SET namespace = excluded.namespace",
            (key, namespace),
        )
    return namespace


def has_namesake(database: Database, project: Project) -> bool:
    """Tell whether a folder without notes is called as one project that is known by name only."""
    if project.keys[0].startswith("name:") or find_namespace(database, project) is not None:
        return False
    rows = database.rows(
        "SELECT 1 FROM namespaces s WHERE scope = 'project' AND name = ? COLLATE NOCASE"
        " AND NOT EXISTS (SELECT 1 FROM identities i WHERE i.namespace = s.id"
        " AND key NOT GLOB 'name:*')",
        (project.name,),
    )
    return len(rows) == 1


def keys_of(database: Database, project: Project | None) -> tuple[str, ...]:
    """List all keys that lead to where a project leads, its own first; `global` outside of one.

    What is kept by key outlives merging and renaming.
    """
    if project is None:
        return (NO_PROJECT,)
    namespace = find_namespace(database, project)
    rows = database.rows("SELECT key FROM identities WHERE namespace = ?", (namespace,))
    return tuple(dict.fromkeys((*project.keys, *(key for (key,) in rows))))


def name_of(database: Database, namespace: int) -> str:
    """Give a namespace's name."""
    return str(database.value("SELECT name FROM namespaces WHERE id = ?", (namespace,)))
