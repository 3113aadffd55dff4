"""Where things lie: the home folder with the store, the models and the logs."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NamedTuple

from memboard.engine.errors import HomeRefused

HOME_VARIABLE = "MEMBOARD_HOME"
_NAME = "memboard"

NETWORK_FILE_SYSTEMS = frozenset(
    {"9p", "afs", "afpfs", "beegfs", "ceph", "cifs", "davfs", "fuse.ceph", "fuse.glusterfs"}
    | {"fuse.rclone", "fuse.s3fs", "fuse.sshfs", "glusterfs", "gpfs", "lustre", "ncpfs", "nfs"}
    | {"nfs4", "smb3", "smbfs", "webdav"}
)
"""SQLite's locks and shared memory do not hold on these."""


class Home(NamedTuple):
    """One memboard home: a folder of its own, and the config that goes with it."""

    folder: Path
    config: Path
    """config.toml; inside the folder where the folder was named, else in the user's config."""

    @property
    def store(self) -> Path:
        """Give the path of the SQLite file."""
        return self.folder / "memory.db"

    @property
    def models(self) -> Path:
        """Give the folder of downloaded models."""
        return self.folder / "models"


def find_home(folder: Path | str | None = None) -> Home:
    """Choose the home: the given folder, `MEMBOARD_HOME`, or the user's data folder."""
    named = folder or os.environ.get(HOME_VARIABLE)
    if named:
        chosen = Path(named).expanduser().absolute()
        return Home(folder=chosen, config=chosen / "config.toml")
    data = _plain_place("XDG_DATA_HOME", "~/.local/share")
    config = _plain_place("XDG_CONFIG_HOME", "~/.config")
    if data is None or config is None:
        import platformdirs  # 5 ms, which hooks have not

        data = platformdirs.user_data_path(_NAME, appauthor=False)
        config = platformdirs.user_config_path(_NAME, appauthor=False)
    return Home(folder=data, config=config / "config.toml")


def _plain_place(variable: str, usual: str) -> Path | None:
    """Give the folder where Linux plainly has one, as platformdirs would; else None."""
    if not sys.platform.startswith("linux") or "ANDROID_DATA" in os.environ:
        return None
    given = os.environ.get(variable, "")
    if given.startswith("/"):
        return Path(given) / _NAME
    if given or not os.environ.get("HOME", "").startswith("/"):
        return None
    return Path(os.path.expanduser(usual)) / _NAME


def prepare_home(home: Home) -> None:
    """Make the folder (mode 0700) where it is missing.

    Raises:
        HomeRefused: it is on a network file system, is no folder, or cannot be made.
    """
    refuse_network(home.folder)
    try:
        home.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except FileExistsError as error:
        raise HomeRefused(
            f"The home {home.folder} is a file, not a folder.",
            hint="Name a folder with --home or MEMBOARD_HOME.",
        ) from error
    except OSError as error:
        raise HomeRefused(
            f"The home {home.folder} cannot be made ({error.strerror}).",
            hint="Name another with --home or MEMBOARD_HOME.",
        ) from error


def refuse_network(folder: Path) -> None:
    """Raise HomeRefused where the folder lies on a network file system."""
    kind = file_system(folder)
    if kind in NETWORK_FILE_SYSTEMS:
        raise HomeRefused(
            f"The home {folder} is on a network file system ({kind}); "
            "SQLite's locks do not hold there.",
            hint="Name a local folder with --home or MEMBOARD_HOME.",
        )


def file_system(folder: Path) -> str | None:
    """Name the file system a folder is (or would be) on; None where the system cannot tell."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        table = Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    return mounted_kind(os.path.realpath(folder), table)


def mounted_kind(path: str, table: str) -> str | None:
    """Find the file system of a real path in a Linux mountinfo table; the longest mount wins."""
    best, kind = -1, None
    for line in table.splitlines():
        left, _, right = line.partition(" - ")
        fields = left.split()
        if len(fields) < 5 or not right:
            continue
        mount = fields[4].replace("\\040", " ")
        inside = path == mount or path.startswith(mount.rstrip("/") + "/")
        if inside and len(mount) >= best:
            best, kind = len(mount), right.split()[0]
    return kind
