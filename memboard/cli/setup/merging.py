"""Puts memboard's entries into a host's JSON text, finds them there, and takes them out.

What belongs to others is neither changed nor moved, whatever it looks like.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any, NamedTuple

from memboard.cli.setup.editing import with_part, without_part
from memboard.cli.setup.places import Part, member_of, parts_of, read_tree, root_of
from memboard.cli.setup.program import is_ours, words_of

NOTHING = "{}\n"
"""What an empty file stands for."""


class Unfit(ValueError):
    """A text that can be read, and has no place for what is to be added."""


class Registered(NamedTuple):
    """One entry of memboard's in a host's file."""

    event: str
    words: list[str]


class Step(NamedTuple):
    """A way down into a text: into what opens at a place, to one of its parts."""

    opening: int
    nth: int


def check_fit(tree: Any, kinds: Mapping[str, type]) -> None:
    """Refuse a tree whose root, or a member of it, is of another kind than a host expects.

    Raises:
        Unfit: it is.
    """
    if not isinstance(tree, dict):
        raise Unfit("it holds no object")
    hooks = tree.get("hooks", {})
    if not isinstance(hooks, dict):
        raise Unfit('"hooks" is no object')
    for event, kind in kinds.items():
        if not isinstance(hooks.get(event, kind()), kind):
            raise Unfit(f'"{event}" under "hooks" is no list')


def with_hooks(text: str, groups: Mapping[str, Any]) -> str:
    """Add a group to each event.

    Raises:
        ValueError, RecursionError: the text cannot be read, or has no place for them.
    """
    text = text if text.strip() else NOTHING
    before = read_tree(text)
    check_fit(before, dict.fromkeys(groups, list))
    after = text
    for event, group in groups.items():
        after = with_value(after, ("hooks", event), [group])
    checked(after, before, groups)
    return after


def with_value(text: str, path: tuple[str, ...], value: Any) -> str:
    """Add a value at the end of a path of keys; a list is appended to a list that is there."""
    opening = root_of(text)
    for at, key in enumerate(path):
        part = member_of(text, opening, key)
        if part is None:
            for outer in reversed(path[at + 1 :]):
                value = {outer: value}
            return with_part(text, opening, key, value)
        opening = part.value_start
    for element in value:
        text = with_part(text, opening, None, element)
    return text


def checked(after: str, before: Any, groups: Mapping[str, Any]) -> None:
    """Make sure that nothing but the groups was added.

    Raises:
        Unfit: it was.
    """
    wanted = deepcopy(before)
    for event, group in groups.items():
        wanted.setdefault("hooks", {}).setdefault(event, []).append(group)
    if read_tree(after) != wanted:
        raise Unfit("memboard cannot add to it without changing something else")


def registered(tree: Any) -> list[Registered]:
    """List memboard's entries."""
    return [
        Registered(event, words_of(entry))
        for event, group in all_groups(tree)
        for entry in entries_of(group)
        if is_hook(entry)
    ]


def holds_exactly(tree: Any, groups: Mapping[str, Any]) -> bool:
    """Tell whether memboard's entries are the wanted ones, each once and alone."""
    ours = [(event, group) for event, group in all_groups(tree) if any_hook(group)]
    return len(ours) == len(groups) and all(groups.get(event) == group for event, group in ours)


def all_groups(tree: Any) -> Iterator[tuple[str, Any]]:
    """Give every group of every event, of whatever kind it is."""
    hooks = tree.get("hooks") if isinstance(tree, dict) else None
    for event, groups in hooks.items() if isinstance(hooks, dict) else ():
        for group in groups if isinstance(groups, list) else ():
            yield event, group


def entries_of(group: Any) -> list[Any]:
    """Give the entries of a group; none where it is something else."""
    entries = group.get("hooks") if isinstance(group, dict) else None
    return entries if isinstance(entries, list) else []


def is_hook(entry: Any) -> bool:
    """Tell whether an entry is memboard's."""
    return is_ours(words_of(entry), "hook")


def any_hook(group: Any) -> bool:
    """Tell whether an entry of memboard's is in a group."""
    return any(map(is_hook, entries_of(group)))


def without_hooks(text: str) -> str:
    """Take memboard's entries out, and what is empty without them.

    Raises:
        ValueError, RecursionError: the text cannot be read.
    """
    read_tree(text)
    while way := way_to_ours(text):
        last = way[-1]
        text = without_part(text, last.opening, last.nth)
    return text


def way_to_ours(text: str) -> list[Step]:
    """Find the first thing to take out: an entry, or what holds nothing else."""
    for event, steps in events_of(text):
        for index, group in enumerate(parts_of(text, event.value_start)):
            if any_hook(group.value):
                return grown(text, [*steps, Step(event.value_start, index)], group)
    return []


def events_of(text: str) -> Iterator[tuple[Part, list[Step]]]:
    """Give each event that has a list, with the way to it."""
    root = root_of(text)
    if text[root : root + 1] != "{":
        return
    for index, hooks in enumerate(parts_of(text, root)):
        if hooks.key != "hooks" or not isinstance(hooks.value, dict):
            continue
        for inner, event in enumerate(parts_of(text, hooks.value_start)):
            if isinstance(event.value, list):
                yield event, [Step(root, index), Step(hooks.value_start, inner)]


def grown(text: str, way: list[Step], group: Part) -> list[Step]:
    """Shorten a way by what is empty without its end; in a group with others it goes further."""
    if not all(map(is_hook, group.value["hooks"])):
        entries = member_of(text, group.value_start, "hooks")
        assert entries is not None  # noqa: S101 - an entry was found in it
        index = next(at for at, entry in enumerate(entries.value) if is_hook(entry))
        return [*way, Step(entries.value_start, index)]
    return shortened(text, way)


def shortened(text: str, way: list[Step]) -> list[Step]:
    """Shorten a way by what holds nothing but its end; the root stays."""
    while len(way) > 1 and len(parts_of(text, way[-1].opening)) == 1:
        way = way[:-1]
    return way
