"""What the user chose: config.toml, read, checked and given as frozen values."""

from __future__ import annotations

import os
import re
from collections.abc import MutableMapping
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import msgspec

from memboard.engine.errors import InvalidSettings
from memboard.engine.model import Level, Value
from memboard.engine.unknown_keys import choices, refuse_unknown

EMBEDDER_VARIABLE = "MEMBOARD_EMBEDDER"


Share = Annotated[float, msgspec.Meta(ge=0, le=100)]
"""A weight; the upper end keeps out what is no number."""
Days = Annotated[float, msgspec.Meta(gt=0, le=1_000_000)]


class Weights(Value, frozen=True, forbid_unknown_fields=True):
    """`[memory.weights]`: what the factors of a score weigh; design §6 has the formulas."""

    vector: Share = 0.7
    words: Share = 0.3
    project_notes: Share = 1.0
    global_notes: Share = 0.9
    half_life_days: Days = 7.0
    oldest: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.85
    """The factor that no age goes below: age orders, but never buries."""
    importance: Share = 0.1


Provider = Literal["command", "url", "none"]
"""Who is configured to answer cheap queries."""

SOURCES = frozenset({"command", "url", "model", "key_env"})
"""What names one of them; a project's own takes the place of all."""


class CheapQuerySettings(Value, frozen=True, forbid_unknown_fields=True):
    """`[memory.cheap_query]`: who answers small questions, and how many a day."""

    command: tuple[str, ...] = ()
    """A program and its arguments, never a shell's line; reads the question on stdin."""
    url: str = ""
    """An OpenAI-compatible address, such as http://127.0.0.1:11434/v1."""
    model: str = ""
    """The model that the address is asked for."""
    key_env: str = ""
    """The environment variable that holds the address's key; empty where it needs none."""
    daily_cap: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 50
    """Questions a day, counted in UTC and for the whole home; 0 allows none."""
    timeout: Annotated[float, msgspec.Meta(gt=0, le=120)] = 30.0
    """Seconds that an answer may take."""

    def __post_init__(self) -> None:
        """Refuse what cannot be asked."""
        if self.command and self.url:
            raise ValueError('"command" and "url" are both set; keep one of them')
        if self.command and not is_program(self.command[0]):
            raise ValueError('"command" starts with a program: a name on PATH, or a whole path')
        if not re.fullmatch(r"(?:[A-Za-z_][A-Za-z0-9_]*)?", self.key_env):
            raise ValueError('"key_env" is the name of an environment variable, not the key')
        if self.url:
            refuse_address(self.url)
            if not self.model:
                raise ValueError('"url" is set, and "model" is not')

    @property
    def provider(self) -> Provider:
        """Name who answers."""
        return "command" if self.command else "url" if self.url else "none"


def is_program(name: str) -> bool:
    """Tell whether a name means the same program from every folder."""
    path = Path(name)
    return bool(name) and (path.name == name or path.is_absolute())


def refuse_address(url: str) -> None:
    """Raise ValueError for an address that no question is sent to."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or port == 0 or parts.scheme not in ("http", "https"):
        raise ValueError('"url" is no address such as http://127.0.0.1:11434/v1')
    if parts.username is not None or parts.query or parts.fragment:
        raise ValueError(
            '"url" has a user, a "?" or a "#"; a key goes into an environment variable'
        )
    if not url.isascii() or not url.isprintable() or " " in url:
        raise ValueError('"url" holds characters that no address has')
    if parts.scheme == "http" and not is_loopback(host):
        raise ValueError(
            '"url" leaves this machine unencrypted; https:// or an ssh tunnel does not'
        )


def is_loopback(host: str) -> bool:
    """Tell whether a host is this machine."""
    from ipaddress import ip_address

    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


class DreamSettings(Value, frozen=True, forbid_unknown_fields=True):
    """`[memory.dream]`: whether and how often a project's notes are consolidated by themselves."""

    enabled: bool | None = None
    """Whether a session's end may start a cycle; None leaves it to the level."""
    automatic: bool = False
    """Whether such a cycle merges by itself; else its proposals wait for a person."""
    min_hours: Annotated[float, msgspec.Meta(ge=0, le=100_000)] | None = None
    """Hours since the last cycle; None leaves it to the level."""
    min_sessions: Annotated[int, msgspec.Meta(ge=0, le=100_000)] | None = None
    """Sessions since the last cycle, in this project; None leaves it to the level."""


class MemorySettings(Value, frozen=True, forbid_unknown_fields=True):
    """`[memory]`: how notes are remembered and found."""

    embedder: str | None = None
    """A model's name; None takes the first usable one."""
    aggressiveness: Level = "default"
    """How much is recalled without being asked for."""
    mmr: bool = False
    """Whether near-duplicates make way for something else in recalls."""
    auto_capture: bool | None = None
    """Whether what was said is distilled into notes; None leaves it to the level."""
    re_search: bool | None = None
    """Whether a compaction is searched after; None leaves it to the level."""
    cheap_query: CheapQuerySettings = CheapQuerySettings()
    dream: DreamSettings = DreamSettings()
    weights: Weights = Weights()


class BoardSettings(Value, frozen=True, forbid_unknown_fields=True):
    """`[board]`: how the board looks."""

    theme: Literal["dark", "light"] = "dark"
    glyphs: Literal["auto", "unicode", "ascii"] = "auto"


class ProjectSettings(Value, frozen=True, forbid_unknown_fields=True):
    """`[project."name"]`: what differs in one project."""

    memory: MemorySettings = MemorySettings()


class Settings(Value, frozen=True, forbid_unknown_fields=True):
    """The whole of config.toml."""

    memory: MemorySettings = MemorySettings()
    board: BoardSettings = BoardSettings()
    project: dict[str, ProjectSettings] = msgspec.field(default_factory=dict)

    def memory_for(self, project: str | None) -> MemorySettings:
        """Give the memory settings of a project: its own, which hold the general ones too."""
        own = self.project.get(project) if project else None
        return own.memory if own else self.memory

    def embedder_for(self, project: str | None) -> str | None:
        """Give the embedder configured for a project: environment, project, then general."""
        named = os.environ.get(EMBEDDER_VARIABLE)
        own = self.project.get(project) if project else None
        return named or (own.memory.embedder if own else None) or self.memory.embedder


def read_settings(path: Path) -> Settings:
    """Read config.toml; a missing file means the defaults.

    Raises:
        InvalidSettings: it cannot be read, or a key or value is not known; the message names
            the key and the nearest known one.
    """
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise InvalidSettings(f"{path} cannot be read ({error.strerror}).") from error
    try:
        tree = msgspec.toml.decode(raw)
        refuse_unknown(tree, Settings, path)
        msgspec.convert(tree, Settings)  # the error names the place where it was written
        return msgspec.convert(with_inherited(tree), Settings)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        hint = choices(str(error), Settings)
        raise InvalidSettings(f"{path}: {error}.", hint=hint) from error


def with_inherited(tree: dict[str, Any]) -> dict[str, Any]:
    """Fill what a project's table leaves open from the general one."""
    general = {"memory": tree.get("memory", {})}
    projects = {
        name: joined(without_provider(general, own), own)
        for name, own in tree.get("project", {}).items()
    }
    return {**tree, "project": projects}


def without_provider(general: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Leave out who answers cheap queries in general where a project names somebody else."""
    memory = general["memory"]
    asked = own.get("memory", {}).get("cheap_query", {})
    if "cheap_query" not in memory or not {"command", "url"} & asked.keys():
        return general
    kept = {key: memory["cheap_query"][key] for key in memory["cheap_query"] if key not in SOURCES}
    return {"memory": {**memory, "cheap_query": kept}}


def joined(general: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Lay one table over another, and the tables in it likewise."""
    both = {
        key: joined(general[key], value)
        for key, value in own.items()
        if isinstance(value, dict) and isinstance(general.get(key), dict)
    }
    return {**general, **own, **both}


def write_setting(path: Path, table: str, key: str, value: str) -> None:
    """Set one value in config.toml, keeping comments and everything else as it is.

    Raises:
        InvalidSettings: the file cannot be read or written, or is not TOML.
    """
    import tempfile

    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    path = path.resolve()  # a link into somebody's dotfiles stays a link
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        document = tomlkit.parse(text)
        place = document.setdefault(table, tomlkit.table())
        if not isinstance(place, MutableMapping):
            raise InvalidSettings(f'{path}: "{table}" is no table.')
        place[key] = value
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=path.parent, prefix=".config-", delete=False
        ) as staged:
            staged.write(tomlkit.dumps(document))
            staged.flush()
            os.fsync(staged.fileno())
        os.replace(staged.name, path)
    except (OSError, UnicodeDecodeError, TOMLKitError) as error:
        raise InvalidSettings(f"{path} cannot be changed ({error}).") from error
