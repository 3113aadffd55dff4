"""Export and import: JSON Lines, one note a line, after a line that names the version.

An import can be repeated: notes that are here already count as unchanged, a note edited here
since keeps its newer text, and what was forgotten here stays forgotten. Nothing is written
before the whole file was read and checked.
"""

from __future__ import annotations

import codecs
import datetime as dt
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from memboard.engine.answers import Imported
from memboard.engine.curate.adding import Checked, check_draft, free_id, new_row
from memboard.engine.curate.reindexing import Step
from memboard.engine.curate.workshop import Workshop, embed
from memboard.engine.errors import InvalidInput, MemboardError
from memboard.engine.model import Draft, Note, Scope, Trigger, Value
from memboard.engine.sources import to_millis
from memboard.engine.store import forgotten, notes
from memboard.engine.store.journal import Entry
from memboard.engine.store.store import Store

VERSION = 1
BATCH = 32
ID_FORM = re.compile("[a-z2-7]{8}")
FOREIGN_FIELDS = frozenset(
    {"scope", "topic", "tags", "importance", "pinned", "created_at", "updated_at"}
)
"""Fields that are taken from another program's file where they have our form."""
MAX_FAULTS = 10
"""Faulty lines that an error names."""


class Header(Value, frozen=True):
    """The first line of an export."""

    memboard_export: int
    exported_at: dt.datetime | None = None
    project: str | None = None


class Record(Value, frozen=True):
    """One note of an export; a foreign file needs only `text`."""

    text: str
    id: str | None = None
    scope: Scope | None = None
    topic: str | None = None
    tags: tuple[str, ...] = ()
    importance: float | None = None
    pinned: bool = False
    trigger: Trigger = "import"
    session: str | None = None
    host: str | None = None
    created_at: dt.datetime | None = None
    updated_at: dt.datetime | None = None


class Incoming(Value, frozen=True):
    """A line of the file, checked."""

    checked: Checked
    record: Record


def export_lines(store: Store, found: Iterable[Note]) -> Iterator[bytes]:
    """Write notes as lines, without line ends, after a line that names the version."""
    yield msgspec.json.encode(
        Header(
            memboard_export=VERSION,
            exported_at=store.clock(),
            project=store.project.name if store.project else None,
        )
    )
    names = Record.__struct_fields__
    for note in found:
        yield msgspec.json.encode({name: getattr(note, name) for name in names})


def read_lines(
    store: Store, lines: Iterable[bytes], *, skip_invalid: bool = False
) -> tuple[list[Incoming], tuple[str, ...]]:
    """Read and check a whole file; gives its good lines, and what is wrong with the others.

    Raises:
        InvalidInput: the version is unknown, or lines are faulty; they are named.
    """
    bare = (line.removeprefix(codecs.BOM_UTF8) for line in lines)  # Windows editors leave one
    numbered = ((at, line) for at, line in enumerate(bare, 1) if line.strip())
    first = next(numbered, None)
    if first is None:
        raise InvalidInput("The file is empty.")
    own = refuse_other_version(first[1])
    rest = numbered if own else itertools.chain([first], numbered)
    incoming: list[Incoming] = []
    faults: list[str] = []
    for at, line in rest:
        try:
            incoming.append(read_record(store, line, own=own))
        except (MemboardError, msgspec.DecodeError, msgspec.ValidationError) as error:
            faults.append(f"line {at}: {error}")
        except UnicodeDecodeError:
            faults.append(f"line {at}: not UTF-8")
    if faults and not skip_invalid:
        more = f" and {len(faults) - MAX_FAULTS} more" if len(faults) > MAX_FAULTS else ""
        raise InvalidInput(
            f"Nothing was imported. {counted(len(faults), 'line')} cannot be read: "
            + "; ".join(faults[:MAX_FAULTS])
            + more
            + ".",
            hint="Mend them, or leave them out with --skip-invalid.",
        )
    return incoming, tuple(faults)


def counted(number: int, thing: str) -> str:
    """Say how many of a thing there are."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def refuse_other_version(line: bytes) -> bool:
    """Tell whether the first line names our format.

    Raises:
        InvalidInput: it names a version this memboard does not know.
    """
    try:
        tree: Any = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False
    if not isinstance(tree, dict) or "memboard_export" not in tree:
        return False
    version = tree["memboard_export"]
    if version != VERSION:
        raise InvalidInput(
            f"The file has export version {version}; this memboard knows {VERSION}. "
            "Nothing was imported.",
            hint="Update memboard.",
        )
    return True


def read_record(store: Store, line: bytes, *, own: bool) -> Incoming:
    """Read one line; in a foreign file only its text and what fits our fields counts."""
    record = msgspec.json.decode(line, type=Record) if own else foreign_record(line)
    refuse_other_times(record)
    draft = Draft(
        text=record.text,
        scope=record.scope if store.project is not None else "global",
        topic=record.topic,
        tags=record.tags,
        importance=record.importance,
        pinned=record.pinned,
        trigger=record.trigger,
        session=record.session,
        host=record.host,
    )
    return Incoming(checked=check_draft(store, draft), record=record)


def foreign_record(line: bytes) -> Record:
    """Read a line that another program wrote: its text, and of the rest what has our form."""
    tree = msgspec.json.decode(line, type=dict[str, Any])
    fitting = {"text": tree.get("text")}
    for name in FOREIGN_FIELDS & tree.keys():
        try:
            msgspec.convert({"text": "", name: tree[name]}, Record)
        except msgspec.ValidationError:
            continue  # the same word for something else
        fitting[name] = tree[name]
    return msgspec.convert(fitting, Record)


def refuse_other_times(record: Record) -> None:
    """Raise InvalidInput for times that no clock, and no time zone, can show."""
    for moment in (record.created_at, record.updated_at):
        if moment is not None and not 1970 < moment.year < 9999:
            raise InvalidInput(f"the time {moment.isoformat()} is outside 1971 to 9998")


class Tally:
    """Counts what became of the lines, and joins all batches to one change."""

    def __init__(self, skipped: tuple[str, ...] = ()) -> None:
        self.skipped = skipped
        self.counts: Counter[str] = Counter()
        self.change: int | None = None

    def imported(self) -> Imported:
        """Give the result."""
        return Imported(
            new=self.counts["new"],
            unchanged=self.counts["unchanged"],
            changed_here=self.counts["changed_here"],
            suppressed=self.counts["suppressed"],
            skipped=self.skipped,
            change=self.change,
        )


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
            if outcome != "new":
                continue
            namespace = store.ensure_target(one.checked.scope)
            new = imported_row(workshop, one, namespace, now)
            forgotten.drop_forgotten(store.database, new.id)
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
    return msgspec.structs.replace(
        row,
        id=record.id if usable_id(workshop.store, record.id) else free_id(workshop.store),
        session=record.session,
        created_at=created,
        updated_at=max(created, updated),
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
