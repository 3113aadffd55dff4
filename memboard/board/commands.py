"""Every command, declared once: key, footer, palette, help and mouse all read this table.

A context is where the keyboard is: `recent.list`, `search.detail`, `query`, `editor`. A key has one
command in a context, and one meaning in all of them; a test says so over this table.
"""

from __future__ import annotations

from collections.abc import Iterable

from memboard.board.declaring import (
    BODY,
    DETAILS,
    EDITOR,
    FAILURES,
    FIELDS,
    LISTS,
    NOTES,
    PANES,
    PUTS_BACK,
    SEARCH,
    TABS,
    TYPING,
    Command,
    everywhere,
    field,
    mark,
    move,
    note,
    shown_key,
    view,
)

__all__ = [
    "BODY",
    "BY_ID",
    "COMMANDS",
    "DETAILS",
    "EDITOR",
    "FIELDS",
    "LISTS",
    "PANES",
    "TABS",
    "Command",
    "clashes",
    "command_for",
    "commands_in",
    "is_typed",
    "shown_key",
]

COMMANDS: tuple[Command, ...] = (
    # notes
    everywhere("add", "a", "Add", "write a new note", weight=20, changes=True),
    note(
        "edit",
        "e",
        "Edit",
        "change text, tags, topic, scope, importance, pin; of a failure, what works instead",
        21,
        NOTES | FAILURES,
    ),
    note(
        "edit_outside",
        "E",
        "Edit in $EDITOR",
        "change the text, or what works instead, in your own editor",
        contexts=NOTES | FAILURES,
    ),
    note(
        "forget",
        "d delete",
        "Forget",
        "take it out of every search; u brings it back; a failure is asked about",
        22,
        NOTES | FAILURES,
    ),
    note(
        "put_back",
        "r",
        "Put back",
        "let agents read a withheld text, or withhold it; in Activity, put a change back",
        19,
        PUTS_BACK,
    ),
    everywhere("undo", "u", "Undo", "take back my last change", weight=23, changes=True),
    everywhere("redo", "ctrl+r", "Redo", "do again what was taken back", changes=True),
    everywhere("changes", "U", "My last ten", "list my last changes"),
    note("pin", "p", "Pin", "pin it, or unpin it: pinned notes do not age", 24),
    note("scope", "s", "Scope", "make it global, or this project's", 25),
    note("tags", "t", "Tags", "add and remove tags: +db -old", 29),
    note("importance", "i", "Importance", "rate it from 0 to 1"),
    note("purge", "D", "Purge", "erase it for good; asks first"),
    note("repeat", ".", "Repeat", "do the last change again, here"),
    Command(
        "copy",
        ("y",),
        "Copy",
        "copy the text; of a failure, what works instead",
        BODY,
        "Note",
        28,
        targets=True,
    ),
    Command(
        "copy_id",
        ("Y",),
        "Copy id",
        "copy the id; of a failure, the command",
        BODY,
        "Note",
        targets=True,
    ),
    # marks
    mark("mark", "space", "Mark", "mark the row, and step down", 26),
    mark("range", "v", "Range", "start a range, and end it", 27),
    mark("mark_more", "V", "Mark all", "mark the group, then all shown, then none"),
    mark("mark_down", "shift+down", "Mark down", "mark, and step down"),
    mark("mark_up", "shift+up", "Mark up", "mark, and step up"),
    # moving
    move("down", "j down", "Down", "one row down; in the detail, scroll"),
    move("up", "k up", "Up", "one row up; in the detail, scroll"),
    move("half_down", "ctrl+d", "Half a page down", "half a page down"),
    move("half_up", "ctrl+u", "Half a page up", "half a page up"),
    move("page_down", "pagedown", "Page down", "a page down"),
    move("page_up", "pageup", "Page up", "a page up"),
    move("first", "g home", "First", "to the first row"),
    move("last", "G end", "Last", "to the last row"),
    move("next_group", "}", "Next group", "to the next day, group or section"),
    move("previous_group", "{", "Previous group", "to the day, group or section before"),
    move("next_match", "n", "Next match", "to the next marked, matching or newly blocked row"),
    move("previous_match", "N", "Previous match", "to the one before"),
    move("open", "enter l right", "Open", "into the detail; on + Add a note: add", LISTS),
    move("back_to_list", "h left", "Back", "back to the list", DETAILS),
    move(
        "scroll_down",
        "J",
        "Scroll detail, next note",
        "in the list, scroll the detail; in the detail, next note",
    ),
    move("scroll_up", "K", "Scroll detail back, note before", "the other way"),
    # what is seen
    view("search", "/", "Search", "find by meaning, from anywhere", weight=31),
    view("filter", "f", "Filter", "show only rows with these letters", weight=30),
    view("below", "b", "Below", "show or hide hits below the floor", SEARCH, 32),
    view("order", "o", "Order", "newest, oldest, importance", frozenset({"recent.list"})),
    view("session", "S", "Session", "in Activity, only what this session changed; again: all"),
    view("zoom", "z", "Zoom", "the focused half alone"),
    everywhere(
        "samples",
        "L",
        "Load sample notes",
        "fill an empty store with sample notes",
        weight=42,
        changes=True,
    ),
    view("theme", "T", "Light or dark", "the other theme"),
    view("pane_1", "1", "Recent", "what came in, newest first"),
    view("pane_2", "2", "Search", "find by meaning"),
    view("pane_3", "3", "Blocked", "what was withheld from agents, and why"),
    view("pane_4", "4", "Failures", "commands that failed, and what worked instead"),
    view("pane_5", "5", "Activity", "who changed what, to be put back"),
    view("previous_pane", "[", "Previous pane", "to the pane on the left"),
    view("next_pane", "]", "Next pane", "to the pane on the right"),
    # everywhere
    everywhere("focus_next", "tab", "Next focus", "query or filter, list, detail"),
    everywhere("focus_previous", "shift+tab", "Previous focus", "the other way round"),
    everywhere(
        "embed", "M", "Embed", "embed the notes that wait for a vector", weight=40, changes=True
    ),
    everywhere("stop", "X", "Stop", "stop the running job; what is done is kept", weight=41),
    everywhere("palette", "ctrl+p :", "More", "find any command by name", BODY | TYPING, 98),
    everywhere("help", "f1 ?", "Help", "the keys that work here", BODY | TYPING, 99),
    everywhere("back", "escape", "Back", "one step back; never quits, never changes a note"),
    everywhere("quit", "ctrl+q q", "Quit", "leave memboard", BODY | TYPING),
    everywhere("suspend", "ctrl+z", "Suspend", "to the shell; fg comes back"),
    everywhere("redraw", "ctrl+l", "Redraw", "draw everything again"),
    # text fields
    field("leave", "escape", "Leave", "leave the field", FIELDS, 2),
    field("accept", "enter", "To results", "done typing", FIELDS, 1),
    field("field_next", "tab", "Into the list", "on to the list", FIELDS),
    field("field_previous", "shift+tab", "Back into the list", "on to the list", FIELDS),
    field("hit_down", "down", "Next hit", "move the highlight, go on typing", FIELDS),
    field("hit_up", "up", "Previous hit", "move the highlight, go on typing", FIELDS),
    field("hit_page_down", "pagedown", "Hits down", "a page of hits down", FIELDS),
    field("hit_page_up", "pageup", "Hits up", "a page of hits up", FIELDS),
    # the editor
    field("save", "ctrl+s", "Save", "store it", EDITOR, 1),
    field(
        "close_editor",
        "escape",
        "Close, keeps draft",
        "leave the editor, keep the draft",
        EDITOR,
        2,
    ),
    field("next_field", "tab", "Next field", "to the next field", EDITOR, 3),
    field("previous_field", "shift+tab", "Previous field", "to the field before", EDITOR),
    field("editor_outside", "ctrl+o", "$EDITOR", "go on in your own editor", EDITOR, 4),
)
"""All of them. Printable keys of BODY reach a text field as letters, never as commands."""

BY_ID = {command.id: command for command in COMMANDS}


def commands_in(context: str, commands: Iterable[Command] = COMMANDS) -> list[Command]:
    """Give the commands of a context, in the order of the table."""
    return [command for command in commands if context in command.contexts]


def is_typed(key: str) -> bool:
    """Tell whether a text field takes this key as a letter."""
    return len(key) == 1 or key == "space"


def command_for(context: str, key: str, commands: Iterable[Command] = COMMANDS) -> Command | None:
    """Find what a key means in a context."""
    if context in TYPING and is_typed(key):
        return None
    for command in commands:
        if context in command.contexts and key in command.keys:
            return command
    return None


def clashes(commands: Iterable[Command] = COMMANDS) -> list[str]:
    """Say which keys have two commands in one context, in words for the user."""
    found = []
    listed = list(commands)
    for context in sorted({context for command in listed for context in command.contexts}):
        owners: dict[str, Command] = {}
        for command in commands_in(context, listed):
            for key in command.keys:
                other = owners.setdefault(key, command)
                if other is not command:
                    found.append(
                        f'keys: "{key}" is bound to {other.label} and to {command.label}.'
                        f" {other.label} keeps {shown_key(key)}."
                    )
    return list(dict.fromkeys(found))
