"""`memboard setup`: a host's files gain memboard's entries and lose nothing."""

from __future__ import annotations

import json
import os
import stat
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memboard.cli.setup import changing
from memboard.cli.setup.additions import hooks_of
from memboard.cli.setup.changing import change_file
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
    assert shell(tmp_path / "other", "setup", "claude-code", "--remove", HOME=str(hosts.user))
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
    replace, writes = changing.replace_file, iter([b'{"model": "haiku"}', b'{"model": "x"}'])

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
    replace = changing.replace_file

    def replace_late(path: Path, *given: Any) -> bool:
        path.write_bytes(path.read_bytes() + b" ")
        return replace(path, *given)

    monkeypatch.setattr(changing, "replace_file", replace_late)
    with pytest.raises(changing.Failed, match="all the time"):
        change_file(
            hooks_of(CLAUDE_CODE, "user", None), tmp_path / "h", remove=False, dry_run=False
        )
    assert [path.name for path in hosts.claude.parent.iterdir()] == ["settings.json"]


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
    assert servers == {"memboard": {"command": "memboard", "args": ["mcp"]}}
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
