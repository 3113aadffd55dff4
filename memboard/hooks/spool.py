"""What happened while the store was busy: one line an event, until a later hook writes it down.

The file is `spool/events.jsonl` in the home, for its owner alone. Each line begins with a mark,
which is set when the line is done; when all are done the file is emptied.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memboard.engine.guard.credential_cues import may_hold_credential, without_secrets
from memboard.engine.home import Home
from memboard.hooks.events import Event
from memboard.hooks.trouble import note_trouble

MAX_BYTES = 1 << 20
"""A spool that is this full takes no more."""
MAX_COMMAND = 20_000
"""Characters of a command that are kept."""
WAITING, DONE = b"+", b"-"
LOST = frozenset({"prompt", "tool_call"})
"""Nobody waits for these any more."""
LOST_NAMES = ('"UserPromptSubmit"', '"PreToolUse"')
"""What the payloads of these hold."""
MAX_RAW = 64 * 1024
"""A payload that is larger is not kept unread."""


def spool_file(home: Home) -> Path:
    """Give the path of the spool."""
    return home.folder / "spool" / "events.jsonl"


def waits(home: Home) -> bool:
    """Tell whether anything is in the spool."""
    try:
        return os.stat(spool_file(home)).st_size > 0
    except OSError:
        return False


def settled(home: Home) -> bool:
    """Write down what waits; False where some of it still waits."""
    if not waits(home):
        return True
    from memboard.hooks.replay import replay

    return replay(home)


def keep(home: Home, host: str, event: Event) -> str:
    """Append an event; gives what the host is told, which is nothing.

    Raises:
        OSError: it cannot be written; nothing of it was.
    """
    if event.kind not in LOST:
        append(home, f"{host} {event.name}", [host, now(), *masked(event)])
    return ""


def keep_raw(home: Home, host: str, raw: bytes) -> None:
    """Append a payload that there was no time to read: nobody has looked for credentials in it.

    Raises:
        OSError: it cannot be written; nothing of it was.
    """
    text = raw.decode("utf-8", "replace")
    if any(name in text for name in LOST_NAMES):
        return
    if len(raw) > MAX_RAW or may_hold_credential(text):
        note_trouble(home.folder, f"{host} ?: no time to look at its payload; dropped")
    else:
        append(home, f"{host} ?", [host, now(), f"spool-{os.urandom(8).hex()}", text])


def append(home: Home, names: str, entry: list[object]) -> None:
    """Append a line, behind the end of one that was cut short."""
    import json

    line = WAITING + json.dumps(entry).encode("ascii") + b"\n"
    with locked(spool_file(home), make=True) as descriptor:
        size = os.fstat(descriptor).st_size
        if size and os.pread(descriptor, 1, size - 1) != b"\n":
            line = b"\n" + line
        if size + len(line) > MAX_BYTES:
            note_trouble(home.folder, f"{names}: the spool is full; dropped")
        elif os.write(descriptor, line) < len(line):
            os.ftruncate(descriptor, size)  # half a line would spoil the next one
            raise OSError("the spool was cut short")


def now() -> int:
    """Give the moment in milliseconds."""
    return round(time.time() * 1000)


def masked(event: Event) -> Event:
    """Leave out what nobody needs, and mask credentials."""
    if not event.tool:
        return event._replace(text=without_secrets(event.text))
    from memboard.engine.session.commands import shell_command

    command = shell_command(event.tool, event.given)
    return event._replace(given=command and without_secrets(command[:MAX_COMMAND]))


@contextmanager
def locked(path: Path, *, make: bool = False) -> Iterator[int]:
    """Open a file to append to it, locked against other processes for as long as the block runs."""
    import fcntl

    if make:
        path.parent.mkdir(mode=0o700, exist_ok=True)
    flags = os.O_RDWR | os.O_APPEND | (os.O_CREAT if make else 0)
    descriptor = os.open(path, flags, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield descriptor
    finally:
        os.close(descriptor)
