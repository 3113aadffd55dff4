"""Repairing identities: which projects there are, which belong together, what they are called."""

from __future__ import annotations

import msgspec

from memboard.engine.answers import Moved, ProjectRow
from memboard.engine.curate.editing import edit_entry
from memboard.engine.curate.forgetting import forget_entry
from memboard.engine.curate.workshop import Workshop
from memboard.engine.errors import Ambiguous, InvalidInput, NotFound
from memboard.engine.project import Project, named_project
from memboard.engine.sources import from_millis
from memboard.engine.store import namespaces, notes
from memboard.engine.store.journal import Entry
from memboard.engine.store.notes import NoteRow
from memboard.engine.store.store import Store


def list_projects(store: Store) -> tuple[ProjectRow, ...]:
    """List every namespace: the busiest project first, the global bucket last."""
    here = store.project_namespace()
    found = store.database.rows(
        "SELECT s.id, s.name, s.scope, (SELECT count(*) FROM notes n WHERE n.namespace = s.id),"
        " (SELECT max(at) FROM journal j WHERE j.namespace = s.id)"
        " FROM namespaces s ORDER BY s.scope = 'global', 4 DESC, s.name"
    )
    return tuple(
        ProjectRow(
            name=name,
            keys=identities_of(store, namespace),
            notes=count,
            last_change=None if last is None else from_millis(last),
            current=namespace == here,
            scope=scope,
        )
        for namespace, name, scope, count, last in found
    )


def identities_of(store: Store, namespace: int) -> tuple[str, ...]:
    """List the keys that lead to a namespace."""
    found = store.database.rows(
        "SELECT key FROM identities WHERE namespace = ? ORDER BY key", (namespace,)
    )
    return tuple(str(row[0]) for row in found)


def find_named(store: Store, name: str) -> int:
    """Find the namespace of a project that the user named by name, key or folder.

    Raises:
        NotFound: there is none; the known ones are listed.
        Ambiguous: several projects have this name; their keys are listed.
    """
    by_key = store.database.value("SELECT namespace FROM identities WHERE key = ?", (name,))
    if by_key is not None:
        return int(by_key)
    same = store.database.rows(
        "SELECT id FROM namespaces WHERE scope = 'project' AND name = ? COLLATE NOCASE", (name,)
    )
    if len(same) == 1:
        return int(same[0][0])
    if same:
        keys = tuple(
            str(row[0])
            for row in store.database.rows(
                "SELECT key FROM identities i JOIN namespaces s ON s.id = i.namespace"
                " WHERE s.name = ? COLLATE NOCASE ORDER BY key",
                (name,),
            )
        )
        raise Ambiguous(
            f'{len(same)} projects are called "{name}": {", ".join(keys)}.',
            hint="Name one by its key.",
            candidates=keys,
        )
    project = named_project(name)
    found = namespaces.find_namespace(store.database, project) if project else None
    if found is not None:
        return found
    known = [row.name for row in list_projects(store) if row.scope == "project"]
    listed = ", ".join(known[:8]) or "none yet"
    raise NotFound(f'No project is called "{name}".', hint=f"Known: {listed}.", near=tuple(known))


def find_target(store: Store, name: str) -> int | Project:
    """Find the namespace that takes in another, or the folder that will have one.

    Raises:
        NotFound: there is none, and this is no folder.
        Ambiguous: several projects have this name.
    """
    try:
        return find_named(store, name)
    except NotFound:
        project = named_project(name)
        if project is None or project.keys[0].startswith("name:"):
            raise
        return project


def rename_project(store: Store, name: str, new_name: str) -> ProjectRow:
    """Give a project another name; its identity stays.

    Raises:
        InvalidInput: the name is empty, too long, or not printable.
    """
    clean = " ".join(new_name.split())
    if not clean or len(clean) > 80 or not clean.isprintable():
        raise InvalidInput("A project's name has 1 to 80 printable characters.")
    namespace = find_named(store, name)
    with store.writing(f"the new name of {name}"):
        store.database.run("UPDATE namespaces SET name = ? WHERE id = ?", (clean, namespace))
    keys = identities_of(store, namespace)
    return next(row for row in list_projects(store) if row.name == clean and row.keys == keys)


def merge_projects(workshop: Workshop, source: str, target: str) -> Moved:
    """Move all notes of one project into another, whose identity then covers both.

    The target may be a folder that has no notes yet.

    Notes that the target has word for word are forgotten in the source, restorable.

    Raises:
        InvalidInput: source and target are the same project.
    """
    store, database = workshop.store, workshop.store.database
    old, place = find_named(store, source), find_target(store, target)
    if old == place:
        raise InvalidInput(f'"{source}" and "{target}" are the same project.')
    with store.writing(f"merging {source} into {target}") as now:
        new = place
        if isinstance(new, Project):
            new = namespaces.ensure_namespace(database, new, now)
        names = namespaces.name_of(database, old), namespaces.name_of(database, new)
        keys = [
            int(row[0])
            for row in database.rows("SELECT key FROM notes WHERE namespace = ?", (old,))
        ]
        entries = [
            move_note(store, row, new, now) for row in notes.by_keys(database, keys).values()
        ]
        database.run("UPDATE identities SET namespace = ? WHERE namespace = ?", (new, old))
        database.run("UPDATE journal SET namespace = ? WHERE namespace = ?", (new, old))
        database.run("UPDATE forgotten SET namespace = ? WHERE namespace = ?", (new, old))
        database.run("UPDATE cycles SET namespace = ? WHERE namespace = ?", (new, old))
        database.run("UPDATE proposals SET namespace = ? WHERE namespace = ?", (new, old))
        database.run("DELETE FROM asked WHERE namespace = ?", (old,))
        database.run("DELETE FROM namespaces WHERE id = ?", (old,))
        store.record(workshop.author, now, entries)
    doubles = sum(entry.after is None for entry in entries)
    return Moved(source=names[0], target=names[1], moved=len(entries) - doubles, doubles=doubles)


def move_note(store: Store, row: NoteRow, namespace: int, now: int) -> Entry:
    """Move one note inside the transaction, or forget it where the target says the same."""
    if notes.by_digest(store.database, namespace, row.digest) is not None:
        entry = forget_entry(store, row)
        store.remove(row, now, suppress=False)
        return Entry(
            op="merge",
            note_id=row.id,
            namespace=namespace,
            before=entry.before,
            after=None,
        )
    moved = msgspec.structs.replace(row, namespace=namespace, updated_at=now)
    store.update(row, moved)
    return edit_entry(store, "merge", row, moved)
