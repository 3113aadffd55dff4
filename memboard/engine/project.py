"""Which project this is: by name, by git origin, by the repository's folder, or by path.

A project may be known by several keys at once. They are tried in order, so that a clone, a
moved folder, a linked worktree and a subfolder all lead to the same notes, and a repository
that gains an origin later keeps those it had.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

from memboard.engine.errors import InvalidInput
from memboard.engine.repository import common_folder, origin_url

PROJECT_VARIABLE = "MEMBOARD_PROJECT"
MAX_NAME = 80
"""Characters of a project's name."""

SCP_LIKE = re.compile(r"^(?:[^/\s]+@)?(?P<host>[^:/\s]+):(?P<path>(?!//).+)$")
URL_LIKE = re.compile(
    r"^(?P<scheme>[a-z][a-z0-9+.-]*)://(?:[^/]*@)?(?P<host>\[[^\]]+\]|[^:/]*)(?::(?P<port>\d+))?"
    r"(?P<path>/.*)?$",
    re.IGNORECASE,
)
DEFAULT_PORTS = {"ssh": "22", "https": "443", "http": "80", "git": "9418"}


class Project(NamedTuple):
    """A project's identity, before the store is asked whether it knows it."""

    name: str
    """What people call it; need not be unique."""
    keys: tuple[str, ...]
    """`name:…`, `git:…`, `repo:…` or `dir:…`, strongest first."""


def find_project(explicit: str | None = None, folder: Path | None = None) -> Project | None:
    """Find out which project a folder (default: the working directory) belongs to.

    Args:
        explicit: a name or a folder that overrides everything; `MEMBOARD_PROJECT` does likewise.
        folder: where to look.

    Returns:
        None in `$HOME` and `/`, which are no projects: only global notes there.

    Raises:
        InvalidInput: the explicit name is empty, too long, or a folder that does not exist.
    """
    named = explicit if explicit is not None else os.environ.get(PROJECT_VARIABLE) or None
    if named is not None:
        return named_project(named)
    try:
        here = Path(os.path.realpath(folder or Path.cwd()))
    except FileNotFoundError:
        return None
    return folder_project(here)


def named_project(named: str) -> Project | None:
    """Make a project of what the user named: a folder where it looks like one, else a name."""
    if named.startswith((".", "~")) or "/" in named or os.sep in named:
        folder = Path(named).expanduser()
        if folder.is_dir():
            return folder_project(Path(os.path.realpath(folder)))
        if named.startswith((".", "~", os.sep)):
            raise InvalidInput(
                f"There is no folder {named}.", hint="Name a project, or a folder that exists."
            )
    name = " ".join(named.split())
    if not name or len(name) > MAX_NAME or not name.isprintable():
        raise InvalidInput(
            f"A project's name has 1 to {MAX_NAME} printable characters; this one has {len(name)}."
        )
    return Project(name=name, keys=(f"name:{name.casefold()}",))


def folder_project(here: Path) -> Project | None:
    """Make a project of a real folder: its repository's identity, or the path itself."""
    home = Path(os.path.realpath(Path.home()))
    common = common_folder(here)
    top = common.parent if common is not None and common.name == ".git" else common
    if common is None or top is None or top in (home, Path(home.anchor)):
        if here in (home, Path(here.anchor)):
            return None
        return Project(name=spelled(here.name), keys=(f"dir:{spelled(here)}",))
    keys: tuple[str, ...] = (f"repo:{spelled(common)}", f"dir:{spelled(top)}")
    origin = origin_url(common)
    if not origin:
        return Project(name=spelled(top.name), keys=keys)
    identity = spelled(normalise_origin(origin, common))
    name = identity.rsplit("/", 1)[-1] or spelled(top.name)
    if identity.startswith("/"):
        keys = (f"repo:{identity}/.git", *keys)  # cloned from a folder: one project with it
    return Project(name=name, keys=(f"git:{identity}", *keys))


def spelled(path: Path | str) -> str:
    """Write a path as text that can be stored, also where its name is no UTF-8."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def normalise_origin(origin: str, repository: Path) -> str:
    """Bring the spellings of one remote to one form: `host/owner/name`, without credentials."""
    origin = without_secrets(origin)
    url = URL_LIKE.match(origin)
    if url and url["scheme"].lower() != "file":
        port = url["port"]
        if port == DEFAULT_PORTS.get(url["scheme"].lower()):
            port = None
        return tidy(url["host"] + (f":{port}" if port else ""), url["path"] or "")
    scp = None if url else SCP_LIKE.match(origin)
    if scp and not os.path.exists(origin):
        return tidy(scp["host"], scp["path"])
    local = (url["path"] or "") if url else origin
    return strip_ending(os.path.realpath(repository.parent / local))


def without_secrets(origin: str) -> str:
    """Take user, password and query out of a URL, also where a password breaks its form."""
    scheme, mark, rest = origin.partition("://")
    if not mark:
        return origin
    rest = re.split("[?#]", rest, maxsplit=1)[0]
    authority, slash, path = rest.partition("/")
    authority = authority.rpartition("@")[2]
    if "@" in path and not URL_LIKE.match(f"{scheme}://{authority}{slash}{path}"):
        authority, slash, path = path.rpartition("@")[2].partition("/")
    return f"{scheme}://{authority}{slash}{path}"


def tidy(host: str, path: str) -> str:
    """Join host and path in lower case, without `.git` and needless slashes."""
    return strip_ending(f"{host}/{path.strip('/')}".lower())


def strip_ending(path: str) -> str:
    """Take a trailing slash and `.git` away."""
    return path.rstrip("/").removesuffix(".git").rstrip("/")
