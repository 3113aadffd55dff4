"""The doctor on hooks: are they there, are they current, and do they answer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from memboard.cli.doctor import hosts as doctor_hosts
from memboard.cli.setup import trying
from memboard.cli.setup.hosts import CLAUDE_CODE, CODEX, HOSTS, Host, groups_for
from memboard.cli.setup.samples import samples_of
from memboard.cli.setup.trying import Tried, found_fault, timed, try_host
from memboard.engine import find_home
from memboard.engine.session.quick import open_quick

from .door import Door
from .hosts_here import HostsHere


@pytest.fixture
def hosts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HostsHere:
    """The folders of both hosts, empty."""
    monkeypatch.chdir(tmp_path)
    return HostsHere(tmp_path / "user", monkeypatch)


@pytest.fixture
def untried(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The hosts whose hooks the doctor would try; none is started."""
    asked: list[str] = []

    def note(host: Host) -> list[Any]:
        asked.append(host.name)
        return []

    monkeypatch.setattr(doctor_hosts, "check_answers", note)
    return asked


def hook_checks(door: Door) -> list[tuple[str, str]]:
    """The level and the text of each line on hooks."""
    checks = door("doctor", "--json").document["checks"]
    return [(one["level"], one["text"]) for one in checks if one["name"] in ("hooks", "hook")]


def test_a_host_without_hooks_is_told_how_to_get_them(
    door: Door, hosts: HostsHere, untried: list[str]
) -> None:
    """It is no trouble, and nothing is started; settings of others say nothing."""
    hosts.write(b'{"hooks": {"Stop": []}}')
    assert hook_checks(door) == [
        ("good", "Claude Code has none. memboard setup claude-code adds them."),
        ("good", "Codex has none. memboard setup codex adds them."),
        ("good", "No memboard process here has a model loaded: hooks recall by words."),
    ]
    assert untried == []


def test_current_hooks_are_good_and_tried(door: Door, hosts: HostsHere, untried: list[str]) -> None:
    """Those of the host that has them."""
    door("setup", "codex")
    assert ("good", f"{hosts.codex} has them for 7 events.") in hook_checks(door)
    assert untried == ["codex"]


def change(path: Path, old: str, new: str) -> None:
    """Change a file as a person would."""
    path.write_text(path.read_text().replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (os.path.abspath(sys.executable), "/gone/python", "/gone/python, which they start, is not"),
        (os.path.abspath(sys.executable), "/bin/sh", "they start another memboard, by /bin/sh"),
        ('"PreCompact"', '"PostCompact2"', "PreCompact is missing"),
        ('"hooks": {', '"disableAllHooks": true, "hooks": {', "disableAllHooks turns them off"),
    ],
)
def test_what_is_wrong_with_them_is_said(
    door: Door, hosts: HostsHere, untried: list[str], old: str, new: str, says: str
) -> None:
    """With the command that puts it right."""
    door("setup", "claude-code")
    change(hosts.claude, old, new)
    found = hook_checks(door)
    assert any(level == "warn" and says in text for level, text in found), found
    assert untried == ["claude-code"]


def test_hooks_that_are_there_twice_are_told(
    door: Door, hosts: HostsHere, untried: list[str]
) -> None:
    """In one file, and in two."""
    groups = groups_for(CLAUDE_CODE, "user", None)
    twice = {"hooks": {event: [group, group] for event, group in groups.items()}}
    hosts.write(json.dumps(twice).encode())
    assert any("SessionStart" in text and "twice" in text for _, text in hook_checks(door))
    project = Path.cwd() / ".claude" / "settings.local.json"
    hosts.write(json.dumps(twice).encode(), project)
    assert ("warn", "Claude Code has them twice.") in hook_checks(door)
    assert untried == ["claude-code", "claude-code"]


def test_a_broken_file_with_hooks_is_bad(door: Door, hosts: HostsHere, untried: list[str]) -> None:
    """Its host would run none of them."""
    door("setup", "codex")
    change(hosts.codex, "{", "{{")
    assert ("bad", f"{hosts.codex} is no JSON: Codex runs no hook in it.") in hook_checks(door)
    assert untried == ["codex"]


def test_no_program_of_a_settings_file_is_started(door: Door, hosts: HostsHere) -> None:
    """A stranger's project that one looked at may hold any."""
    planted = hosts.user / "planted"
    command = f"touch {planted}; memboard hook codex"
    tree = {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": command}]}]}}
    hosts.write(json.dumps(tree).encode())
    hosts.write(json.dumps(tree).encode(), Path.cwd() / ".codex" / "hooks.json")
    door("doctor")
    assert not planted.exists()


def test_what_hooks_left_behind_is_told(door: Door, hosts: HostsHere, untried: list[str]) -> None:
    """Events that wait, and the log."""
    door.add("a note")
    with open_quick(find_home(door.home), None) or nullcontext() as quick:
        assert quick
        quick.queue_capture("s-1", "codex", "/", "", "shutdown")
    failed = "2026-12-01T09:14:03Z worker: codex: it did not answer\n"
    for name, begin in (("spool/events.jsonl", "+x\n+x\n-x\n"), ("log/hooks.log", failed)):
        path = door.home / name
        path.parent.mkdir(parents=True)
        path.write_text(begin + "x" * (2_000 - len(begin)))
    told = [text for _, text in hook_checks(door)]
    assert any(text.startswith("2 events in 2.0 kB wait in ") for text in told)
    assert any("hooks.log holds 2.0 kB" in text for text in told)
    assert "1 capture waits for a worker; the next session's end starts one." in told
    last = "A worker failed last at 2026-12-01T09:14:03Z: worker: codex: it did not answer"
    assert last in told
    assert (untried, hosts.claude.exists()) == ([], False)


@pytest.mark.parametrize("host", HOSTS)
def test_there_is_a_sample_of_every_event(host: str) -> None:
    """Of those that the host is told to send, and in a folder that is filled in later."""
    samples = samples_of(host)
    events = {one["hook_event_name"] for one in samples}
    assert events == {hook.event for hook in HOSTS[host].hooks}
    assert {one["cwd"] for one in samples} == {""}


@pytest.mark.parametrize("host", HOSTS)
def test_every_sample_is_answered_as_its_host_reads_it(
    host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By real processes, in a home that is gone afterwards; the user's own is not touched."""
    home, temporary = tmp_path / "home", tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    monkeypatch.setenv("MEMBOARD_HOME", str(home))
    monkeypatch.setenv("MEMBOARD_CHILD", "1")
    monkeypatch.setattr(trying, "RUNS", 1)
    found = list(try_host(host))
    assert [one for one in found if one.trouble] == []
    assert {one.event for one in found} == {hook.event for hook in HOSTS[host].hooks}
    assert all(one.millis > 0 for one in found)
    assert (home.exists(), [*temporary.iterdir()]) == (False, [])


def test_what_a_hook_starts_is_waited_for(tmp_path: Path) -> None:
    """A throw-away home must not be taken from under a process that works in it."""
    mark = tmp_path / "mark"
    later = f"import pathlib, sys; sys.stdin.read(); pathlib.Path({str(mark)!r}).touch()"
    start = (
        "import subprocess, sys; "
        f"subprocess.Popen([sys.executable, '-c', {later!r}], stdin=subprocess.PIPE, "
        "stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False)"
    )
    timed([sys.executable, "-c", start], tmp_path, b"")
    assert mark.exists()


def answered(out: bytes = b"", code: int = 0, err: bytes = b"") -> Any:
    """A hook's process that has ended."""
    return subprocess.CompletedProcess([], code, out, err)


CONTEXT = b'{"hookSpecificOutput": {"hookEventName": "%s", "additionalContext": "a"}}'


@pytest.mark.parametrize(
    ("event", "done", "fits"),
    [
        ("SessionStart", answered(), True),
        ("UserPromptSubmit", answered(), False),
        ("UserPromptSubmit", answered(CONTEXT % b"UserPromptSubmit"), True),
        ("UserPromptSubmit", answered(CONTEXT % b"SessionStart"), False),
        ("PreToolUse", answered(b'{"decision": "block"}'), False),
        ("PreToolUse", answered(b'["hookSpecificOutput"]'), False),
        ("PreToolUse", answered(b"\xff"), False),
        ("SessionEnd", answered(CONTEXT % b"SessionEnd"), False),
        ("SessionStart", answered(code=2), False),
        ("SessionStart", answered(err=b"Traceback"), False),
    ],
)
def test_what_a_host_would_object_to_is_found(event: str, done: Any, fits: bool) -> None:
    """Another exit code, words on stderr, an object of another form, an answer nobody wants."""
    assert (found_fault(event, done) == "") is fits


def test_a_fault_makes_the_doctor_bad(
    door: Door, hosts: HostsHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each event has its line, with an interpreter's time beside its own."""

    def found(_: str) -> list[Tried]:
        return [Tried("SessionStart", 41.2, ""), Tried("PreToolUse", 9.0, "it ended badly")]

    monkeypatch.setattr(trying, "try_host", found)
    monkeypatch.setattr(trying, "bare_millis", lambda: 15.0)
    hosts.write(b"{}")
    door("setup", CODEX.name)
    printed = door("doctor")
    assert printed.code == 1
    assert "good  hook      Codex, SessionStart: 41 ms, Python alone 15 ms." in printed.lines
    assert "bad   hook      Codex, PreToolUse: it ended badly." in printed.lines
