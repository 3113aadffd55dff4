"""How a command is declared, and the contexts that it may work in.

A context is where the keyboard is: `recent.list`, `search.detail`, `query`, `editor`.
"""

from __future__ import annotations

from typing import NamedTuple

TABS = {
    "recent": "Recent",
    "search": "Search",
    "blocked": "Blocked",
    "failures": "Failures",
    "activity": "Activity",
}
"""What each pane is called."""
PANES = tuple(TABS)
"""The panes there are, in the order of their digits."""
LISTS = frozenset(f"{pane}.list" for pane in PANES)
DETAILS = frozenset(f"{pane}.detail" for pane in PANES)
BODY = LISTS | DETAILS
FIELDS = frozenset({"query", "filter", "prompt"})
EDITOR = frozenset({"editor"})
DIALOG = frozenset({"dialog"})
TYPING = FIELDS | EDITOR
SEARCH = frozenset({"search.list", "search.detail"})
BLOCKED = frozenset({"blocked.list", "blocked.detail"})
FAILURES = frozenset({"failures.list", "failures.detail"})
ACTIVITY = frozenset({"activity.list", "activity.detail"})
RECENT = frozenset({"recent.list", "recent.detail"})
NOTES = RECENT | SEARCH | BLOCKED
"""Where rows are notes."""
PUTS_BACK = BLOCKED | ACTIVITY
"""Where rows have something to put back or to let through."""


class Command(NamedTuple):
    """One thing a user can do."""

    id: str
    keys: tuple[str, ...]
    label: str
    """What footer and palette call it."""
    help: str
    contexts: frozenset[str]
    section: str
    weight: int = 0
    """Its place in the footer, the smallest first; 0 keeps it out."""
    changes: bool = False
    """Whether it writes, and so is grey where nothing can be written."""
    targets: bool = False
    """Whether it goes to marks or cursor, and so is grey where there is no row."""

    @property
    def key(self) -> str:
        """The key that texts name."""
        return shown_key(self.keys[0])


SHOWN = {"space": "space", "escape": "esc", "question_mark": "?", "pageup": "pageup"}


def shown_key(key: str) -> str:
    """Write a key as people read it."""
    return SHOWN.get(key, key)


def note(
    id: str,  # noqa: A002 - what it is
    keys: str,
    label: str,
    help: str,  # noqa: A002 - what it is
    weight: int = 0,
    contexts: frozenset[str] = NOTES,
) -> Command:
    """Declare a command that changes the notes it goes to."""
    return Command(id, tuple(keys.split()), label, help, contexts, "Note", weight, True, True)


def move(id: str, keys: str, label: str, help: str, contexts: frozenset[str] = BODY) -> Command:  # noqa: A002
    """Declare a command that moves."""
    return Command(id, tuple(keys.split()), label, help, contexts, "Move")


def mark(id: str, keys: str, label: str, help: str, weight: int = 0) -> Command:  # noqa: A002
    """Declare a command that selects rows."""
    return Command(id, tuple(keys.split()), label, help, LISTS, "Marks", weight)


def view(
    id: str,  # noqa: A002 - what it is
    keys: str,
    label: str,
    help: str,  # noqa: A002 - what it is
    contexts: frozenset[str] = BODY,
    weight: int = 0,
) -> Command:
    """Declare a command that changes what is seen."""
    return Command(id, tuple(keys.split()), label, help, contexts, "View", weight)


def everywhere(
    id: str,  # noqa: A002 - what it is
    keys: str,
    label: str,
    help: str,  # noqa: A002 - what it is
    contexts: frozenset[str] = BODY,
    weight: int = 0,
    *,
    changes: bool = False,
) -> Command:
    """Declare a command that means the same wherever it works."""
    return Command(id, tuple(keys.split()), label, help, contexts, "Everywhere", weight, changes)


def field(
    id: str,  # noqa: A002 - what it is
    keys: str,
    label: str,
    help: str,  # noqa: A002 - what it is
    contexts: frozenset[str],
    weight: int = 0,
) -> Command:
    """Declare a command of a text field or a dialog."""
    section = "Dialogs" if contexts == DIALOG else "Editor" if contexts == EDITOR else "Typing"
    return Command(id, tuple(keys.split()), label, help, contexts, section, weight)
