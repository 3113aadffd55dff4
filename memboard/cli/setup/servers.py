"""The entry of the MCP server: in a JSON text, and in Codex's TOML."""

from __future__ import annotations

import json
import re
import tomllib
from copy import deepcopy
from typing import Any

from memboard.cli.setup.editing import without_part
from memboard.cli.setup.merging import NOTHING, Step, Unfit, shortened, with_value
from memboard.cli.setup.places import parts_of, read_tree, root_of
from memboard.cli.setup.program import is_ours, words_of

SERVERS, SERVER, TABLE = "mcpServers", "memboard", "mcp_servers"
HEADER = re.compile(r"^\[mcp_servers\.memboard\][ \t]*(?:#.*)?$")


def json_server(text: str) -> Any:
    """Give the server of memboard's name in a JSON text; None where there is none.

    Raises:
        Unfit: the text has no place for one.
    """
    tree = read_tree(text) if text.strip() else {}
    servers = tree.get(SERVERS, {}) if isinstance(tree, dict) else None
    if not isinstance(servers, dict):
        raise Unfit(f'it holds no object, or its "{SERVERS}" is none')
    return ours_or_none(servers.get(SERVER))


def ours_or_none(server: Any) -> Any:
    """Give a server back if it is memboard's.

    Raises:
        Unfit: it has the name and is something else.
    """
    if server is not None and not is_server(server):
        raise Unfit(f'its MCP server "{SERVER}" is something else')
    return server


def is_server(server: Any) -> bool:
    """Tell whether a server is memboard's."""
    return is_ours(words_of(server), "mcp")


def with_json_server(text: str, server: Any) -> str:
    """Add the server to a JSON text that has none of the name.

    Raises:
        ValueError, RecursionError: the text cannot be read, or has no place for it.
    """
    text = text if text.strip() else NOTHING
    json_server(text)
    wanted = deepcopy(read_tree(text))
    after = with_value(text, (SERVERS, SERVER), server)
    wanted.setdefault(SERVERS, {})[SERVER] = server
    if read_tree(after) != wanted:
        raise Unfit("memboard cannot add to it without changing something else")
    return after


def without_json_server(text: str) -> str:
    """Take memboard's server out of a JSON text; one of others with its name stays."""
    servers = read_tree(text).get(SERVERS) if text.strip() else None
    if not isinstance(servers, dict) or not is_server(servers.get(SERVER)):
        return text
    root = root_of(text)
    outer = place(text, root, SERVERS)
    opening = parts_of(text, root)[outer].value_start
    way = [Step(root, outer), Step(opening, place(text, opening, SERVER))]
    last = shortened(text, way)[-1]
    return without_part(text, last.opening, last.nth)


def place(text: str, opening: int, key: str) -> int:
    """Tell which member has a key; of two the last, which is the one that was read."""
    return max(at for at, part in enumerate(parts_of(text, opening)) if part.key == key)


def toml_server(text: str) -> Any:
    """Give the server of memboard's name in Codex's config; None where there is none.

    Raises:
        Unfit: the text has no place for one.
    """
    servers = tomllib.loads(text).get(TABLE, {})
    if not isinstance(servers, dict):
        raise Unfit(f'its "{TABLE}" is no table')
    return ours_or_none(servers.get(SERVER))


def with_toml_server(text: str, server: dict[str, Any]) -> str:
    """Add the server as a table at the end, which changes no table before it.

    Raises:
        ValueError: the text cannot be read, or has no place for it.
    """
    toml_server(text)
    ending = "\r\n" if "\r\n" in text else "\n"
    lines = [f"[{TABLE}.{SERVER}]", *(f"{key} = {toml(value)}" for key, value in server.items())]
    before = text if not text or text.endswith("\n") else text + ending
    after = before + (ending if before else "") + "".join(line + ending for line in lines)
    wanted = tomllib.loads(text)
    wanted.setdefault(TABLE, {})[SERVER] = server
    if not same_toml(after, wanted):
        raise Unfit(f'a table "{TABLE}.{SERVER}" cannot be added at its end')
    return after


def without_toml_server(text: str) -> str:
    """Take memboard's table out of Codex's config; one of others with its name stays.

    Raises:
        Unfit: it is written otherwise than memboard writes it.
    """
    wanted = tomllib.loads(text)
    servers = wanted.get(TABLE)
    if not isinstance(servers, dict) or not is_server(servers.get(SERVER)):
        return text
    del wanted[TABLE][SERVER]
    if not wanted[TABLE]:
        del wanted[TABLE]
    after = without_table(text)
    if not same_toml(after, wanted):
        raise Unfit(f'"{TABLE}.{SERVER}" is not as memboard writes it; take it out by hand')
    return after


def without_table(text: str) -> str:
    """Leave out the table's lines, and the empty one before them."""
    lines = text.split("\n")
    start = next((at for at, line in enumerate(lines) if HEADER.match(line.rstrip("\r"))), None)
    if start is None:
        return text
    end = start + 1
    while end < len(lines) and re.match(r"(?:command|args) = ", lines[end]):
        end += 1
    if start and not lines[start - 1].strip():
        start -= 1
    return "\n".join(lines[:start] + lines[end:])


def same_toml(text: str, wanted: dict[str, Any]) -> bool:
    """Tell whether a text says what is wanted."""
    try:
        return tomllib.loads(text) == wanted
    except tomllib.TOMLDecodeError:
        return False


def toml(value: str | list[str]) -> str:
    """Write a value; JSON's strings are TOML's."""
    return json.dumps(value, ensure_ascii=False)
