"""Writes down what waits in the spool: in order, and each line once.

One process does it at a time. A line is marked when it is in the store; a call that was logged
before a crash could mark it is known there by its id.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from memboard.engine.errors import MemboardError, StoreError
from memboard.engine.home import Home
from memboard.engine.session.quick import PATIENCE_SECONDS, Quick, open_quick
from memboard.engine.sources import from_millis
from memboard.hooks.events import Event
from memboard.hooks.in_hand import InHand
from memboard.hooks.spool import DONE, WAITING, locked, spool_file
from memboard.hooks.trouble import note_trouble, said

SECONDS = 0.25
"""How long a hook works for events other than its own."""

UNREAD = 2
"""Fields of a line that holds a payload as it came: a call's id, should it have none, and it."""


class Entry(NamedTuple):
    """An event that waits."""

    place: int
    """Where its line begins."""
    host: str
    at: int
    event: Event


def replay(home: Home, seconds: float = SECONDS, patience: float = PATIENCE_SECONDS) -> bool:
    """Do what waits; False where some of it still waits.

    Args:
        home: whose spool.
        seconds: no further line is begun after this.
        patience: seconds that each line may wait for the store.
    """
    until = time.monotonic() + seconds
    with alone(spool_file(home).with_name("replay.lock")) as first:
        if not first:
            return False
        with Desk(home, patience) as desk:
            while not emptied(home):
                if not all(done(home, desk, entry, until) for entry in entries(home)):
                    return False
    return True


def done(home: Home, desk: Desk, entry: Entry, until: float) -> bool:
    """Write one entry down and mark it; False where it has to wait."""
    if time.monotonic() > until:
        return False
    try:
        desk.write(entry)
    except StoreError:
        return False
    except (MemboardError, ValueError, TypeError) as error:
        note_trouble(home.folder, f"{entry.host} {entry.event.name}, spooled: {said(error)}")
    mark(home, entry.place)
    return True


class Desk:
    """The store as seen from one folder after another."""

    def __init__(self, home: Home, patience: float) -> None:
        self._home = home
        self._patience = patience
        self._folder: str | None = None
        self._quick: Quick | None = None
        self._at = 0

    def write(self, entry: Entry) -> None:
        """Write an entry down as of when it happened."""
        from memboard.hooks.acting import applied

        self._at = entry.at
        if self._quick is None or self._folder != entry.event.folder:
            self.close()
            self._folder = entry.event.folder
            self._quick = open_quick(
                self._home,
                Path(self._folder),
                patience=self._patience,
                clock=lambda: from_millis(self._at),
            )
        if self._quick is not None:
            applied(self._quick, entry.host, entry.event)

    def close(self) -> None:
        """Close the store."""
        if self._quick is not None:
            self._quick.close()
            self._quick = None

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def alone(path: Path) -> Iterator[bool]:
    """Be the only one for as long as the block runs; False where another process is."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
    finally:
        os.close(descriptor)


def emptied(home: Home) -> bool:
    """Empty the spool if nothing in it waits any more."""
    with locked(spool_file(home)) as descriptor:
        lines = content(descriptor).splitlines()
        waiting = any(line.startswith(WAITING) for line in lines)
        if not waiting:
            os.ftruncate(descriptor, 0)
    return not waiting


def entries(home: Home) -> Iterator[Entry]:
    """Read what waits, in order; a line that is no entry is marked and left out."""
    with locked(spool_file(home)) as descriptor:
        lines = content(descriptor).splitlines(keepends=True)
    place = 0
    for line in lines:
        if line.startswith(WAITING):
            entry = to_entry(place, line[1:])
            if entry is not None:
                yield entry
            else:
                mark(home, place)
        place += len(line)


def to_entry(place: int, line: bytes) -> Entry | None:
    """Read a line; None where it is not what was written."""
    with suppress(ValueError, TypeError):
        host, at, *fields = json.loads(line)
        if isinstance(host, str) and isinstance(at, int):
            return (
                unread(place, host, at, *fields)
                if len(fields) == UNREAD
                else Entry(place, host, at, Event(*fields))
            )
    return None


def unread(place: int, host: str, at: int, call_id: str, raw: str) -> Entry | None:
    """Read a payload that there was no time for; None where there is nothing to do about it.

    Raises:
        ValueError: it is not what a host sends.
    """
    from memboard.hooks.answering import event_in

    found = event_in(host, raw.encode("utf-8"), InHand(host))
    if found is None:
        return None
    told, event = found
    return Entry(place, told.name, at, event._replace(call_id=event.call_id or call_id))


def mark(home: Home, place: int) -> None:
    """Mark a line as done, in its place."""
    descriptor = os.open(spool_file(home), os.O_WRONLY)
    try:
        os.pwrite(descriptor, DONE, place)
    finally:
        os.close(descriptor)


def content(descriptor: int) -> bytes:
    """Read a spool from its beginning."""
    return os.pread(descriptor, os.fstat(descriptor).st_size, 0)
