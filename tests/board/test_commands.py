"""The table of commands: one declaration gives key, footer, palette, help and mouse."""

from __future__ import annotations

import pytest
from textual.widgets import Input, TextArea

from memboard.board.commands import (
    BODY,
    COMMANDS,
    DETAILS,
    EDITOR,
    FIELDS,
    LISTS,
    Command,
    clashes,
    command_for,
    commands_in,
    is_typed,
)
from memboard.board.orders import ORDERS
from tests.board.driving import World, driving

CONTEXTS = sorted(BODY | FIELDS | EDITOR)
SWALLOWED = ("ctrl+space", "ctrl+enter", "ctrl+shift", "alt+", "ctrl+b", "ctrl+a", "ctrl+s ")
"""What some terminals, tmux or screen never deliver."""


def test_no_key_has_two_commands_in_any_context() -> None:
    """The declarations themselves, in every context there is."""
    assert clashes() == []


def test_a_clash_names_both_commands() -> None:
    """What a user reads who binds a key twice."""
    twice = [
        Command("tags", ("ctrl+t",), "Tags", "", LISTS, "Note"),
        Command("zoom", ("ctrl+t",), "Zoom", "", LISTS, "View"),
    ]
    assert clashes(twice) == ['keys: "ctrl+t" is bound to Tags and to Zoom. Tags keeps ctrl+t.']


def test_every_command_does_something_and_nothing_is_undeclared() -> None:
    """The table and the functions name the same commands."""
    assert {command.id for command in COMMANDS} == set(ORDERS)


def test_a_key_means_the_same_in_list_and_detail_of_every_pane() -> None:
    """One key, one verb; `h` and `enter` are the two halves of going in and out."""
    verbs: dict[str, set[str]] = {}
    for command in COMMANDS:
        if command.contexts & BODY:
            for key in command.keys:
                verbs.setdefault(key, set()).add(command.id)
    assert {key: ids for key, ids in verbs.items() if len(ids) > 1} == {}


def test_no_command_hides_behind_a_key_that_terminals_swallow() -> None:
    """Each has a key that reaches every terminal."""
    for command in COMMANDS:
        assert any(not key.startswith(SWALLOWED) for key in command.keys), command.id


@pytest.mark.parametrize(("context", "field"), [("query", Input), ("editor", TextArea)])
def test_no_command_takes_a_key_that_a_text_field_binds_itself(
    context: str, field: type[Input | TextArea]
) -> None:
    """Editing keys stay editing keys."""
    bound: set[str] = set()
    for binding in field.BINDINGS:
        key = binding[0] if isinstance(binding, tuple) else binding.key
        bound |= set(key.split(","))
    taken = {key for command in commands_in(context) for key in command.keys}
    assert taken & bound <= {"enter", "down", "up", "pagedown", "pageup"}


@pytest.mark.parametrize("context", sorted(FIELDS | EDITOR))
def test_letters_reach_a_text_field(context: str) -> None:
    """No printable key is a command while text is typed."""
    printable = {key for command in COMMANDS for key in command.keys if is_typed(key)}
    assert printable
    assert all(command_for(context, key) is None for key in printable)


def test_the_footer_offers_only_what_works_now(  # a claim about the derived footer
) -> None:
    """Whatever has a weight is in its context's table."""
    for context in CONTEXTS:
        assert all(context in command.contexts for command in commands_in(context))


async def test_footer_help_and_palette_come_from_the_table(world: World) -> None:
    """What they show is what is declared."""
    async with driving(world, size=(200, 40)) as driver:
        footer = driver.screen_text().splitlines()[-1]
        offered = [one for one in commands_in("recent.list") if one.weight and one.weight < 40]
        assert all(one.label in footer for one in offered if one.id != "palette")
        await driver.press("question_mark")
        shown = driver.screen_text()
        assert all(section in shown for section in ("Note", "Marks"))
        await driver.press("escape", "colon", *"purge")
        assert "erase it for good; asks first" in driver.screen_text()


async def test_the_palette_does_what_is_chosen(world: World) -> None:
    """`:` pin `enter` pins."""
    async with driving(world) as driver:
        await driver.press("colon", *"unpin", "enter")
        note = driver.board.pane.note
        assert note is not None
        assert note.pinned


async def test_help_lists_the_keys_of_where_the_keyboard_is(world: World) -> None:
    """In the detail there is Back, and no Mark."""
    async with driving(world) as driver:
        await driver.press("enter", "question_mark")
        names = [one.value for one in driver.app.screen.choices]  # type: ignore[attr-defined]
        assert "back_to_list" in names
        assert "mark" not in names
        assert {one.id for one in commands_in("recent.detail")} == set(names)
    assert DETAILS


async def test_a_grey_key_says_why(world: World) -> None:
    """Nothing to stop, nothing to repeat, no sense here."""
    async with driving(world) as driver:
        await driver.press("X")
        assert driver.said == "Nothing is running."
        await driver.press(".")
        assert driver.said == "Nothing to repeat yet."
