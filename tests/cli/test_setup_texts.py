"""What is put into a JSON text comes out again, and nothing else is touched."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memboard.cli.setup.hosts import CLAUDE_CODE, CODEX, groups_for
from memboard.cli.setup.merging import holds_exactly, registered, with_hooks, without_hooks
from memboard.cli.setup.program import is_ours, words_of
from memboard.cli.setup.servers import (
    with_json_server,
    with_toml_server,
    without_json_server,
    without_toml_server,
)

GROUPS = groups_for(CLAUDE_CODE, "user", None)
EVENTS = (*GROUPS, "Stop", "Notification")
SERVER = {"command": "/a b/python", "args": ["-m", "memboard", "mcp"]}

words = st.text(max_size=8)
trees = st.recursive(
    st.none() | st.booleans() | st.integers() | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)
handlers = st.fixed_dictionaries({"type": st.just("command"), "command": words}) | trees
groups = st.fixed_dictionaries({"hooks": st.lists(handlers, max_size=3)}) | trees
hooks = st.dictionaries(st.sampled_from(EVENTS), st.lists(groups, min_size=1, max_size=3))
settings = st.fixed_dictionaries({}, optional={"model": words, "env": trees, "hooks": hooks})


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Settings, laid out in one of the ways that people and programs lay them out."""
    tree = draw(settings)
    indent = draw(st.sampled_from([None, 0, 1, 2, 4, "\t"]))
    commas = draw(st.sampled_from([(",", ":"), (", ", ": "), (" , ", " : ")]))
    text = json.dumps(tree, indent=indent, separators=commas, ensure_ascii=draw(st.booleans()))
    lead, trail = (draw(st.sampled_from(["", "\n", " \n\n", "\t"])) for _ in range(2))
    text = lead + text + trail
    return text.replace("\n", "\r\n") if draw(st.booleans()) else text


def has_room(text: str) -> bool:
    """Tell whether nothing in a text would be empty without memboard's entries."""
    found: dict[str, Any] = json.loads(text)
    return found.get("hooks") != {}


@given(texts())
def test_hooks_go_in_and_come_out_to_the_byte(text: str) -> None:
    """Whatever else is there; each added byte is one that taking them out removes."""
    after = with_hooks(text, GROUPS)
    assert holds_exactly(json.loads(after), GROUPS)
    if has_room(text) and json.loads(text):
        assert without_hooks(after) == text


@given(texts())
def test_only_memboards_entries_are_new(text: str) -> None:
    """The old tree is there in its old order, with the groups behind it."""
    old, new = json.loads(text), json.loads(with_hooks(text, GROUPS))
    assert [key for key in new if key in old] == list(old)
    for key, value in old.items():
        assert key == "hooks" or new[key] == value
    for event, there in old.get("hooks", {}).items():
        assert new["hooks"][event] == there + ([GROUPS[event]] if event in GROUPS else [])


@given(texts())
def test_a_text_is_only_added_to(text: str) -> None:
    """Every character of it is still there, in order."""
    after = iter(with_hooks(text, GROUPS))
    assert all(character in after for character in text)


@given(texts())
def test_the_server_goes_in_and_comes_out_to_the_byte(text: str) -> None:
    """As the hooks do."""
    after = with_json_server(text, SERVER)
    assert json.loads(after)["mcpServers"] == {"memboard": SERVER}
    if json.loads(text):
        assert without_json_server(after) == text


TABLES = 'model = "o3" # mine\r\n[mcp_servers.other]\r\ncommand = "x"\r\n'


@pytest.mark.parametrize("text", ["", "model = 'o3'\n", "[a]\nb = 1", TABLES, "\n\n# nothing\n"])
def test_the_server_is_a_table_at_the_end_of_a_toml_text(text: str) -> None:
    """What was there stays as it was."""
    after = with_toml_server(text, SERVER)
    assert after.startswith(text)
    assert without_toml_server(after).rstrip("\n") == text.rstrip("\n")


@pytest.mark.parametrize(
    "text",
    [
        'mcp_servers = { other = { command = "x" } }\n',
        "mcp_servers = 1\n",
        '[mcp_servers.memboard]\ncommand = "theirs"\n',
        "[broken\n",
    ],
)
def test_a_toml_text_without_room_is_refused(text: str) -> None:
    """No guess is made."""
    with pytest.raises(ValueError, match=r"."):
        with_toml_server(text, SERVER)


def test_a_table_that_a_person_changed_is_not_half_removed() -> None:
    """Its own lines would be left behind under another table's name."""
    text = with_toml_server("", SERVER) + "env = { A = '1' }\n"
    with pytest.raises(ValueError, match="by hand"):
        without_toml_server(text)


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "1",
        "{",
        "{} {}",
        "{'a': 1}",
        '{"a": 1,}',
        '{"a": NaN}',
        '{/* mine */ "a": 1}',
        '{"hooks": []}',
        '{"hooks": {"SessionStart": {}}}',
        '{"hooks": {}, "hooks": {}}',
        '{"hooks": {"Stop": [], "PreToolUse": [], "PreToolUse": []}}',
    ],
)
def test_a_text_without_room_is_refused(text: str) -> None:
    """Lists in place of objects, comments, half files, a key twice."""
    with pytest.raises(ValueError, match=r"."):
        with_hooks(text, GROUPS)


def test_a_text_nested_too_deeply_is_refused() -> None:
    """As an error that can be told."""
    with pytest.raises((ValueError, RecursionError)):
        with_hooks('{"a":' + "[" * 100_000, GROUPS)


MIXED = (
    '{"hooks": {"Stop": [{"hooks": [{"command": "a"}, '
    '{"command": "memboard hook claude-code"}, {"command": "b"}]}]}}'
)


def test_an_entry_between_others_is_taken_out_alone() -> None:
    """Its neighbours stay in their group."""
    assert without_hooks(MIXED) == (
        '{"hooks": {"Stop": [{"hooks": [{"command": "a"}, {"command": "b"}]}]}}'
    )


@pytest.mark.parametrize(
    ("entry", "known"),
    [
        ({"command": "/x/python -I -m memboard hook codex"}, True),
        ({"command": "'/x y/python' -I -m memboard --home '/a b' hook codex"}, True),
        ({"command": "/x/python", "args": ["-m", "memboard", "hook", "claude-code"]}, True),
        ({"command": "uvx memboard hook claude-code"}, True),
        (groups_for(CODEX, "project", None)["SessionStart"]["hooks"][0], True),
        ({"command": "grep memboard hook.txt"}, False),
        ({"command": "hook memboard"}, False),
        ({"command": "/x/memboard mcp"}, False),
        ({"command": "echo 'memboard hook"}, False),
        ({"command": ["memboard", "hook"]}, False),
        ({"command": "memboard", "args": [1, "hook"]}, True),
        ("memboard hook", False),
        (None, False),
    ],
)
def test_memboards_entries_are_told_from_others(entry: Any, known: bool) -> None:
    """By the program and its task, wherever the program lies."""
    assert is_ours(words_of(entry), "hook") is known


def test_what_is_registered_is_listed_with_its_event() -> None:
    """For the doctor."""
    found = registered(json.loads(MIXED))
    assert [(one.event, one.words) for one in found] == [
        ("Stop", ["memboard", "hook", "claude-code"])
    ]


def test_what_is_added_is_laid_out_as_the_rest() -> None:
    """Its line ends, its tabs, its one line."""
    windows = with_hooks('{\r\n\t"a": 1\r\n}\r\n', GROUPS)
    assert windows.count("\n") == windows.count("\r\n") > 8
    assert windows.startswith('{\r\n\t"a": 1,\r\n\t"hooks": {\r\n\t\t"SessionStart": [\r\n\t\t\t{')
    assert windows.endswith("\t\t]\r\n\t}\r\n}\r\n")
    assert "\n" not in with_hooks('{"a": 1}', GROUPS)
    assert with_hooks("{}", GROUPS).startswith('{\n  "hooks": {\n    "SessionStart": [')
