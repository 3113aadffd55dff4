"""The home folder: its modes, and where it may not be."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from memboard.engine import find_home, open_memory
from memboard.engine.errors import HomeRefused
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
