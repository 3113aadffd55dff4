"""The lines of an export: JSON Lines, one note a line, after a line that names the version.

A whole file is read and checked before anything is written.
"""

from __future__ import annotations

import codecs
import datetime as dt
import itertools
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from memboard.engine.curate.adding import Checked, check_draft
from memboard.engine.errors import InvalidInput, MemboardError
from memboard.engine.limits import MAX_HOST, MAX_SESSION, fitting_name
from memboard.engine.model import Draft, Note, Scope, Trigger, Value
from memboard.engine.store.store import Store

VERSION = 1
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
    known_since: dt.datetime | None = None


class Incoming(Value, frozen=True):
    """A line of the file, checked."""

    checked: Checked
    record: Record
    ignored: tuple[str, ...] = ()
    """Fields that another program uses for something else."""


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
        except RecursionError:
            faults.append(f"line {at}: nested too deeply")
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
    ignored: tuple[str, ...] = ()
    if own:
        record = msgspec.json.decode(line, type=Record)
    else:
        record, ignored = foreign_record(line)
    refuse_other_times(record)
    draft = Draft(
        text=record.text,
        scope=record.scope if store.project is not None else "global",
        topic=record.topic,
        tags=record.tags,
        importance=record.importance,
        pinned=record.pinned,
        trigger=record.trigger,
        session=fitting_name(record.session, MAX_SESSION),
        host=fitting_name(record.host, MAX_HOST),
    )
    return Incoming(checked=check_draft(store, draft), record=record, ignored=ignored)


def foreign_record(line: bytes) -> tuple[Record, tuple[str, ...]]:
    """Read a line that another program wrote: its text, and of the rest what has our form.

    Returns:
        the record, and the names of our fields that hold something else there.
    """
    tree = msgspec.json.decode(line, type=dict[str, Any])
    fitting = {"text": tree.get("text")}
    ignored: list[str] = []
    for name in FOREIGN_FIELDS & tree.keys():
        try:
            msgspec.convert({"text": "", name: tree[name]}, Record)
        except msgspec.ValidationError:
            ignored.append(name)  # the same word for something else
            continue
        fitting[name] = tree[name]
    return msgspec.convert(fitting, Record), tuple(ignored)


def refuse_other_times(record: Record) -> None:
    """Raise InvalidInput for times that no clock, and no time zone, can show."""
    for moment in (record.created_at, record.updated_at, record.known_since):
        if moment is not None and not 1970 < moment.year < 9999:
            raise InvalidInput(f"the time {moment.isoformat()} is outside 1971 to 9998")
