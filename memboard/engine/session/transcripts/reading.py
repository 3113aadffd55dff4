"""Reading a transcript from a byte on, without holding the file."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Protocol

from memboard.engine.errors import InvalidInput
from memboard.engine.project import spelled
from memboard.engine.session.events import READABLE, Event, Ran
from memboard.engine.session.transcripts.claude_code import ClaudeCode
from memboard.engine.session.transcripts.codex import Codex
from memboard.engine.session.transcripts.fields import Record
from memboard.engine.session.transcripts.lines import aligned, read_lines
from memboard.engine.session.transcripts.transcript import Transcript

HOSTS = READABLE
"""The hosts whose transcripts can be read."""
LOOK_BACK = 8 * 1024 * 1024
"""Bytes before the start that are looked at for calls whose results come after it."""
HEAD_LINES = 50
HEAD_BYTES = 1024 * 1024
"""How much tells whose transcript it is."""


class Reader(Protocol):
    """What each host's module offers."""

    session: str | None
    cwd: str | None

    @staticmethod
    def knows(record: Record) -> bool:
        """Tell whether a record is one of this host's."""

    def meet(self, record: Record) -> None:
        """Learn whose transcript it is."""

    def read(self, record: Record) -> Iterator[Event]:
        """Give what a record says happened."""

    def running(self) -> tuple[Ran, ...]:
        """Give the commands whose end was not read."""


READERS: dict[str, type[Reader]] = {"claude-code": ClaudeCode, "codex": Codex}


def read_transcript(
    path: Path, host: str, *, start: int = 0, limit: int | None = None
) -> Transcript:
    """Read what happened in a conversation, line by line.

    Reading in several pieces, each from the `offset` of the one before, gives what reading at
    once gives. A start beyond the end of the file reads nothing.

    Args:
        path: the host's file.
        host: `claude-code`, `codex`, or `auto` to tell by the first lines.
        start: the byte to read from, the first of a line.
        limit: bytes after which to stop, at the end of a line; at least one line is read.

    Raises:
        InvalidInput: there is no such file or host, or the file is another host's; with `auto`
            also where it is nobody's.
        OSError: the file cannot be read to its end.
    """
    with opened(path) as file:
        head = head_of(file)
        named = checked_host(path, host, head)
        reader = READERS[named]()
        for record in head:
            reader.meet(record)
        piece = Piece(start, limit)
        events = piece.read(file, reader)
        return Transcript(
            path=spelled(path),
            host=named,
            session=reader.session or spelled(path.stem),
            cwd=reader.cwd,
            events=events,
            running=reader.running(),
            offset=piece.offset,
            skipped=piece.skipped,
        )


def host_of(path: Path) -> str | None:
    """Tell by its first lines whose transcript a file is; None where it is nobody's.

    Raises:
        InvalidInput: there is no such file.
        OSError: it cannot be read.
    """
    with opened(path) as file:
        return host_in(head_of(file))


class Piece:
    """A part of a file: which lines are in it, and how far it was read."""

    def __init__(self, start: int, limit: int | None) -> None:
        self._start = max(start, 0)
        self._stop = None if limit is None else self._start + limit
        self.offset = self._start
        self.skipped = 0

    def read(self, file: BinaryIO, reader: Reader) -> tuple[Event, ...]:
        """Give what happened in the part; what comes shortly before it is only looked at."""
        if self._start and self._start >= os.fstat(file.fileno()).st_size:
            return ()
        first = aligned(file, self._start - LOOK_BACK)
        events: list[Event] = []
        for line in read_lines(file, self._start if first is None else first):
            inside = line.begin >= self._start
            if inside and self._is_full(line.end):
                break
            found = () if line.record is None else tuple(reader.read(line.record))
            self.offset = max(self.offset, line.end)
            if inside:
                events.extend(found)
                self.skipped += line.record is None
        return tuple(events)

    def _is_full(self, end: int) -> bool:
        return self._stop is not None and end > self._stop and self.offset > self._start


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open a plain file; a pipe or a device is refused, and never waited for.

    Raises:
        InvalidInput: there is none, or it is something else.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except (FileNotFoundError, NotADirectoryError, ValueError) as error:
        raise InvalidInput(
            f"There is no file {spelled(path)}.", hint="Name a transcript, or a folder of them."
        ) from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise InvalidInput(
            f"{spelled(path)} is no plain file.", hint="Name a transcript of an agent."
        )
    with os.fdopen(descriptor, "rb") as file:
        yield file


def head_of(file: BinaryIO) -> list[Record]:
    """Read the records at the beginning of a file."""
    head: list[Record] = []
    for number, line in enumerate(read_lines(file, 0), 1):
        head += [line.record] if line.record else []
        if number >= HEAD_LINES or line.end >= HEAD_BYTES:
            break
    return head


def host_in(head: list[Record]) -> str | None:
    """Tell by its first records whose transcript it is."""
    for record in head:
        for host, reader in READERS.items():
            if reader.knows(record):
                return host
    return None


def checked_host(path: Path, host: str, head: list[Record]) -> str:
    """Find the host's name, or refuse a file that is not its own.

    Raises:
        InvalidInput: there is no such host, or the lines are another's or nobody's.
    """
    if host != "auto" and host not in READERS:
        raise InvalidInput(
            f'No transcripts of "{host}" can be read.', hint=f"It is auto or {' or '.join(HOSTS)}."
        )
    found = host_in(head)
    if found is None and host == "auto":
        raise InvalidInput(
            f"{spelled(path)} is no transcript of {' or '.join(HOSTS)}.",
            hint="memboard import FILE reads notes.",
        )
    if host == "auto" or found is None:
        return found or host
    if host != found:
        raise InvalidInput(
            f"{spelled(path)} is a transcript of {found}, not of {host}.",
            hint=f"Import it with {found} or auto.",
        )
    return host
