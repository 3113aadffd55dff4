"""What a host's file held before memboard wrote into it, so that `--remove` gives it back exactly.

Kept in the home, for its owner alone: beside the file it would lie in a project's work tree. It
counts only as long as the file is as memboard left it; after that, entries are cut out of the text.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec

from memboard.engine.model import Value

FOLDER = "setup"


class Original(Value, frozen=True):
    """A file before memboard wrote into it."""

    path: str
    written: str
    """SHA-256 of what memboard wrote."""
    content: bytes | None
    """None where there was no file."""
    made_folder: bool = False
    """Whether its folder was not there either."""


def place_of(home: Path, path: Path) -> Path:
    """Give the place where a file's original is kept."""
    return home / FOLDER / f"{fingerprint(os.fsencode(path))[:32]}.json"


def fingerprint(raw: bytes) -> str:
    """Give the SHA-256 of some bytes."""
    return sha256(raw).hexdigest()


def find_original(home: Path, path: Path, raw: bytes) -> Original | None:
    """Find what a file held before; None where nothing is kept, or the file was changed since."""
    kept = read_original(home, path)
    return kept if kept and kept.written == fingerprint(raw) else None


def read_original(home: Path, path: Path) -> Original | None:
    """Read what is kept of a file; None where nothing is."""
    try:
        return msgspec.json.decode(place_of(home, path).read_bytes(), type=Original)
    except (OSError, msgspec.DecodeError):
        return None


def keep_original(home: Path, path: Path, before: bytes | None, after: bytes) -> None:
    """Keep what a file held before `after` was written into it.

    Raises:
        OSError: it cannot be kept.
    """
    place = place_of(home, path)
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    named = os.fsencode(path).decode("utf-8", "backslashreplace")
    earlier = read_original(home, path)
    made = not path.parent.exists() or (earlier is not None and earlier.made_folder)
    kept = Original(path=named, written=fingerprint(after), content=before, made_folder=made)
    number, staged = tempfile.mkstemp(dir=place.parent)
    with os.fdopen(number, "wb") as stream:
        stream.write(msgspec.json.encode(kept))
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(staged, place)


def drop_original(home: Path, path: Path) -> None:
    """Forget what a file held before, and take away the folder that was made for it alone."""
    kept = read_original(home, path)
    if kept is not None and kept.made_folder:
        with suppress(OSError):  # something else is in it
            path.parent.rmdir()
    place_of(home, path).unlink(missing_ok=True)
