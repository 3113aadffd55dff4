"""`memboard setup`: a host's files gain memboard's entries and lose nothing."""

from __future__ import annotations

import json
import os
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from memboard.cli.setup.hosts import CLAUDE_CODE, CODEX

from .door import Door, shell
from .hosts_here import OTHERS, HostsHere, entries, ours

CLAUDE_EVENTS = {hook.event for hook in CLAUDE_CODE.hooks}
CODEX_EVENTS = {hook.event for hook in CODEX.hooks}


@pytest.fixture
def hosts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HostsHere:
    """The folders of both hosts, empty."""
    return HostsHere(tmp_path / "user", monkeypatch)


def command_of(path: Path, event: str) -> dict[str, Any]:
    """The one hook of an event."""
    (group,) = entries(path)[event]
    (found,) = group["hooks"]
    return dict(found)


def test_claude_code_is_told_of_each_event_once(door: Door, hosts: HostsHere) -> None:
    """By this interpreter, without a shell, deaf to the project's own modules."""
    printed = door("setup", "claude-code")
    assert (printed.code, printed.lines[0]) == (
        0,
        f"Made {hosts.claude} with memboard's hooks.",
    )
    assert sorted(ours(hosts.claude)) == sorted(CLAUDE_EVENTS)
    assert command_of(hosts.claude, "SessionEnd") == {
        "type": "command",
        "command": os.path.abspath(sys.executable),
        "args": ["-I", "-m", "memboard", "hook", "claude-code"],
        "timeout": 5,
    }


def test_codex_is_told_by_one_line_that_stays_the_same(door: Door, hosts: HostsHere) -> None:
    """Its hash is what a person trusts; a session's end is waited for three seconds."""
    printed = door("setup", "codex")
    assert sorted(ours(hosts.codex)) == sorted(CODEX_EVENTS)
    found = command_of(hosts.codex, "SessionEnd")
    assert found["command"].endswith(" -I -m memboard hook codex")
    assert (found["timeout"], "args" in found) == (3, False)
    assert "/hooks" in printed.out


def test_a_store_is_made_for_the_hooks(door: Door, hosts: HostsHere) -> None:
    """They make none themselves."""
    assert not (door.home / "memory.db").exists()
    door("setup", "codex")
    assert (door.home / "memory.db").is_file()
    assert hosts.codex.exists()


def test_hooks_of_others_stay_whatever_they_are(door: Door, hosts: HostsHere) -> None:
    """For the same event and matcher, and those that make no sense."""
    hosts.write(json.dumps(OTHERS, indent=4).encode())
    assert door("setup", "claude-code").code == 0
    there = entries(hosts.claude)
    for event, groups in OTHERS["hooks"].items():
        assert there[event][: len(groups)] == groups
    assert sorted(ours(hosts.claude)) == sorted(CLAUDE_EVENTS)


def test_the_hosts_own_variables_are_honoured(
    door: Door, hosts: HostsHere, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both may have their folder elsewhere."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "cc"))
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "cx"))
    door("setup", "claude-code")
    door("setup", "codex", "--mcp")
    assert (tmp_path / "cc" / "settings.json").is_file()
    assert (tmp_path / "cx" / "hooks.json").is_file()
    assert (tmp_path / "cx" / "config.toml").is_file()
    assert [*hosts.user.iterdir()] == []


@pytest.fixture
def work_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project, entered in a folder within."""
    inner = tmp_path / "tidepool" / "src"
    inner.mkdir(parents=True)
    (inner.parent / ".git").mkdir()
    monkeypatch.chdir(inner)
    return inner.parent


def test_a_project_has_its_own_files(door: Door, hosts: HostsHere, work_tree: Path) -> None:
    """Claude Code's private one; for all others of the project a line without a path."""
    door("setup", "claude-code", "--scope", "project", "--mcp")
    assert ours(work_tree / ".claude" / "settings.local.json")
    servers = json.loads((work_tree / ".mcp.json").read_bytes())["mcpServers"]
    assert servers == {"memboard": {"command": "memboard", "args": ["mcp"], "alwaysLoad": True}}
    door("setup", "codex", "--scope", "project")
    found = command_of(work_tree / ".codex" / "hooks.json", "SessionStart")["command"]
    assert found == (
        "sh -c 'command -v memboard >/dev/null 2>&1 || exit 0; exec memboard hook codex'"
    )
    assert not hosts.claude.exists()
    assert "everyone" in door("setup", "codex", "--scope", "project").err


def test_the_home_folder_is_no_project(
    door: Door, hosts: HostsHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor may a folder of this machine get into a file for others."""
    monkeypatch.chdir(hosts.user)
    assert door("setup", "claude-code", "--scope", "project").code == 2
    assert [*hosts.user.iterdir()] == []


def test_a_named_home_is_known_to_the_hooks(door: Door, hosts: HostsHere, work_tree: Path) -> None:
    """But gets into no file that is for others."""
    named = str(work_tree / "a home")
    door("setup", "codex", "--home", named)
    command = command_of(hosts.codex, "SessionStart")["command"]
    assert command.endswith(f" -I -m memboard --home '{named}' hook codex")
    printed = door("setup", "codex", "--scope", "project", "--home", named)
    assert (printed.code, "Leave --home" in printed.err) == (2, True)


def test_codex_finds_the_server_in_its_config(door: Door, hosts: HostsHere) -> None:
    """With comments and tables kept."""
    raw = b'model = "o3"  # the small one\n\n[mcp_servers.other]\ncommand = "x"'
    config = hosts.write(raw, hosts.codex.parent / "config.toml")
    door("setup", "codex", "--mcp")
    assert config.read_bytes().startswith(raw)
    server = tomllib.loads(config.read_text())["mcp_servers"]["memboard"]
    assert server["args"][-1] == "mcp"
    door("setup", "codex", "--remove")
    assert config.read_bytes() == raw


def test_claude_code_is_left_to_write_its_own_list_of_servers(door: Door, hosts: HostsHere) -> None:
    """Its file is written all the time by itself; the line to run is shown."""
    printed = door("setup", "claude-code", "--mcp")
    assert "  claude mcp add --transport stdio --scope user memboard -- " in printed.out
    assert [path.name for path in hosts.user.iterdir()] == [".claude"]


def test_a_server_of_the_same_name_stays_what_it_is(door: Door, hosts: HostsHere) -> None:
    """Setup refuses before it changes anything; --remove passes it by."""
    raw = b'[mcp_servers.memboard]\ncommand = "something-else"\n'
    config = hosts.write(raw, hosts.codex.parent / "config.toml")
    printed = door("setup", "codex", "--mcp")
    assert (printed.code, "is something else" in printed.err) == (1, True)
    assert not hosts.codex.exists()
    assert door("setup", "codex", "--remove").code == 0
    assert config.read_bytes() == raw


def test_a_passing_program_is_warned_of(
    door: Door, hosts: HostsHere, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hooks would fail when its folder is gone; a folder with spaces is quoted."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    here = tmp_path / "a place" / "python"
    here.parent.mkdir()
    here.symlink_to(sys.executable)
    monkeypatch.setattr(sys, "executable", str(here))
    monkeypatch.setattr("memboard.cli.setup.program.starts_alone", lambda _: True)
    printed = door("setup", "codex")
    assert "among the temporary files" in printed.err
    command = command_of(hosts.codex, "SessionStart")["command"]
    assert command == f"'{here}' -I -m memboard hook codex"


def test_a_program_that_no_host_could_start_is_not_registered(
    door: Door, hosts: HostsHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An interpreter that finds memboard only from the working directory."""
    monkeypatch.setattr(sys, "executable", "/bin/false")
    printed = door("setup", "claude-code")
    assert (printed.code, "finds no memboard" in printed.err) == (1, True)
    assert [*hosts.user.iterdir()] == []


def test_json_has_every_file_and_what_is_left_to_do(door: Door, hosts: HostsHere) -> None:
    """One document; the difference with --dry-run only."""
    document = door("setup", "codex", "--mcp", "--json").document
    assert [(one["what"], one["change"]) for one in document["files"]] == [
        ("hooks", "made"),
        ("MCP server", "made"),
    ]
    assert document["files"][0]["path"] == str(hosts.codex)
    assert document["files"][0]["diff"] == []
    assert any("/hooks" in line for line in document["todo"])
    document = door("setup", "codex", "--mcp", "--remove", "--dry-run", "--json").document
    assert document["files"][0]["diff"][0].startswith("---")
    assert hosts.codex.exists()


def test_plain_lines_come_on_a_narrow_terminal_without_colours(
    home: Path, hosts: HostsHere
) -> None:
    """No escape is written, and a path is not cut."""
    done = shell(home, "setup", "codex", HOME=str(hosts.user), NO_COLOR="1", COLUMNS="60", LANG="C")
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout + done.stderr
    assert str(hosts.codex).encode() in done.stdout


def test_an_unknown_host_is_a_fault_of_the_command_line(door: Door, hosts: HostsHere) -> None:
    """Exit code 2, and nothing changed."""
    assert door("setup", "emacs").code == 2
    assert door("setup").code == 2
    assert [*hosts.user.iterdir()] == []
