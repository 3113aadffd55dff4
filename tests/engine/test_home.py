"""The home folder: its modes, and where it may not be."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from itertools import product
from pathlib import Path

import apsw
import platformdirs
import pytest

from memboard.engine import find_home, open_memory
from memboard.engine.errors import HomeRefused, StoreOlder
from memboard.engine.home import mounted_kind, prepare_home, refuse_network

from .standins import OpenHere


def mode_of(path: Path) -> int:
    """A file's permissions."""
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_only_the_owner_can_read_the_home(home: Path, open_here: OpenHere, umask: int) -> None:
    """Folder 0700, files 0600, also the write-ahead log, whatever the umask."""
    before = os.umask(umask)
    try:
        open_here().add("a secret")
        assert mode_of(home) == 0o700
        modes = {path.name: mode_of(path) for path in home.iterdir() if path.is_file()}
        assert modes == dict.fromkeys(("memory.db", "memory.db-wal", "memory.db-shm"), 0o600)
        assert os.umask(umask) == umask
    finally:
        os.umask(before)


def test_a_home_is_made_with_all_folders_above_it(tmp_path: Path) -> None:
    """Naming a home that is not there yet is enough."""
    open_memory(tmp_path / "a" / "b" / "c", "p").close()
    assert (tmp_path / "a" / "b" / "c" / "memory.db").is_file()


def test_the_home_is_the_named_one_then_the_variable_then_the_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A named home carries its config inside; the user's own lies where the system wants it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert find_home().config.name == "config.toml"
    assert find_home().config.parent != find_home().folder
    monkeypatch.setenv("MEMBOARD_HOME", str(tmp_path / "named"))
    assert find_home().folder == tmp_path / "named"
    assert find_home().config == tmp_path / "named" / "config.toml"
    assert find_home(tmp_path / "other").folder == tmp_path / "other"


FOLDERS = (
    None,
    "",
    "/",
    "/x",
    "/x/",
    "//x",
    "/x/../y",
    "x/y",
    "~/x",
    "~",
    " ",
    " /x",
    "/x:/y",
    ".",
)
"""Values of a variable that names a folder; None where it is not set."""


@pytest.mark.parametrize("user", FOLDERS)
def test_the_users_home_is_where_platformdirs_has_it(
    user: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under every environment, though on Linux it is mostly not asked."""
    monkeypatch.delenv("MEMBOARD_HOME", raising=False)
    set_to(monkeypatch, "HOME", user)
    for data, config in product(FOLDERS, FOLDERS):
        set_to(monkeypatch, "XDG_DATA_HOME", data)
        set_to(monkeypatch, "XDG_CONFIG_HOME", config)
        found = find_home()
        assert found.folder == platformdirs.user_data_path("memboard", appauthor=False)
        named = platformdirs.user_config_path("memboard", appauthor=False)
        assert found.config == named / "config.toml"


def set_to(monkeypatch: pytest.MonkeyPatch, variable: str, value: str | None) -> None:
    """Set an environment variable; None takes it away."""
    if value is None:
        monkeypatch.delenv(variable, raising=False)
    else:
        monkeypatch.setenv(variable, value)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it is always asked")
@pytest.mark.parametrize("variables", [{"HOME": "/h"}, {"XDG_DATA_HOME": "/d", "HOME": "/h"}])
def test_a_plain_linux_home_is_found_without_platformdirs(variables: dict[str, str]) -> None:
    """It would cost a hook 5 ms."""
    probe = (
        "import sys\n"
        "from memboard.engine.home import find_home\n"
        "print(find_home().folder, 'platformdirs' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe], env=variables, capture_output=True, text=True, check=True
    )
    folder = "/d/memboard" if "XDG_DATA_HOME" in variables else "/h/.local/share/memboard"
    assert done.stdout.split() == [folder, "False"]


def test_a_store_taken_as_it_is_is_never_made(tmp_path: Path) -> None:
    """Neither its home, nor the file in a home that is there."""
    for home in (tmp_path / "missing", tmp_path):
        with pytest.raises(HomeRefused, match="no store"):
            open_memory(home, "p", as_it_is=True)
    assert list(tmp_path.iterdir()) == []


def test_a_store_taken_as_it_is_is_never_brought_up_to_date(tmp_path: Path) -> None:
    """An older one is refused untouched, and one of today is opened as ever."""
    with open_memory(tmp_path, "p") as memory:
        memory.add("The tide turns at six.")
    with open_memory(tmp_path, "p", as_it_is=True) as memory:
        assert memory.add("It turned.").note is not None
    connection = apsw.Connection(str(tmp_path / "memory.db"))
    connection.pragma("user_version", 1)
    connection.close()
    before = (tmp_path / "memory.db").read_bytes()
    with pytest.raises(StoreOlder):
        open_memory(tmp_path, "p", as_it_is=True)
    assert (tmp_path / "memory.db").read_bytes() == before


def test_a_home_that_is_a_file_is_refused(tmp_path: Path) -> None:
    """The error says so, and nothing is written over it."""
    (tmp_path / "file").write_text("mine")
    with pytest.raises(HomeRefused, match="is a file"):
        open_memory(tmp_path / "file", "p")
    with pytest.raises(HomeRefused):
        open_memory(tmp_path / "file" / "below", "p")
    assert (tmp_path / "file").read_text() == "mine"


def test_a_store_that_is_a_folder_is_refused(home: Path) -> None:
    """The error says what is there."""
    (home / "memory.db").mkdir(parents=True)
    with pytest.raises(HomeRefused, match="is a folder"):
        open_memory(home, "p")


MOUNTS = r"""
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:26 / /home rw - nfs4 server:/export/home rw
31 30 8:2 / /home/anna/local rw - xfs /dev/sdb1 rw
32 22 0:30 / /mnt/my\040share rw - cifs //server/share rw
33 22 0:31 / /mnt/auto rw - autofs systemd-1 rw
34 33 0:32 / /mnt/auto rw - nfs server:/auto rw
35 22 0:33 / /homestead rw - btrfs /dev/sdc rw
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/var/lib/x", "ext4"),
        ("/home/anna/.local/share/memboard", "nfs4"),
        ("/home/anna/local/memboard", "xfs"),
        ("/home", "nfs4"),
        ("/homestead/x", "btrfs"),
        ("/mnt/my share/x", "cifs"),
        ("/mnt/auto/x", "nfs"),
        ("/", "ext4"),
    ],
)
def test_the_longest_and_latest_mount_decides(path: str, kind: str) -> None:
    """Also with spaces in its name, and where one lies over another."""
    assert mounted_kind(path, MOUNTS) == kind


@pytest.mark.parametrize("kind", ["nfs", "nfs4", "cifs", "fuse.sshfs", "9p", "lustre", "ceph"])
def test_a_network_file_system_is_refused_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """SQLite's locks do not hold there."""
    monkeypatch.setattr("memboard.engine.home.file_system", lambda _: kind)
    with pytest.raises(HomeRefused, match=kind):
        prepare_home(find_home(tmp_path / "home"))
    assert not (tmp_path / "home").exists()


def test_a_local_home_is_accepted_whether_it_exists_or_not(tmp_path: Path) -> None:
    """Asking does not make it."""
    refuse_network(tmp_path)
    refuse_network(tmp_path / "not" / "yet")
    assert not (tmp_path / "not").exists()
