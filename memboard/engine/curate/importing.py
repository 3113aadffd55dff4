"""Import: bringing in the lines of an export, or of any other file of texts.

It can be repeated: notes that are here already count as unchanged, a note edited here since keeps
its newer text, and what was forgotten here stays forgotten.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from memboard.engine.answers import Imported, Notice
from memboard.engine.curate.adding import free_id, new_row
from memboard.engine.curate.lines import Incoming
from memboard.engine.curate.reindexing import Step
from memboard.engine.curate.workshop import Workshop, embed
from memboard.engine.sources import to_millis
from memboard.engine.store import forgotten, notes, recalls
from memboard.engine.store.journal import Entry
from memboard.engine.store.store import Store

BATCH = 32
ID_FORM = re.compile("[a-z2-7]{8}")


class Tally:
    """Counts what became of the lines, and joins all batches to one change."""

    def __init__(self, skipped: tuple[str, ...] = (), incoming: Sequence[Incoming] = ()) -> None:
        self.skipped = skipped
        self.ignored = Counter(name for one in incoming for name in one.ignored)
        self.counts: Counter[str] = Counter()
        self.change: int | None = None

    def imported(self) -> Imported:
        """Give the result."""
        return Imported(
            new=self.counts["new"],
            unchanged=self.counts["unchanged"],
            changed_here=self.counts["changed_here"],
            suppressed=self.counts["suppressed"],
            masked=self.counts["masked"],
            skipped=self.skipped,
            change=self.change,
            notices=self._notices(),
        )

    def _notices(self) -> tuple[Notice, ...]:
        if not self.ignored:
            return ()
        listed = ", ".join(f"{name} {count:,}" for name, count in sorted(self.ignored.items()))
        text = f"Fields of another form were left out: {listed}."
        return (Notice(code="fields_ignored", text=text),)


def import_steps(workshop: Workshop, incoming: list[Incoming], tally: Tally) -> Iterator[Step]:
    """Write the lines in batches, shortest texts together; each batch is one transaction."""
    total = len(incoming)
    yield Step(done=0, total=total)
    for start in range(0, total, BATCH):
        batch = incoming[start : start + BATCH]
        import_batch(workshop, batch, tally)
        yield Step(done=min(start + BATCH, total), total=total)


def import_batch(workshop: Workshop, batch: list[Incoming], tally: Tally) -> None:
    """Write one batch, or nothing of it."""
    store = workshop.store
    fresh = [at for at, one in enumerate(batch) if fate(store, one) == "new"]
    embedded = embed(workshop, [batch[at].checked.draft.text for at in fresh])
    place = {at: index for index, at in enumerate(fresh)}
    counted: list[str] = []
    with store.writing(f"{len(batch)} imported notes") as now:
        entries: list[Entry] = []
        for at, one in enumerate(batch):
            outcome = fate(store, one)
            counted.append(outcome)
            counted += ["masked"] if outcome == "new" and one.checked.masked else []
            if outcome != "new":
                continue
            namespace = store.ensure_target(one.checked.scope)
            new = imported_row(workshop, one, namespace, now)
            forgotten.drop_forgotten(store.database, new.id)
            recalls.drop_records(store.database, new.id)  # an id used again: another text
            row = store.insert(new)
            if at in place:
                embedded.only(place[at]).put(store, row, now)
            entries.append(
                Entry(
                    op="add",
                    note_id=row.id,
                    namespace=namespace,
                    before=None,
                    after=store.snapshot(row),
                )
            )
        numbers = store.record(workshop.author, now, entries, tally.change)
    tally.change = tally.change or (numbers[0] if numbers else None)
    tally.counts.update(counted)


def fate(store: Store, one: Incoming) -> str:
    """Decide what becomes of a line: new, unchanged, changed_here or suppressed."""
    namespace = store.existing_target(one.checked.scope)
    if namespace is None:
        return "new"
    if notes.by_digest(store.database, namespace, one.checked.digest) is not None:
        return "unchanged"
    if forgotten.forgotten_at(store.database, namespace, one.checked.digest) is not None:
        return "suppressed"
    if one.record.id is not None:
        here = notes.by_id(store.database, one.record.id)
        if here is not None and here.namespace in store.namespaces():
            return "changed_here"
        gone = forgotten.find_forgotten(store.database, one.record.id)
        if here is None and gone is not None and gone.namespace == namespace:
            return "new" if undone_add(store, gone.id) else "suppressed"
    return "new"


def undone_add(store: Store, note_id: str) -> bool:
    """Tell whether a note is away only because its adding was taken back."""
    found = store.database.value("SELECT digest IS NULL FROM forgotten WHERE id = ?", (note_id,))
    return bool(found)


def imported_row(workshop: Workshop, one: Incoming, namespace: int, now: int) -> notes.NoteRow:
    """Make the row of an imported note: its own id where that is free, its own times."""
    record = one.record
    row = new_row(workshop, one.checked, namespace, now)
    created = now if record.created_at is None else to_millis(aware(record.created_at))
    updated = created if record.updated_at is None else to_millis(aware(record.updated_at))
    known = created if record.known_since is None else to_millis(aware(record.known_since))
    return msgspec.structs.replace(
        row,
        id=record.id if usable_id(workshop.store, record.id) else free_id(workshop.store),
        created_at=created,
        updated_at=max(created, updated),
        known_since=known if known < created else None,
    )


def usable_id(store: Store, note_id: str | None) -> bool:
    """Tell whether an id has our form and no note here has or had it."""
    if note_id is None or not ID_FORM.fullmatch(note_id):
        return False
    if undone_add(store, note_id):
        return True
    taken = store.database.value(
        "SELECT 1 WHERE EXISTS (SELECT 1 FROM notes WHERE id = :id)"
        " OR EXISTS (SELECT 1 FROM journal WHERE note_id = :id)",
        {"id": note_id},
    )
    return taken is None


def aware(moment: dt.datetime) -> dt.datetime:
    """Read a time without a zone as UTC."""
    return moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)
