"""`memboard setup --remove`, and setting up again: to the byte, and never twice."""

from __future__ import annotations

import json
import stat
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memboard.cli.setup.additions import hooks_of
from memboard.cli.setup.changing import change_file
from memboard.cli.setup.hosts import CLAUDE_CODE

from .door import Door, shell
from .hosts_here import OTHERS, HostsHere, ours

CLAUDE_EVENTS = {hook.event for hook in CLAUDE_CODE.hooks}


@pytest.fixture
def hosts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HostsHere:
    """The folders of both hosts, empty."""
    return HostsHere(tmp_path / "user", monkeypatch)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{}",
        b"{}\n",
        b" \n",
        b"{\n}\n",
        b'{"hooks": {}}',
        b'{"hooks": {\n}, "a": 1}\r\n',
        b'{"hooks": {"SessionStart": [ ]}}',
        b'\xef\xbb\xbf{\r\n\t"model": "opus"\r\n}\r\n',
        json.dumps(OTHERS).encode(),
        json.dumps(OTHERS, indent=2).encode() + b"\n\n",
        json.dumps({"big": ["x" * 100] * 40_000}).encode(),
        '{"name": "дом ☂ \\ud83d"}'.encode(),
    ],
    ids=lambda raw: repr(raw[:20]),
)
def test_remove_gives_back_the_very_bytes(door: Door, hosts: HostsHere, raw: bytes) -> None:
    """Empty objects and lists, a byte order mark and Windows line ends too."""
    hosts.write(raw)
    assert door("setup", "claude-code").code == 0
    assert hosts.claude.read_bytes() != raw
    printed = door("setup", "claude-code", "--remove")
    assert (printed.code, hosts.claude.read_bytes() == raw) == (0, True)


@pytest.mark.parametrize("host", ["claude-code", "codex"])
def test_remove_takes_a_file_away_that_was_not_there(
    door: Door, hosts: HostsHere, host: str
) -> None:
    """And the server's with it."""
    door("setup", host, "--mcp")
    assert any(path.is_file() for path in hosts.user.rglob("*"))
    door("setup", host, "--remove")
    assert not any(path.is_file() for path in hosts.user.rglob("*"))


VALUES = st.recursive(
    st.none() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.dictionaries(st.sampled_from(["model", "env", "mcpServers"]), VALUES),
    st.none() | st.dictionaries(st.sampled_from(sorted(CLAUDE_EVENTS)), st.lists(VALUES)),
    st.sampled_from([None, 2, "\t"]),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "\n", "  \n"]),
)
def test_any_settings_come_back_to_the_byte(
    tree: dict[str, Any],
    hooks: dict[str, Any] | None,
    indent: int | str | None,
    ending: str,
    end: str,
) -> None:
    """Those with empty hooks too, of which the text alone does not tell."""
    named = tree if hooks is None else {**tree, "hooks": hooks}
    raw = (json.dumps(named, indent=indent).replace("\n", ending) + end).encode()
    with tempfile.TemporaryDirectory() as folder:
        path, home = Path(folder) / "settings.json", Path(folder) / "home"
        path.write_bytes(raw)
        addition = hooks_of(CLAUDE_CODE, "user", None)._replace(path=path)
        assert change_file(addition, home, remove=False, dry_run=False).change == "changed"
        assert change_file(addition, home, remove=False, dry_run=False).change == "none"
        change_file(addition, home, remove=True, dry_run=False)
        assert path.read_bytes() == raw


def test_a_second_time_changes_nothing(door: Door, hosts: HostsHere) -> None:
    """Not even the file's time."""
    door("setup", "claude-code")
    before = hosts.claude.read_bytes(), hosts.claude.stat().st_mtime_ns
    printed = door("setup", "claude-code")
    assert "holds memboard's hooks already" in printed.out
    assert (hosts.claude.read_bytes(), hosts.claude.stat().st_mtime_ns) == before


def test_an_older_entry_is_replaced_and_not_doubled(door: Door, hosts: HostsHere) -> None:
    """One of another interpreter, in the form of another release."""
    old = "'/old place/python' -I -m memboard hook claude-code"
    tree = {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": old}]}]}}
    hosts.write(json.dumps({**tree, "model": "opus"}).encode())
    door("setup", "claude-code")
    assert sorted(ours(hosts.claude)) == sorted(CLAUDE_EVENTS)
    assert b"/old place" not in hosts.claude.read_bytes()
    door("setup", "claude-code", "--remove")
    assert json.loads(hosts.claude.read_bytes()) == {"model": "opus"}


def test_what_others_wrote_since_stays_when_memboard_goes(door: Door, hosts: HostsHere) -> None:
    """The kept original would lose it; the entries are cut out of the text instead."""
    hosts.write(b'{\n  "model": "opus"\n}\n')
    door("setup", "claude-code")
    text = hosts.claude.read_text().replace('"opus"', '"haiku"')
    hosts.claude.write_text(text)
    door("setup", "claude-code", "--remove")
    assert hosts.claude.read_bytes() == b'{\n  "model": "haiku"\n}\n'


def test_without_the_kept_original_the_entries_are_cut_out(
    door: Door, hosts: HostsHere, tmp_path: Path
) -> None:
    """Another home knows nothing of the first one's originals."""
    raw = json.dumps(OTHERS, indent=2).encode()
    hosts.write(raw)
    door("setup", "claude-code")
    done = shell(tmp_path / "other", "setup", "claude-code", "--remove", HOME=str(hosts.user))
    assert done.returncode == 0
    assert hosts.claude.read_bytes() == raw


def test_what_a_file_held_is_kept_for_its_owner_alone(door: Door, hosts: HostsHere) -> None:
    """Settings may hold tokens; nothing is left of it, nor beside the file, after --remove."""
    hosts.write(json.dumps(OTHERS).encode())
    door("setup", "claude-code")
    (kept,) = (door.home / "setup").iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    door("setup", "claude-code", "--remove")
    assert [*(door.home / "setup").iterdir()] == []
    assert [path.name for path in hosts.claude.parent.iterdir()] == ["settings.json"]


def test_dry_run_shows_the_difference_and_changes_nothing(door: Door, hosts: HostsHere) -> None:
    """No file, no folder, no store; hostile text is made harmless."""
    hosts.write('{"title": "a\u202eb"}'.encode())
    before = hosts.claude.read_bytes()
    printed = door("setup", "claude-code", "--dry-run")
    assert printed.lines[0] == f"--- {hosts.claude}"
    assert any(line.startswith("+") and "memboard" in line for line in printed.lines)
    assert "\u202e" not in printed.out
    assert printed.err.endswith("Nothing was changed.\n")
    assert (hosts.claude.read_bytes(), door.home.exists()) == (before, False)
    assert door("setup", "codex", "--dry-run").code == 0
    assert not hosts.codex.parent.exists()


@pytest.mark.parametrize("others", [False, True])
def test_a_folder_that_setup_made_goes_with_its_file(
    door: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, others: bool
) -> None:
    """Unless somebody put something else into it."""
    top = tmp_path / "work"
    (top / ".git").mkdir(parents=True)
    monkeypatch.chdir(top)
    assert door("setup", "claude-code", "--scope", "project").code == 0
    if others:
        (top / ".claude" / "mine.md").write_text("x")
    assert door("setup", "claude-code", "--scope", "project", "--remove").code == 0
    assert (top / ".claude").exists() == others
