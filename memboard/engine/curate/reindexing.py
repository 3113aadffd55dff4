"""Embedding what lacks a vector, and building another embedder's generation beside the old one.

Both go in small batches, each a transaction of its own, so that a kill loses at most one batch
and the next run goes on where it stopped. A batch is one step of a generator: whoever drives it
can show progress, do other work between steps, or stop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from memboard.engine.answers import Reindexed
from memboard.engine.curate.workshop import vectors_of
from memboard.engine.embed import EmbedderHandle
from memboard.engine.errors import Cancelled, StoreDamaged
from memboard.engine.model import Value
from memboard.engine.store import notes, vectors
from memboard.engine.store.faults import RESCUE
from memboard.engine.store.store import Store

BATCH = 8
"""Notes a step: some 30 ms of model time."""

Batch = tuple[tuple[int, int], ...]
"""Key and revision of the notes embedded in one step."""
MAX_REPEATS = 3
"""Another process may drop a generation, so that a batch comes again; not time after time."""

MISSING = (
    "FROM notes n LEFT JOIN embeddings e ON e.note = n.key AND e.generation = ?"
    " WHERE e.revision IS NULL OR e.revision <> n.revision"
)


class Step(Value, frozen=True):
    """How far a long job is."""

    done: int
    total: int


def reindex_steps(store: Store, handle: EmbedderHandle) -> Iterator[Step]:
    """Bring every note of the store into an embedder's generation, then let it answer.

    Until the last step the old generation answers. The switch is one transaction, made only
    when nothing is missing; the old vectors are dropped in it.

    Raises:
        EmbedderFailed, ModelMissing, ModelDamaged: what was embedded so far is kept.
    """
    handle.get()
    done = 0
    total = missing_count(store, handle)
    yield Step(done=done, total=total)
    last: Batch = ()
    repeats = 0
    while not switched(store, handle):
        batch = embed_batch(store, handle)
        repeats = repeats + 1 if batch == last else 0
        if repeats == MAX_REPEATS:
            raise StoreDamaged("The store is damaged: it does not keep its vectors.", hint=RESCUE)
        last = batch
        done += len(batch)
        yield Step(done=done, total=max(total, done))


def generation_id(store: Store, handle: EmbedderHandle) -> int | None:
    """Look up the generation's number anew: another process may have dropped it meanwhile."""
    found = vectors.find_generation(store.database, handle.id)
    return found.id if found else None


def missing_count(store: Store, handle: EmbedderHandle) -> int:
    """Count the notes that an embedder's generation lacks."""
    return int(store.database.value(f"SELECT count(*) {MISSING}", (generation_id(store, handle),)))


def embed_batch(store: Store, handle: EmbedderHandle) -> Batch:
    """Embed some missing notes; a note changed meanwhile is left for a later batch."""
    keys = [
        int(row[0])
        for row in store.database.rows(
            f"SELECT n.key {MISSING} ORDER BY length(n.text), n.key LIMIT {BATCH}",
            (generation_id(store, handle),),
        )
    ]
    rows = list(notes.by_keys(store.database, keys).values())
    if not rows:
        return ()
    made = vectors_of(handle, [row.text for row in rows])
    with store.writing("vectors") as now:
        generation = vectors.ensure_generation(store.database, handle.id, handle.dimensions, now)
        vectors.count_batch(store.database)
        present = notes.by_keys(store.database, keys)
        for row, vector in zip(rows, made, strict=True):
            still = present.get(row.key)
            if still is not None and still.revision == row.revision:
                vectors.put_vector(store.database, generation, row.key, row.revision, now, vector)
    return tuple((row.key, row.revision) for row in rows)


def switched(store: Store, handle: EmbedderHandle) -> bool:
    """Let an embedder's generation answer if it lacks nothing; tell whether it does."""
    if missing_count(store, handle):
        return False
    with store.writing("the switch to the new generation") as now:
        if missing_count(store, handle):
            return False
        generation = vectors.ensure_generation(store.database, handle.id, handle.dimensions, now)
        vectors.bind(store.database, generation.embedder)
        for old in vectors.generations(store.database):
            if old.id != generation.id:
                vectors.drop_generation(store.database, old)
    return True


def drain(
    steps: Iterator[Step],
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Step:
    """Run a job to its end, telling its progress, until the caller asks to stop.

    Raises:
        Cancelled: the caller asked to stop; what was done is kept.
    """
    last = Step(done=0, total=0)
    for last in steps:
        if progress:
            progress(last.done, last.total)
        if cancelled and cancelled():
            raise Cancelled(f"Stopped at {last.done:,} of {last.total:,}; what was done is kept.")
    return last


def reindexed(store: Store, handle: EmbedderHandle, last: Step) -> Reindexed:
    """Say what a finished job did."""
    return Reindexed(
        embedder=handle.id,
        embedded=last.done,
        total=int(store.database.value("SELECT count(*) FROM notes")),
        switched=vectors.bound_embedder(store.database) == handle.id,
    )
