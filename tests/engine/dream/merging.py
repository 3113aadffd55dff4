"""What the tests of applied cycles share: a store of notes that repeat, and merges of them."""

from __future__ import annotations

from collections.abc import Sequence

from memboard.engine import Draft, Memory
from memboard.engine.dream.answers import Applied
from memboard.engine.dream.applying import apply_merges
from memboard.engine.dream.claiming import claimed
from memboard.engine.dream.neighbourhoods import member_of
from memboard.engine.dream.values import Member, Merge
from memboard.engine.store import cycles, namespaces, notes
from memboard.engine.store.cycles import Cycle
from memboard.engine.store.notes import NoteRow

SAID = "The staging database listens on port 5433"
AGAIN = "the staging database listens on port 5433."
COLOURS = ("teal", "plum", "cyan", "blue", "green", "red", "grey", "pink", "white", "black")


def fill(memory: Memory, others: int = 10) -> tuple[str, str]:
    """Store two notes that say one thing, and others; gives the ids of the two."""
    added = memory.add_many(
        [Draft(text=SAID, topic="databases", tags=("db",), importance=0.4)]
        + [Draft(text=AGAIN, tags=("staging",), importance=0.9)]
        + [Draft(text=f"{COLOURS[at % 10]} is the colour of key {at}") for at in range(others)]
    )
    ids = [one.note.id for one in added if one.note is not None]
    return ids[0], ids[1]


def row(memory: Memory, note_id: str) -> NoteRow:
    """Read a note's row."""
    found = notes.by_id(memory._store.database, note_id)
    assert found is not None
    return found


def members(memory: Memory, *ids: str) -> tuple[Member, ...]:
    """Look at notes as a cycle does."""
    return tuple(member_of(row(memory, note_id)) for note_id in ids)


def merge(memory: Memory, *ids: str, text: str = SAID + ".", topic: str | None = None) -> Merge:
    """A merge of notes as they are now."""
    return Merge(members=members(memory, *ids), text=text, topic=topic)


def home_of(memory: Memory) -> int:
    """The namespace of the project."""
    return memory._store.project_namespace() or namespaces.GLOBAL


def run(memory: Memory, merges: Sequence[Merge], *, written: Sequence[Merge] = ()) -> Applied:
    """Claim a cycle and apply merges."""
    work = memory._workshop(None)
    with claimed(work.store, work.author, home_of(memory), "apply") as cycle:
        return apply_merges(
            work, home_of(memory), merges, cycle, written=[one.digest for one in written]
        )


def cycle_of(memory: Memory, applied: Applied) -> Cycle:
    """Read the record of a cycle."""
    found = cycles.find_cycle(memory._store.database, applied.cycle)
    assert found is not None
    return found


def whole_store(memory: Memory) -> list[object]:
    """All rows of what a cycle may touch."""
    database = memory._store.database
    tables = ("notes", "journal", "links", "forgotten", "embeddings", "token_signs")
    return [database.rows(f"SELECT * FROM {table} ORDER BY 1, 2") for table in tables]  # noqa: S608
