"""Survey: what of the whole store, every project's notes, the scan would withhold today."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from memboard.engine.model import Value
from memboard.engine.recall.withhold import withheld
from memboard.engine.store import namespaces, notes
from memboard.engine.store.notes import NoteRow
from memboard.engine.store.store import Store

PAGE = 200
"""Notes read at once; no view of the store is held for longer than a page is read."""
EXAMPLES = 5


class Suspect(Value, frozen=True):
    """A note that would be withheld."""

    note_id: str
    namespace: str


class Survey(Value, frozen=True):
    """What the scan says of every note that is kept."""

    notes: int
    """Of all projects, and the global ones."""
    withheld: dict[str, int]
    """By the class that a model would be told, most first."""
    released: int
    """Notes whose present text a person let pass."""
    examples: tuple[Suspect, ...]
    """The first few that would be withheld."""


def survey(store: Store, progress: Callable[[int, int], None] | None = None) -> Survey:
    """Scan every note of a store, some 0.1 ms each; tells how many are done, of how many."""
    total = int(store.database.value("SELECT count(*) FROM notes"))
    counts: Counter[str] = Counter()
    examples: list[Suspect] = []
    done = 0
    for page in pages(store):
        for row in page:
            found = withheld(store, row)
            if not found:
                continue
            counts[found[0].class_] += 1
            if len(examples) < EXAMPLES:
                name = namespaces.name_of(store.database, row.namespace)
                examples.append(Suspect(note_id=row.id, namespace=name))
        done += len(page)
        if progress is not None:
            progress(done, max(done, total))
    released = store.database.value(
        "SELECT count(*) FROM releases r JOIN notes n ON n.id = r.note_id"
        " AND n.revision = r.revision"
    )
    return Survey(
        notes=done,
        withheld=dict(counts.most_common()),
        released=int(released),
        examples=tuple(examples),
    )


def pages(store: Store) -> Iterator[Sequence[NoteRow]]:
    """Read all notes, oldest first, a page at a time."""
    last = 0
    while True:
        keys = store.database.rows(
            "SELECT key FROM notes WHERE key > ? ORDER BY key LIMIT ?", (last, PAGE)
        )
        if not keys:
            return
        last = int(keys[-1][0])
        yield tuple(notes.by_keys(store.database, [int(row[0]) for row in keys]).values())
