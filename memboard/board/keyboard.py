"""Every key is done with before the next one is looked at.

Textual forwards keys from queue to queue, so that `enter` and a letter typed right after it may
both reach the field that `enter` was to leave. Here a key is handled where it arrives: first the
screen looks it up among the commands, then the focused widget takes it.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from textual import events
from textual.widget import Widget
from textual.widgets import Input, TextArea

if TYPE_CHECKING:
    from textual.app import App


@runtime_checkable
class Pressed(Protocol):
    """A screen or widget that keys go to; tells whether it took the key."""

    def press(self, event: events.Key) -> bool:
        """Take a key, or leave it."""


@runtime_checkable
class Settling(Protocol):
    """A screen whose rows may still be on their way; a key then waits for them, not long."""

    async def settled(self) -> None:
        """Wait until the rows are what the user asked for."""


async def press(app: App[int], event: events.Key) -> None:
    """Do what a key means on the screen on top."""
    screen = app.screen
    if isinstance(screen, Settling):
        await screen.settled()
    if isinstance(screen, Pressed) and screen.press(event):
        return
    focused = screen.focused
    if isinstance(focused, Pressed):
        focused.press(event)
    elif isinstance(focused, Input | TextArea):
        await type_key(app, focused, event)


async def type_key(app: App[int], field: Input | TextArea, event: events.Key) -> None:
    """Let a text field have a key: a letter, or one of the keys it binds itself."""
    await field._on_key(event)
    if event._stop_propagation:
        return
    for binding in field._bindings.key_to_bindings.get(event.key, ()):
        if await app.run_action(binding.action, field):
            return


async def paste(app: App[int], event: events.Paste) -> None:
    """Let the focused text field have what was pasted."""
    focused: Widget | None = app.screen.focused
    if isinstance(focused, Input | TextArea):
        pasted: object = focused._on_paste(event)
        if inspect.isawaitable(pasted):
            await pasted


def name_of(event: events.Key) -> str:
    """Name a key as the table of commands does: `/` and not `slash`."""
    if event.is_printable and event.key != "space" and event.character:
        return event.character
    return event.key
