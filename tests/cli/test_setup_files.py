"""`memboard setup` on files that are odd, protected, hostile or being changed."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from memboard.cli.faults import Failed
from memboard.cli.setup import changing, files
from memboard.cli.setup.additions import hooks_of
from memboard.cli.setup.changing import change_file
from memboard.cli.setup.hosts import CLAUDE_CODE

from .door import Door, environment, shell
from .hosts_here import OTHERS, HostsHere, ours

CLAUDE_EVENTS = {hook.event for hook in CLAUDE_CODE.hooks}


@pytest.fixture
def hosts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HostsHere:
    """The folders of both hosts, empty."""
    return HostsHere(tmp_path / "user", monkeypatch)


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b'{"a": 1,}', "cannot be used"),
        (b'{\n  // mine\n  "a": 1\n}', "cannot be used"),
        (b"[]", "it holds no object"),
        (b'{"hooks": 7}', '"hooks" is no object'),
        (b'{"hooks": {"SessionStart": {}}}', '"SessionStart" under "hooks" is no list'),
        (b'{"hooks": {}, "hooks": {}}', '"hooks" is there twice'),
        (b'{"a": "\xff"}', "it is not UTF-8"),
        ('{"a": 1}'.encode("utf-16"), "it is not UTF-8"),
        (b'{"a":' * 50_000, "cannot be used"),
        (b'{"a": NaN}', "NaN is no number"),
    ],
    ids=lambda given: repr(given[:20]),
)
def test_a_file_that_cannot_be_read_is_left_alone(
    door: Door, hosts: HostsHere, raw: bytes, says: str
) -> None:
    """The error names it, and what belongs into it is shown."""
    hosts.write(raw)
    printed = door("setup", "claude-code")
    assert (printed.code, hosts.claude.read_bytes()) == (1, raw)
    assert says in printed.err
    assert str(hosts.claude) in printed.err
    assert '"SessionStart": [' in printed.err
    assert not door.home.exists()


def test_the_error_is_one_document_with_json(door: Door, hosts: HostsHere) -> None:
    """Without the snippet beside it."""
    hosts.write(b"{")
    printed = door("setup", "claude-code", "--json")
    assert (printed.code, printed.out, printed.error["code"]) == (1, "", "refused")


def test_a_file_that_may_only_be_read_stays(door: Door, hosts: HostsHere) -> None:
    """Somebody, or some program that makes it, protects it."""
    hosts.write(b"{}").chmod(0o444)
    printed = door("setup", "claude-code")
    assert (printed.code, hosts.claude.read_bytes()) == (1, b"{}")
    assert "may only be read" in printed.err


def test_a_folder_or_a_pipe_in_a_files_place_is_named(door: Door, hosts: HostsHere) -> None:
    """And a pipe is not waited for."""
    hosts.claude.mkdir(parents=True)
    assert "is no file" in door("setup", "claude-code").err
    hosts.codex.parent.mkdir()
    os.mkfifo(hosts.codex)
    assert "is no file" in door("setup", "codex").err


def test_a_folder_that_cannot_be_made_is_named(door: Door, hosts: HostsHere) -> None:
    """A file lies where the host's folder would be."""
    (hosts.user / ".claude").write_text("")
    printed = door("setup", "claude-code")
    assert (printed.code, ".claude" in printed.err) == (1, True)


def test_a_file_too_large_for_settings_is_left_alone(
    door: Door, hosts: HostsHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not even read."""
    monkeypatch.setattr("memboard.cli.setup.files.MAX_BYTES", 10)
    hosts.write(b'{"a": 12345}')
    assert "too large" in door("setup", "claude-code").err


def test_a_link_is_followed_and_stays_a_link(door: Door, hosts: HostsHere, tmp_path: Path) -> None:
    """Settings that lie among somebody's dotfiles, with their rights."""
    target = hosts.write(b"{}", tmp_path / "dotfiles" / "claude.json")
    target.chmod(0o640)
    hosts.claude.parent.mkdir()
    hosts.claude.symlink_to(target)
    door("setup", "claude-code")
    assert hosts.claude.is_symlink()
    assert ours(target)
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    door("setup", "claude-code", "--remove")
    assert (hosts.claude.is_symlink(), target.read_bytes()) == (True, b"{}")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_the_owner_is_kept(door: Door, hosts: HostsHere) -> None:
    """Run by root, it stays its user's."""
    os.chown(hosts.write(b"{}"), 4321, 4322)
    door("setup", "claude-code")
    kept = hosts.claude.stat()
    assert (kept.st_uid, kept.st_gid) == (4321, 4322)


def test_what_another_program_writes_meanwhile_is_not_lost(
    hosts: HostsHere, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is looked at once more before it is replaced, and read again."""
    hosts.write(b'{"model": "opus"}')
    replace, writes = files.replace_file, iter([b'{"model": "haiku"}', b'{"model": "x"}'])

    def replace_late(path: Path, *given: Any) -> bool:
        for raw in writes:
            path.write_bytes(raw)
            break
        return replace(path, *given)

    monkeypatch.setattr(changing, "replace_file", replace_late)
    addition = hooks_of(CLAUDE_CODE, "user", None)
    change_file(addition, tmp_path / "home", remove=False, dry_run=False)
    assert json.loads(hosts.claude.read_bytes())["model"] == "x"
    assert sorted(ours(hosts.claude)) == sorted(CLAUDE_EVENTS)
    change_file(addition, tmp_path / "home", remove=True, dry_run=False)
    assert hosts.claude.read_bytes() == b'{"model": "x"}'


def test_a_file_that_is_never_still_is_given_up(
    hosts: HostsHere, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With an error, and without a file left beside it."""
    hosts.write(b"{}")
    replace = files.replace_file

    def replace_late(path: Path, *given: Any) -> bool:
        path.write_bytes(path.read_bytes() + b" ")
        return replace(path, *given)

    monkeypatch.setattr(changing, "replace_file", replace_late)
    with pytest.raises(Failed, match="all the time"):
        change_file(
            hooks_of(CLAUDE_CODE, "user", None), tmp_path / "h", remove=False, dry_run=False
        )
    assert [path.name for path in hosts.claude.parent.iterdir()] == ["settings.json"]


def test_several_at_once_leave_one_of_each(home: Path, hosts: HostsHere) -> None:
    """Real processes, which set up and take back; the settings come out whole."""
    hosts.write(json.dumps(OTHERS, indent=2).encode())
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "memboard", "setup", "claude-code", *more],
            env=environment(home, HOME=str(hosts.user)),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for more in ([], [], ["--remove"], [])
    ]
    faults = [one.communicate(timeout=60)[1] for one in started]
    assert [one.returncode for one in started] == [0] * 4, faults
    assert shell(home, "setup", "claude-code", HOME=str(hosts.user)).returncode == 0
    assert sorted(ours(hosts.claude)) == sorted(CLAUDE_EVENTS)
    assert shell(home, "setup", "claude-code", "--remove", HOME=str(hosts.user)).returncode == 0
    assert hosts.claude.read_bytes() == json.dumps(OTHERS, indent=2).encode()


def test_a_file_of_somebody_else_is_not_taken_over(
    door: Door, hosts: HostsHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where its owner cannot be kept, it is not replaced."""

    def refuse(*_: object) -> None:
        raise PermissionError

    hosts.write(b"{}")
    found = files.find_file(hosts.claude)
    assert found is not None
    monkeypatch.setattr(os, "fchown", refuse)
    with pytest.raises(Failed, match="somebody else"):
        files.replace_file(hosts.claude, found._replace(owner=found.owner + 1), b"{ }")
    assert [path.name for path in hosts.claude.parent.iterdir()] == ["settings.json"]
    assert door("setup", "claude-code").code == 0
