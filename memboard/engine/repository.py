"""Reads from git's own files which repository a folder is in, and where it was cloned from.

Starting git would take longer than all the rest of a hook. It is asked only where a repository's
config includes other files.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

MAX_CONFIG = 1_000_000
"""Bytes of a config that are read."""

INCLUDES = re.compile(rb"^[ \t]*\[[ \t]*include", re.IGNORECASE | re.MULTILINE)
ORIGIN = re.compile(r'^\[\s*(?i:remote)\s+"origin"\s*\]')
URL = re.compile(r"^url\s*=\s*(.*)$", re.IGNORECASE)
ESCAPES = {"n": "\n", "t": "\t", "b": "\b"}


def common_folder(here: Path) -> Path | None:
    """Find the folder that all worktrees of a repository share; None outside a repository.

    Args:
        here: a real path.
    """
    for folder in (here, *here.parents):
        mark = folder / ".git"
        if mark.is_file():
            return linked_folder(mark)
        for place in (mark, folder):
            if is_repository(place):
                return Path(os.path.realpath(place))
    return None


def linked_folder(mark: Path) -> Path | None:
    """Follow the `.git` file of a worktree or a submodule."""
    line = first_line(mark)
    if not line.startswith("gitdir:"):
        return None
    place = mark.parent / line.removeprefix("gitdir:").strip()
    common = place / (first_line(place / "commondir") or ".")
    return Path(os.path.realpath(common)) if is_repository(common) else None


def is_repository(place: Path) -> bool:
    """Tell whether a folder is what git takes for a repository."""
    return os.path.lexists(place / "HEAD") and all(
        (place / inner).is_dir() for inner in ("objects", "refs")
    )


def first_line(path: Path) -> str:
    """Read one line, a path; empty where there is none."""
    try:
        with path.open("rb") as file:
            return os.fsdecode(file.readline(4096).rstrip(b"\r\n"))
    except OSError:
        return ""


def origin_url(common: Path) -> str | None:
    """Read where a repository was cloned from; None where it has no origin."""
    try:
        with (common / "config").open("rb") as file:
            raw = file.read(MAX_CONFIG)
    except OSError:
        return None
    if INCLUDES.search(raw):
        return asked_origin(common)
    return written_origin(os.fsdecode(raw)) or None


def written_origin(config: str) -> str | None:
    """Find the origin's URL in a config's text; the last one holds, as for git."""
    found, inside = None, False
    for line in config.replace("\\\r\n", "").replace("\\\n", "").splitlines():
        rest = line.strip()
        if rest.startswith("["):
            origin = ORIGIN.match(rest)
            inside = origin is not None
            rest = rest[origin.end() :].strip() if origin else ""
        url = URL.match(rest) if inside else None
        if url is not None:
            found = unquoted(url[1])
    return found


def unquoted(value: str) -> str:
    """Read a value as git does: quotes, escapes, and comments outside of quotes."""
    kept: list[str] = []
    quoted, characters = False, iter(value)
    for character in characters:
        if character == "\\":
            after = next(characters, "")
            kept.append(ESCAPES.get(after, after))
        elif character == '"':
            quoted = not quoted
        elif character in "#;" and not quoted:
            break
        else:
            kept.append(character)
    return "".join(kept).strip()


def asked_origin(common: Path) -> str | None:
    """Ask git, which follows includes; None where it has no answer, or there is no git."""
    import subprocess  # 5 ms, and hardly ever needed

    clean = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    command = ("git", "-c", "safe.directory=*", "--git-dir", os.fspath(common))
    try:
        answer = subprocess.run(
            [*command, "config", "--get", "remote.origin.url"],
            capture_output=True,
            env=clean,
            stdin=subprocess.DEVNULL,
            timeout=2,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return os.fsdecode(answer.stdout).strip() or None if answer.returncode == 0 else None
