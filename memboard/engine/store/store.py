"""The open store: the database with its clock, its randomness, and whose notes may be seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from memboard.engine.errors import InvalidInput
from memboard.engine.model import Scope, Snapshot
from memboard.engine.project import Project
from memboard.engine.sources import Clock, Entropy, to_millis
from memboard.engine.store import (
    embeddings,
    filing,
    forgotten,
    journal,
    namespaces,
    notes,
    recalls,
    vectors,
    words,
)
from memboard.engine.store.database import Database
from memboard.engine.store.notes import NoteRow
from memboard.engine.store.vectors import Generation, Vector


class Store:
    """What every operation works on.

    Rows, words and vectors change only through `insert`, `update` and `remove`, so that they
    cannot drift apart.
    """

    def __init__(
        self, database: Database, clock: Clock, entropy: Entropy, project: Project | None
    ) -> None:
        self.database = database
        self.clock = clock
        self.entropy = entropy
        self.project = project
        self._unembedded: tuple[object, tuple[int, int]] | None = None  # counted once a change

    def now(self) -> int:
        """Give the present moment in milliseconds."""
        return to_millis(self.clock())

    def project_namespace(self) -> int | None:
        """Give this project's namespace; None outside a project, or before its first note."""
        if self.project is None:
            return None
        return namespaces.find_namespace(self.database, self.project)

    def namespaces(self, scope: Scope | None = None) -> tuple[int, ...]:
        """List the namespaces whose notes may be seen here, the project's first."""
        own = self.project_namespace() if scope != "global" else None
        shared = () if scope == "project" else (namespaces.GLOBAL,)
        return shared if own is None else (own, *shared)

    def target_scope(self, scope: Scope | None) -> Scope:
        """Settle where a note goes.

        Raises:
            InvalidInput: `project` was asked for where there is no project.
        """
        if scope == "project" and self.project is None:
            raise InvalidInput(
                "There is no project here, so a note can only be global.",
                hint="Leave the scope out, or name a project with --project.",
            )
        return scope or ("project" if self.project is not None else "global")

    def existing_target(self, scope: Scope) -> int | None:
        """Give the namespace a note of this scope would go to, if it exists yet."""
        return namespaces.GLOBAL if scope == "global" else self.project_namespace()

    def ensure_target(self, scope: Scope) -> int:
        """Find or make the namespace of a scope inside a write transaction."""
        if scope == "global" or self.project is None:
            return namespaces.GLOBAL
        return namespaces.ensure_namespace(self.database, self.project, self.now())

    @contextmanager
    def writing(self, what: str) -> Iterator[int]:
        """Run one write transaction; gives its moment in milliseconds."""
        with self.database.writing(what):
            now = self.now()
            if forgotten.expire(self.database, now):
                words.drop_traces(self.database)
            if self.database.vec_failure is None and filing.unfiled(self.database):
                vectors.file_vectors(self.database)
            yield now

    @contextmanager
    def noting(self, patience: int) -> Iterator[int]:
        """Run a write transaction for what is good to know but not worth waiting for.

        It gives up after `patience` milliseconds, and does not wait for the disk.
        """
        with self.database.hasty(patience), self.database.writing("a record"):
            yield self.now()

    def bound(self) -> Generation | None:
        """Give the generation that answers searches."""
        return vectors.find_generation(self.database, vectors.bound_embedder(self.database))

    def unembedded(self, namespaces: Sequence[int]) -> tuple[int, int]:
        """Count the notes of some namespaces with no vector yet, and with one of an older text."""
        token = (self.bound_state(), tuple(namespaces))
        if self._unembedded is None or self._unembedded[0] != token:
            generation = self.bound()
            pending = stale = 0
            for namespace in namespaces:
                total, current, old = embeddings.counts(self.database, generation, namespace)
                pending, stale = pending + total - current - old, stale + old
            self._unembedded = (token, (pending, stale))
        return self._unembedded[1]

    def bound_state(self) -> tuple[object, ...]:
        """Give a token that changes with notes and vectors, but not with records of recalls."""
        return self.database.rows(
            "SELECT (SELECT max(seq) FROM journal),"
            " (SELECT value FROM meta WHERE key = 'embedded'),"
            " (SELECT value FROM meta WHERE key = 'embedder')"
        )[0]

    def insert(self, row: NoteRow) -> NoteRow:
        """Insert a note and index its words; key 0 takes the next free one."""
        columns = notes.FIELDS
        marks = ", ".join("?" * len(NoteRow.__struct_fields__))
        values = list(notes.bindings_of(row))
        values[0] = row.key or None
        key = self.database.insert(f"INSERT INTO notes ({columns}) VALUES ({marks})", values)  # noqa: S608
        stored = notes.by_keys(self.database, [key])[key]
        words.put_words(self.database, stored)
        return stored

    def update(self, old: NoteRow, new: NoteRow) -> None:
        """Rewrite a note's row, words and, where it moved or its text changed, its vectors."""
        marks = ", ".join(f"{name} = ?" for name in NoteRow.__struct_fields__)
        values = (*notes.bindings_of(new), new.key)
        self.database.run(f"UPDATE notes SET {marks} WHERE key = ?", values)  # noqa: S608 - our names
        words.put_words(self.database, new)
        if (new.topic, new.tags) != (old.topic, old.tags):  # not the words that were let pass
            recalls.set_released(self.database, new.id, new.revision, new.updated_at, on=False)
        if new.revision != old.revision:
            vectors.remove_vectors(self.database, new.key)
        elif new.namespace != old.namespace:
            vectors.refile_vectors(self.database, new.key)

    def remove(self, row: NoteRow, now: int, *, suppress: bool) -> None:
        """Take a note out of rows, words and vectors; keep it among the forgotten."""
        generation = self.bound()
        vector = vectors.take_whole(self.database, generation, row.key) if generation else None
        forgotten.keep_forgotten(
            self.database,
            row,
            now,
            suppress=suppress,
            vector=vector,
            generation=generation.id if generation else None,
        )
        vectors.remove_vectors(self.database, row.key)
        words.remove_words(self.database, row.key)
        self.database.run("DELETE FROM notes WHERE key = ?", (row.key,))

    def put_vector(self, row: NoteRow, embedder: str, vector: Vector, now: int) -> None:
        """Store the vector of a note's present text; the first one binds the store."""
        bound = vectors.bound_embedder(self.database)
        if bound is None:
            vectors.bind(self.database, embedder)
        elif bound != embedder:
            return  # another process bound the store meanwhile; the note stays findable by words
        generation = vectors.ensure_generation(
            self.database, embedder, len(vector.floats) // 4, now
        )
        vectors.put_vector(self.database, generation, row.key, row.revision, now, vector)

    def snapshot(self, row: NoteRow) -> Snapshot:
        """Take the picture of a note that the journal keeps."""
        return notes.snapshot_of(row, namespaces.name_of(self.database, row.namespace))

    def record(
        self,
        author: journal.Author,
        now: int,
        entries: Sequence[journal.Entry],
        change: int | None = None,
    ) -> tuple[int, ...]:
        """Append entries to the journal inside a write transaction."""
        return journal.write_change(self.database, author, now, entries, change)
